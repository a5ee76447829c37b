import Synchronization

/// Rings at many deadlines with one sleeping task, since a task for each request costs more than the request's own.
///
/// The task sleeps until the earliest deadline it knows. A deadline that is taken back before it passes costs no
/// waking: the sleeper finds it gone.
final class DeadlineBell: Sendable {
  private struct State {
    var alarms: [Int: (deadline: ContinuousClock.Instant, ring: @Sendable () -> Void)] = [:]
    var nextNumber = 0
    /// When the sleeper will wake; `nil` while there is none.
    var wakeUp: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let time: Timekeeper

  init(time: Timekeeper = .system) { self.time = time }

  /// Rings once at a deadline, unless it is taken back.
  ///
  /// - Parameters:
  ///   - deadline: When.
  ///   - ring: What to do; to be quick.
  /// - Returns: The number to take it back by.
  func set(at deadline: ContinuousClock.Instant, ring: @escaping @Sendable () -> Void) -> Int {
    let (number, mustSleep) = state.withLock { state in
      state.nextNumber += 1
      state.alarms[state.nextNumber] = (deadline, ring)
      let mustSleep = state.wakeUp.map { deadline < $0 } ?? true
      if mustSleep { state.wakeUp = deadline }
      return (state.nextNumber, mustSleep)
    }
    if mustSleep { sleep(until: deadline) }
    return number
  }

  /// Takes an alarm back; one that has rung is gone already.
  func remove(_ number: Int) { _ = state.withLock { $0.alarms.removeValue(forKey: number) } }

  private func sleep(until deadline: ContinuousClock.Instant) {
    // Detached: the bell must ring although the asker is suspended, and it may not hold the asker up.
    Task.detached { [self] in
      try? await time.sleep(deadline)
      wake(from: deadline)
    }
  }

  private func wake(from planned: ContinuousClock.Instant) {
    let now = time.now()
    let (rings, next) = state.withLock { state -> ([@Sendable () -> Void], ContinuousClock.Instant?) in
      // A sleeper that was overtaken by an earlier one has nothing to do.
      guard state.wakeUp == planned else { return ([], nil) }
      let due = state.alarms.filter { $0.value.deadline <= now }
      for number in due.keys { state.alarms[number] = nil }
      state.wakeUp = state.alarms.values.lazy.map(\.deadline).min()
      return (due.values.map(\.ring), state.wakeUp)
    }
    for ring in rings { ring() }
    if let next { sleep(until: next) }
  }
}
