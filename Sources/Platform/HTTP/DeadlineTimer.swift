import Synchronization

/// Calls back at many deadlines with one sleeping task, since a task for each request costs more than the request
/// itself.
///
/// The task sleeps until the earliest deadline it knows. A deadline that is removed before it passes does not wake it.
package final class DeadlineTimer: Sendable {
  private struct State {
    var timeouts: [Int: (deadline: ContinuousClock.Instant, action: @Sendable () -> Void)] = [:]
    var nextNumber = 0
    /// When the sleeper will wake; `nil` while there is none.
    var wakeUp: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let time: Timekeeper

  init(time: Timekeeper) { self.time = time }

  package convenience init() { self.init(time: .system) }

  /// Calls back once at a deadline, unless the timeout, whose number is returned, is removed before.
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
    // Detached: the timer must fire although the caller is suspended, and must not block the caller.
    Task.detached { [self] in
      try? await time.sleep(deadline)
      wake(from: deadline)
    }
  }

  private func wake(from planned: ContinuousClock.Instant) {
    let now = time.now()
    let (actions, next) = state.withLock { state -> ([@Sendable () -> Void], ContinuousClock.Instant?) in
      // Another sleeper was started for an earlier deadline, and does the rest.
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
