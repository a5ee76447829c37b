import Synchronization
import System

/// Standard output for whole messages.
///
/// A lock, because calls end on any thread.
final class ServerOutput: Sendable {
  private let sink: ByteSink
  private let failure = Mutex<SystemError?>(nil)

  init(sink: ByteSink) { self.sink = sink }

  func write(_ message: [UInt8]) {
    failure.withLock { failure in
      guard failure == nil else { return }
      do throws(SystemError) { try sink.write(message + [UInt8(ascii: "\n")]) } catch { failure = error }
    }
  }

  /// Throws if a message couldn't be written because the reader closed the output.
  func check() throws(Failure) {
    guard let error = failure.withLock({ $0 }) else { return }
    throw FileFailure(writing: FileFailure.standardOutput, error).partialOutput
  }
}

/// The responses to the messages of one line, which are sent together.
final class BatchReply: Sendable {
  private let responses: Mutex<(left: Int, bytes: [[UInt8]])>
  private let send: @Sendable ([UInt8]?) -> Void

  init(expecting count: Int, send: @escaping @Sendable ([UInt8]?) -> Void) {
    responses = Mutex((count, []))
    self.send = send
  }

  @Sendable func add(_ response: [UInt8]?) {
    let whole = responses.withLock { responses -> [[UInt8]]? in
      responses.left -= 1
      if let response { responses.bytes.append(response) }
      return responses.left == 0 ? responses.bytes : nil
    }
    if let whole, !whole.isEmpty { send(RPCResponse.batch(whole)) }
  }
}

/// A number that only increases.
final class RisingNumber: Sendable {
  private let number = Mutex(0)

  /// Returns whether a number is larger than all previous ones.
  func rises(to new: Int) -> Bool {
    number.withLock { number in
      guard new > number else { return false }
      number = new
      return true
    }
  }
}
