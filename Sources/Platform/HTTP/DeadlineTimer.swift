import Synchronization

/// Calls back at many deadlines with one sleeping task, because a task per request would cost more than the request
/// itself.
///
/// The task sleeps until the earliest deadline. Removing a deadline doesn't wake the task.
package final class DeadlineTimer: Sendable {
  private struct State {
    var timeouts: [Int: (deadline: ContinuousClock.Instant, action: @Sendable () -> Void)] = [:]
    var nextNumber = 0
    /// The time at which the sleeping task wakes; `nil` if there is none.
    var wakeUp: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let time: Timekeeper

  init(time: Timekeeper) { self.time = time }

  package convenience init() { self.init(time: .system) }

  /// Calls an action once at a deadline, unless the timeout is removed before.
  ///
  /// Returns the number of the timeout.
  package func set(at deadline: ContinuousClock.Instant, action: @escaping @Sendable () -> Void) -> Int {
    let (number, mustSleep) = state.withLock { state in
      state.nextNumber += 1
      state.timeouts[state.nextNumber] = (deadline, action)
      let mustSleep = state.wakeUp.map { deadline < $0 } ?? true
      if mustSleep { state.wakeUp = deadline }
      return (state.nextNumber, mustSleep)
    }
    if mustSleep { sleep(until: deadline) }
    return number
  }

  /// Removes a timeout, unless it has fired.
  package func remove(_ number: Int) { _ = state.withLock { $0.timeouts.removeValue(forKey: number) } }

  private func sleep(until deadline: ContinuousClock.Instant) {
    // Detached, so that the timer fires while the caller is suspended and doesn't block it.
    Task.detached { [self] in
      try? await time.sleep(deadline)
      wake(from: deadline)
    }
  }

  private func wake(from planned: ContinuousClock.Instant) {
    let now = time.now()
    let (actions, next) = state.withLock { state -> ([@Sendable () -> Void], ContinuousClock.Instant?) in
      // A newer task sleeps until an earlier deadline and handles all later ones.
      guard state.wakeUp == planned else { return ([], nil) }
      let due = state.timeouts.filter { $0.value.deadline <= now }
      for number in due.keys { state.timeouts[number] = nil }
      state.wakeUp = state.timeouts.values.lazy.map(\.deadline).min()
      return (due.values.map(\.action), state.wakeUp)
    }
    for action in actions { action() }
    if let next { sleep(until: next) }
  }
}
