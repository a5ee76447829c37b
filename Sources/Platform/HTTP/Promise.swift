import Synchronization

/// A value that is set once; later values are ignored.
///
/// It makes abandoning a request safe: the waiter is resumed exactly once, whenever the transfer ends.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case pending
    case awaited(CheckedContinuation<Value, Never>)
    case fulfilled(Value)
  }

  private let state = Mutex(State.pending)

  var isFulfilled: Bool {
    state.withLock { if case .fulfilled = $0 { true } else { false } }
  }

  /// Sets the value, unless it is already set.
  func fulfill(_ value: Value) {
    let before = state.withLock { state in
      defer { if case .fulfilled = state {} else { state = .fulfilled(value) } }
      return state
    }
    if case .awaited(let continuation) = before { continuation.resume(returning: value) }
  }

  /// Waits for the value, or returns `cancelled` if the task is cancelled.
  ///
  /// Call this only once.
  func value(whenCancelled cancelled: Value) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let fulfilled = state.withLock { state -> Value? in
          if case .fulfilled(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let fulfilled { continuation.resume(returning: fulfilled) }
      }
    } onCancel: {
      fulfill(cancelled)
    }
  }
}
