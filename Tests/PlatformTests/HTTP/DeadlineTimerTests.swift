import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct DeadlineTimerTests {
  /// A clock whose sleepers wake on request.
  private final class PausedTime: Sendable {
    private let start = ContinuousClock.now
    private let state = ObservedValue((elapsed: Duration.zero, sleepers: [(ContinuousClock.Instant, Promise<Bool>)]()))

    var sleeperCount: Int { state.value.sleepers.count }

    func wait(untilSleepers count: Int) async { await state.wait { $0.sleepers.count == count } }

    func instant(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

    func advance(to seconds: Int) {
      let due = state.update { state in
        state.elapsed = .seconds(seconds)
        let due = state.sleepers.filter { $0.0 <= instant(seconds) }
        state.sleepers.removeAll { $0.0 <= instant(seconds) }
        return due
      }
      for (_, sleeper) in due { sleeper.fulfill(true) }
    }

    var timekeeper: Timekeeper {
      Timekeeper(
        now: { [self] in start.advanced(by: state.value.elapsed) },
        sleep: { [self] until in
          let promise = Promise<Bool>()
          state.update { $0.sleepers.append((until, promise)) }
          _ = await promise.value(whenCancelled: true)
        },
        jitter: { 0 }
      )
    }
  }

  private let time = PausedTime()

  @Test func `every deadline fires when it passes, even one that is set later and passes earlier`() async {
    let timer = DeadlineTimer(time: time.timekeeper)
    let (first, second, third) = (Promise<Int>(), Promise<Int>(), Promise<Int>())
    _ = timer.set(at: time.instant(20)) { second.fulfill(20) }
    _ = timer.set(at: time.instant(10)) { first.fulfill(10) }
    _ = timer.set(at: time.instant(30)) { third.fulfill(30) }
    await time.wait(untilSleepers: 2)
    time.advance(to: 10)
    #expect(await first.value(whenCancelled: 0) == 10)
    await time.wait(untilSleepers: 2)
    time.advance(to: 25)
    #expect(await second.value(whenCancelled: 0) == 20)
    await time.wait(untilSleepers: 1)
    time.advance(to: 30)
    #expect(await third.value(whenCancelled: 0) == 30)
  }

  @Test func `a removed timeout does not fire, and a thousand need one sleeper`() async {
    let timer = DeadlineTimer(time: time.timekeeper)
    let last = Promise<Int>()
    let fired = Mutex(0)
    for _ in 0..<1_000 { timer.remove(timer.set(at: time.instant(10)) { fired.withLock { $0 += 1 } }) }
    await time.wait(untilSleepers: 1)
    _ = timer.set(at: time.instant(10)) { last.fulfill(1) }
    #expect(time.sleeperCount == 1)
    time.advance(to: 10)
    #expect(await last.value(whenCancelled: 0) == 1)
    #expect(fired.withLock { $0 } == 0)
  }
}
