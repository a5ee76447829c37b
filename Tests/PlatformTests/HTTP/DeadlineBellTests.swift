import Synchronization
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(1))) struct DeadlineBellTests {
  /// A clock whose sleepers wake when they are told to.
  private final class HeldTime: Sendable {
    private let start = ContinuousClock.now
    private let state = Mutex((elapsed: Duration.zero, sleepers: [(ContinuousClock.Instant, OneShotOutcome<Bool>)]()))

    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func instant(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

    func advance(to seconds: Int) {
      let due = state.withLock { state in
        state.elapsed = .seconds(seconds)
        let due = state.sleepers.filter { $0.0 <= instant(seconds) }
        state.sleepers.removeAll { $0.0 <= instant(seconds) }
        return due
      }
      for (_, sleeper) in due { sleeper.settle(true) }
    }

    var timekeeper: Timekeeper {
      Timekeeper(
        now: { [self] in start.advanced(by: state.withLock { $0.elapsed }) },
        sleep: { [self] until in
          let outcome = OneShotOutcome<Bool>()
          state.withLock { $0.sleepers.append((until, outcome)) }
          _ = await outcome.value()
        },
        chance: { 0 }
      )
    }
  }

  private let time = HeldTime()

  private func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

  @Test func `every deadline rings when it passes, also one set later that passes earlier`() async {
    let bell = DeadlineBell(time: time.timekeeper)
    let (first, second, third) = (OneShotOutcome<Int>(), OneShotOutcome<Int>(), OneShotOutcome<Int>())
    _ = bell.set(at: time.instant(20)) { second.settle(20) }
    _ = bell.set(at: time.instant(10)) { first.settle(10) }
    _ = bell.set(at: time.instant(30)) { third.settle(30) }
    await until { time.sleeperCount == 2 }
    time.advance(to: 10)
    #expect(await first.value() == 10)
    await until { time.sleeperCount == 2 }
    time.advance(to: 25)
    #expect(await second.value() == 20)
    await until { time.sleeperCount == 1 }
    time.advance(to: 30)
    #expect(await third.value() == 30)
  }

  @Test func `an alarm taken back does not ring, and a thousand need one sleeper`() async {
    let bell = DeadlineBell(time: time.timekeeper)
    let last = OneShotOutcome<Int>()
    let rung = Mutex(0)
    for _ in 0..<1_000 { bell.remove(bell.set(at: time.instant(10)) { rung.withLock { $0 += 1 } }) }
    await until { time.sleeperCount == 1 }
    _ = bell.set(at: time.instant(10)) { last.settle(1) }
    #expect(time.sleeperCount == 1)
    time.advance(to: 10)
    #expect(await last.value() == 1)
    #expect(rung.withLock { $0 } == 0)
  }
}
