import Synchronization
import TestSupport

@testable import Platform

/// Runs tasks one at a time on a simulated clock, in an order determined by a seed.
///
/// When no task can run, the clock advances to the next time that a task waits for.
final class Simulation: TaskExecutor {
  private struct Alarm {
    let moment: ContinuousClock.Instant
    let ring: @Sendable () -> Void
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var alarms: [Alarm] = []
    var now: ContinuousClock.Instant
    var random: SeededRandom
  }

  let start = ContinuousClock.now
  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(now: start, random: SeededRandom(seed))) }

  /// The elapsed time.
  var elapsed: Duration { state.withLock { start.duration(to: $0.now) } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs until no task can run and none waits for a time.
  func run() {
    while true {
      let job = state.withLock { state -> UnownedJob? in
        guard !state.jobs.isEmpty else { return nil }
        return state.jobs.remove(at: Int.random(in: state.jobs.indices, using: &state.random))
      }
      if let job {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        continue
      }
      let alarm = state.withLock { state -> Alarm? in
        let next = state.alarms.indices.min { state.alarms[$0].moment < state.alarms[$1].moment }
        guard let next else { return nil }
        let alarm = state.alarms.remove(at: next)
        state.now = max(state.now, alarm.moment)
        return alarm
      }
      guard let alarm else { return }
      alarm.ring()
    }
  }

  func setAlarm(_ moment: ContinuousClock.Instant, _ ring: @escaping @Sendable () -> Void) {
    state.withLock { $0.alarms.append(Alarm(moment: moment, ring: ring)) }
  }

  var timekeeper: Timekeeper {
    Timekeeper(
      now: { [self] in state.withLock { $0.now } },
      sleep: { [self] moment in
        let promise = Promise<Bool>()
        setAlarm(moment) { promise.fulfill(true) }
        guard await promise.value(whenCancelled: false) else { throw CancellationError() }
      },
      jitter: { [self] in state.withLock { $0.random.unit() } },
      alarm: { [self] in setAlarm($0, $1) }
    )
  }
}
