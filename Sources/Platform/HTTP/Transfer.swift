import Foundation
import Synchronization

/// What a request and libcurl's transfer of it share: in one direction the deadline and whether the result is still
/// wanted, in the other how the transfer ended.
///
/// URLSession cannot pass a value of ours to libcurl, so a transfer is identified by a number, which is passed as the
/// fragment of the request's address; fragments are never sent.
package final class Transfer: Sendable {
  /// What the layer below URLSession saw of a transfer; everything is unknown where there is none.
  package struct Record: Sendable {
    /// The maximum size of the decoded body, in bytes.
    package var bodyLimit = HTTPResponse.usualBodyLimit
    /// libcurl's result; `nil` while it runs.
    package var result: Int32?
    /// The status with which a proxy answered a request for a connection; 0 for none.
    package var connectStatus = 0
    /// Why this layer ended it, which libcurl does not know.
    package var refused: HTTPFailure?
    /// The status of the answer; `nil` until its header is complete.
    package var status: Int?
    /// Fields of the answer's header by lower-cased name; URLSession sees none of them.
    package var fields: [String: String] = [:]
    /// The body, which URLSession does not see; `nil` until it is complete.
    package var body: [UInt8]?
    /// The system's error (`errno`); 0 for none.
    package var systemError = 0

    /// The answer when its status is not 200: the status decides, whatever happens to the body.
    var refusal: HTTPResponse? {
      status.flatMap { $0 == 200 ? nil : HTTPResponse(status: $0, fields: fields, body: Data(body ?? [])) }
    }
  }

  /// When the transfer has to be finished.
  package let deadline: ContinuousClock.Instant
  /// The maximum size of the decoded body, in bytes.
  package let bodyLimit: Int
  /// When it has to be connected.
  package let connectDeadline: ContinuousClock.Instant
  private let abandoned = Atomic<Bool>(false)
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let state: Mutex<Record>
  /// What is called when it is sent; under a lock, so that a transfer is either counted or abandoned before it is sent.
  private let whenSent: Mutex<@Sendable () -> Void>

  /// `whenSent` is called just before the request is sent, and must return quickly.
  init(
    deadline: ContinuousClock.Instant,
    connectTimeout: Duration = .seconds(10),
    bodyLimit: Int,
    whenSent: @escaping @Sendable () -> Void
  ) {
    self.deadline = deadline
    connectDeadline = min(deadline, ContinuousClock.now.advanced(by: connectTimeout))
    self.bodyLimit = bodyLimit
    self.whenSent = Mutex(whenSent)
    state = Mutex(Record(bodyLimit: bodyLimit))
  }

  var record: Record { state.withLock { $0 } }

  package var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  /// Abandons the transfer and calls the action that is set for it.
  ///
  /// Unless it was sent by then, it never is.
  func abandon() {
    whenSent.withLock { _ in abandoned.store(true, ordering: .relaxed) }
    action.withLock { $0 }?()
  }

  /// Sets the action for when the transfer is abandoned; runs it at once if it already is.
  package func whenAbandoned(_ action: (@Sendable () -> Void)?) {
    self.action.withLock { $0 = action }
    if isAbandoned { action?() }
  }

  /// Notes that it is about to be sent; returns `false` when it must not be, because nobody waits for it.
  @discardableResult package func noteSent() -> Bool {
    whenSent.withLock { whenSent in
      guard !isAbandoned else { return false }
      whenSent()
      return true
    }
  }

  package func note(_ change: (inout Record) -> Void) { state.withLock { change(&$0) } }
}

/// The transfers that have not begun.
package enum TransferRegistry {
  private static let state = Mutex((next: 1, waiting: [Int: Transfer]()))

  /// Registers a transfer and returns its number.
  static func enroll(_ transfer: Transfer) -> Int {
    state.withLock {
      let number = $0.next
      $0.next += 1
      $0.waiting[number] = transfer
      return number
    }
  }

  /// Removes the transfer with a number and returns it.
  @discardableResult package static func take(_ number: Int) -> Transfer? {
    state.withLock { $0.waiting.removeValue(forKey: number) }
  }
}
