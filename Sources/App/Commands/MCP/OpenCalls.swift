import Synchronization

/// The calls that are under way.
///
/// A class with a lock, because calls end while others begin and are cancelled.
final class OpenCalls: Sendable {
  private struct State: Sendable {
    /// Those that are to be answered.
    var tasks: [RPCIdentifier: Task<Void, Never>] = [:]
    /// Those that run, also without anybody waiting for an answer.
    var running = 0
    /// Wakes the task that waits for calls to end; `nil` if no task waits.
    var waiter: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  /// How many calls run.
  var count: Int { state.withLock { $0.running } }

  /// Begins a call; `false` when one of its id is open.
  func begin(_ id: RPCIdentifier, _ body: @escaping @Sendable () async -> Void) -> Bool {
    state.withLock { state in
      guard state.tasks[id] == nil else { return false }
      state.running += 1
      state.tasks[id] = Task {
        await body()
        let waiter = self.state.withLock { state in
          state.running -= 1
          return state.waiter
        }
        waiter?.yield()
      }
      return true
    }
  }

  /// Does something for a call, unless it was cancelled or has been answered.
  ///
  /// - Parameters:
  ///   - id: The call.
  ///   - isLast: Whether it is answered by that.
  ///   - body: What is done; no other call does anything meanwhile.
  func whileOpen(_ id: RPCIdentifier, isLast: Bool = false, _ body: () -> Void) {
    state.withLock { state in
      guard state.tasks[id] != nil else { return }
      if isLast { state.tasks[id] = nil }
      body()
    }
  }

  /// Ends a call without an answer.
  func cancel(_ id: RPCIdentifier) { state.withLock { $0.tasks.removeValue(forKey: id) }?.cancel() }

  func cancelAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return state.tasks
    }
    for task in tasks.values { task.cancel() }
  }

  /// Waits until at most a number of calls run, or until the task is cancelled; one task waits at a time.
  func wait(untilAtMost most: Int) async {
    // A cancelled wait ends its stream, so each wait has its own.
    let (endings, waiter) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { $0.waiter = waiter }
    waiter.yield()
    for await _ in endings where count <= most { break }
    state.withLock { $0.waiter = nil }
  }
}
