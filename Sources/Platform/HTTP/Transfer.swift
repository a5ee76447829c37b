import Foundation
import Synchronization

/// The state that a request shares with its libcurl transfer: the deadline, whether the result is still wanted, and how
/// the transfer ended.
///
/// URLSession can't pass a value to libcurl, so a transfer is identified by a number in the fragment of the request's
/// URL. Fragments are never sent.
package final class Transfer: Sendable {
  /// The record of a transfer in the layer below URLSession; every value is unknown if there is no layer.
  package struct Record: Sendable {
    /// The maximum size of the decoded body, in bytes.
    package var bodyLimit = HTTPResponse.usualBodyLimit
    /// The result code of libcurl; `nil` during the transfer.
    package var result: Int32?
    /// The status of a proxy's response to CONNECT; 0 if there was none.
    package var connectStatus = 0
    /// The failure with which this layer ended the transfer, which libcurl doesn't know.
    package var refused: HTTPFailure?
    /// The status of the response; `nil` until its header is complete.
    package var status: Int?
    /// The header fields of the response by lower-case name.
    ///
    /// They aren't passed to URLSession.
    package var fields: [String: String] = [:]
    /// The body, which isn't passed to URLSession; `nil` until it is complete.
    package var body: [UInt8]?
    /// The system's error (`errno`); 0 if there was none.
    package var systemError = 0

    /// The response, if its status isn't 200; such a response is used even if its body failed.
    var refusal: HTTPResponse? {
      status.flatMap { $0 == 200 ? nil : HTTPResponse(status: $0, fields: fields, body: Data(body ?? [])) }
    }
  }

  /// The time at which the transfer must be finished.
  package let deadline: ContinuousClock.Instant
  /// The maximum size of the decoded body, in bytes.
  package let bodyLimit: Int
  /// The time at which the transfer must be connected.
  package let connectDeadline: ContinuousClock.Instant
  private let abandoned = Atomic<Bool>(false)
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let state: Mutex<Record>
  /// The callback when the request is sent.
  ///
  /// The lock ensures that a transfer is either counted, or abandoned before it is sent.
  private let whenSent: Mutex<@Sendable () -> Void>

  /// Makes a transfer; `whenSent` is called just before the request is sent and must return quickly.
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

  /// Abandons the transfer and calls its action.
  ///
  /// If the request wasn't sent yet, it never is.
  func abandon() {
    whenSent.withLock { _ in abandoned.store(true, ordering: .relaxed) }
    action.withLock { $0 }?()
  }

  /// Sets the action to call when the transfer is abandoned; calls it at once if it already is.
  package func whenAbandoned(_ action: (@Sendable () -> Void)?) {
    self.action.withLock { $0 = action }
    if isAbandoned { action?() }
  }

  /// Records that the request is about to be sent.
  ///
  /// Returns `false` if it must not be sent because it was abandoned.
  @discardableResult package func noteSent() -> Bool {
    whenSent.withLock { whenSent in
      guard !isAbandoned else { return false }
      whenSent()
      return true
    }
  }

  package func note(_ change: (inout Record) -> Void) { state.withLock { change(&$0) } }
}

/// The transfers that haven't begun.
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
