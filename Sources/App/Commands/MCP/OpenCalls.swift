import Synchronization

/// The calls in flight.
///
/// A lock, because calls end while others begin and are cancelled.
final class OpenCalls: Sendable {
  private struct State: Sendable {
    /// The calls that await a response.
    var tasks: [RPCIdentifier: Task<Void, Never>] = [:]
    /// The number of calls that have not ended, including cancelled ones.
    var open = 0
    /// The number of running calls, including cancelled ones.
    var running = 0
    /// Calls that wait for a running call to end, in order.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Wakes the task that waits for calls to end; `nil` if no task waits.
    var waiter: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())
  /// The maximum number of running calls; further calls wait.
  private let maximumRunning: Int

  init(maximumRunning: Int) { self.maximumRunning = maximumRunning }

  /// The number of calls that have not ended.
  var count: Int { state.withLock { $0.open } }

  /// Begins a call; returns `false` if a call with that id is in flight.
  func begin(_ id: RPCIdentifier, _ body: @escaping @Sendable () async -> Void) -> Bool {
    state.withLock { state in
      guard state.tasks[id] == nil else { return false }
      state.open += 1
      state.tasks[id] = Task {
        await takeTurn()
        await body()
        endTurn()
      }
      return true
    }
  }

  private func takeTurn() async {
    await withCheckedContinuation { turn in
      let hasTurn = state.withLock { state in
        guard state.running < maximumRunning else {
          state.waiting.append(turn)
          return false
        }
        state.running += 1
        return true
      }
      if hasTurn { turn.resume() }
    }
  }

  /// Ends a call and lets the first waiting call run.
  private func endTurn() {
    let (next, waiter) = state.withLock { state in
      state.open -= 1
      let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      if next == nil { state.running -= 1 }
      return (next, state.waiter)
    }
    next?.resume()
    waiter?.yield()
  }

  /// Runs a closure for a call, unless the call was cancelled or answered.
  ///
  /// - Parameters:
  ///   - id: The call.
  ///   - isLast: Whether the closure answers the call.
  ///   - body: The closure; no other call runs one meanwhile.
  func whileOpen(_ id: RPCIdentifier, isLast: Bool = false, _ body: () -> Void) {
    state.withLock { state in
      guard state.tasks[id] != nil else { return }
      if isLast { state.tasks[id] = nil }
      body()
    }
  }

  /// Cancels a call, which then gets no response.
  func cancel(_ id: RPCIdentifier) { state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel() }

  func cancelAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return state.tasks
    }
    for task in tasks.values { task.cancel() }
  }

  /// Waits until at most a number of calls run, or until the task is cancelled.
  ///
  /// Only one task may wait at a time.
  func wait(untilAtMost most: Int) async {
    // A cancelled wait ends its stream, so each wait has its own.
    let (endings, waiter) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.waiter = waiter }
    waiter.yield()
    for await _ in endings where count <= most { break }
    state.withLock { $0.waiter = nil }
  }
}
