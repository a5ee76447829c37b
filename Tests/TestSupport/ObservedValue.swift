import Synchronization

/// A value that tasks wait for without polling, because a task that polls takes processor time from all other tests.
public final class ObservedValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// Each finishes its stream when its condition is true.
    var waiters: [(isTrue: @Sendable (Value) -> Bool, stream: AsyncStream<Void>.Continuation)] = []
  }

  private let state: Mutex<State>

  public init(_ value: Value) { state = Mutex(State(value: value)) }

  public var value: Value { state.withLock(\.value) }

  /// Changes the value, and resumes the tasks whose condition is then true.
  public func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    state.withLock { state in
      let result = change(&state.value)
      let value = state.value
      state.waiters.removeAll { waiter in
        guard waiter.isTrue(value) else { return false }
        waiter.stream.finish()
        return true
      }
      return result
    }
  }

  /// Returns when the condition is true, or when the task is cancelled.
  public func wait(until isTrue: @escaping @Sendable (Value) -> Bool) async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    state.withLock { state in
      if isTrue(state.value) { continuation.finish() } else { state.waiters.append((isTrue, continuation)) }
    }
    for await _ in stream {}
  }
}
