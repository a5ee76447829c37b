import Synchronization

/// A value that comes once, from whoever is first; later ones are dropped.
///
/// It is what makes giving up a request safe: the waiter is resumed exactly once, and the transfer may end whenever it
/// likes.
final class OneShotOutcome<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case settled(Value)
  }

  private let state = Mutex(State.open)

  /// Whether the value is there.
  var isSettled: Bool {
    state.withLock { if case .settled = $0 { true } else { false } }
  }

  /// Settles the outcome, unless it was settled before.
  func settle(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .open:
        state = .settled(value)
        return nil
      case .awaited(let continuation):
        state = .settled(value)
        return continuation
      case .settled:
        return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the value; to be called once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let settled = state.withLock { state -> Value? in
        if case .settled(let value) = state { return value }
        state = .awaited(continuation)
        return nil
      }
      if let settled { continuation.resume(returning: settled) }
    }
  }
}
