import Foundation
import Synchronization

/// What a request and the transfer that libcurl makes of it tell each other: the deadline and whether the result is still
/// waits in one direction, how it ended in the other.
///
/// URLSession has no way to hand a value of ours down to libcurl, so a transfer is known by a number, which travels as
/// the fragment of the request's address; fragments are never sent.
final class Transfer: Sendable {
  /// What the loading seam saw of a transfer; all of it unknown where there is no such seam.
  struct Record: Sendable {
    /// libcurl's result; `nil` while it runs.
    var result: Int32?
    /// The status with which a proxy answered a request for a connection; 0 for none.
    var connectStatus = 0
    /// The limit in bytes that the answer went beyond.
    var exceededLimit: Int?
    /// Whether libcurl was kept from sending the request a second time by itself.
    var wasResendRefused = false
    /// The status of the answer, once its head was whole; `nil` before.
    var status: Int?
    /// Fields of the answer's head by lower-cased name: URLSession sees none of them.
    var fields: [String: String] = [:]
    /// The body, of which URLSession sees nothing; `nil` until it is whole.
    var body: [UInt8]?
    /// The system's number for what went wrong (`errno`); 0 when it was not the system.
    var systemError = 0

    /// The answer, where its status says that it is none to the query: that decides, whatever became of its body.
    var refusal: HTTPResponse? {
      status.flatMap { $0 == 200 ? nil : HTTPResponse(status: $0, fields: fields, body: Data(body ?? [])) }
    }
  }

  /// When it is to be over.
  let deadline: ContinuousClock.Instant
  private let abandoned = Atomic<Bool>(false)
  private let action = Mutex<(@Sendable () -> Void)?>(nil)
  private let state = Mutex(Record())

  init(deadline: ContinuousClock.Instant) { self.deadline = deadline }

  /// What was seen so far.
  var record: Record { state.withLock { $0 } }

  /// Whether it was abandoned.
  var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

  /// Lets it end: whoever carries it out is told at once.
  func abandon() {
    abandoned.store(true, ordering: .relaxed)
    action.withLock { $0 }?()
  }

  /// Sets what is done when it is abandoned; at once where it is already.
  func whenAbandoned(_ action: (@Sendable () -> Void)?) {
    self.action.withLock { $0 = action }
    if isAbandoned { action?() }
  }

  /// Notes something that was seen.
  func note(_ change: (inout Record) -> Void) { state.withLock { change(&$0) } }
}

/// The transfers that were asked for and have not begun.
enum TransferRegistry {
  private static let state = Mutex((next: 1, waiting: [Int: Transfer]()))

  /// Takes a transfer in; gives its number.
  static func enroll(_ transfer: Transfer) -> Int {
    state.withLock {
      let number = $0.next
      $0.next += 1
      $0.waiting[number] = transfer
      return number
    }
  }

  /// Gives the transfer of that number out, once.
  @discardableResult static func take(_ number: Int) -> Transfer? {
    state.withLock { $0.waiting.removeValue(forKey: number) }
  }
}
