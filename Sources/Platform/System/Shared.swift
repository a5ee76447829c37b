import Synchronization

/// A value that the use cases of a provider share, made on demand.
///
/// A pipe can be read only once, and an offline query needs no state of the service.
final class Shared<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  func value<Failure>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    try made.withLock { (made) throws(Failure) in
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
