import Domain
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Waiting requests: the reason, whether the wait counts against the time limit, and what is released on cancellation.
@Suite(.timeLimit(.minutes(20))) struct TurnTests {
  private static let empty = HTTPResponse.json(
    #"{"documents":[],"meta":{"is_end":true,"pageable_count":0,"total_count":0}}"#
  )

  private let directory = TemporaryDirectory()

  private static func query() throws -> PlaceQuery {
    try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
  }

  /// Returns the places for a process that shares its pace with the other processes of the machine.
  private func process(
    over exchange: any HTTPExchange,
    rate: Double,
    timeout: Duration = .seconds(10),
    budget: Int? = nil,
    time: some TestClock
  ) throws -> KakaoPlaces {
    var client = try Fixture.places(
      over: exchange,
      requestsPerSecond: rate,
      budget: budget,
      time: time.timekeeper
    ).client
    client.engine.machinePace = Pace(
      of: .kakao,
      stateDirectory: directory.path,
      address: "h",
      requestsPerSecond: rate,
      time: time.timekeeper
    ) { 1_800_000_000_000_000 + Int64(time.elapsed / .microseconds(1)) }
    return KakaoPlaces(client: client, timeout: timeout, growth: nil, maximumRequests: nil)
  }

  @Test(arguments: [0.5, 0.05, 5], [false, true])
  func `no row fails because of the requested pace`(rate: Double, isShared: Bool) async throws {
    let time = SteppedTime()
    let exchange = StubExchange.always(Self.empty)
    let places =
      isShared
      ? try process(over: exchange, rate: rate, timeout: .milliseconds(100), time: time)
      : try Fixture.places(
        over: exchange,
        timeout: .milliseconds(100),
        requestsPerSecond: rate,
        time: time.timekeeper
      )
    async let pending = Fixture.results(to: 12, of: places) { time.noteEnd() }
    await time.advance(untilEnded: 12, of: [places])
    let results = try await pending
    #expect(results.allSatisfy { (try? $0.get()) != nil }, "\(results)")
    #expect(exchange.requests.count == 12)
    #expect(time.elapsed >= .seconds(11 / rate) - .milliseconds(12))
  }

  @Test func `requests on several threads never take the same turn`() async throws {
    for _ in 0..<20 {
      let time = SteppedTime()
      // Other threads run whenever a request reads the clock.
      let unsteady = Timekeeper(
        now: {
          if Int.random(in: 0..<4) == 0 { for _ in 0..<1_000 { sched_yield() } }
          return time.timekeeper.now()
        },
        sleep: time.timekeeper.sleep,
        jitter: time.timekeeper.jitter
      )
      let exchange = StubExchange.always(Self.empty)
      let places = try Fixture.places(over: exchange, requestsPerSecond: 1, time: unsteady)
      async let pending = Fixture.results(to: 12, of: places) { time.noteEnd() }
      await time.advance(untilEnded: 12, of: [places])
      let results = try await pending
      #expect(results.allSatisfy { (try? $0.get()) != nil }, "\(results)")
      #expect(time.elapsed == .seconds(11))
    }
  }

  @Test func `two processes keep one pace, and no row of them fails`() async throws {
    let time = SteppedTime()
    let exchange = StubExchange.always(Self.empty)
    let processes = try (0..<2).map { _ in
      try process(over: exchange, rate: 1, timeout: .milliseconds(500), time: time)
    }
    async let first = Fixture.results(to: 6, of: processes[0]) { time.noteEnd() }
    async let second = Fixture.results(to: 6, of: processes[1]) { time.noteEnd() }
    await time.advance(untilEnded: 12, of: processes)
    let results = try await first + second
    #expect(results.allSatisfy { (try? $0.get()) != nil }, "\(results)")
    #expect(time.elapsed >= .seconds(11) - .milliseconds(12))
  }

  private static let waits: [(status: Int, body: String, isQuota: Bool)] = [
    (503, "", false), (429, "", false), (429, #"{"code":-10}"#, true), (400, #"{"code":-10}"#, true),
  ]

  @Test(arguments: waits, [false, true])
  func `a wait requested by the service ends at the timeout with one error, in every process`(
    kind: (status: Int, body: String, isQuota: Bool),
    isOther: Bool
  ) async throws {
    let time = ManualTime()
    let refusal = HTTPResponse.json(kind.body, status: kind.status, fields: ["retry-after": "60"])
    let exchange = StubExchange { _, number throws(HTTPFailure) in number == 1 ? refusal : Self.empty }
    let processes = try (0..<2).map { _ in try process(over: exchange, rate: 10, time: time) }
    _ = try await Fixture.results(to: 1, of: processes[0])
    let results = try await Fixture.results(to: 4, of: processes[isOther ? 1 : 0])
    for result in results {
      switch result {
      case .failure(.throttled(kind.status, let wait?, isRequested: true)):
        #expect(wait > .seconds(50) && !kind.isQuota)
      case .failure(.quotaExhausted(.kakao, kind.status, let wait?, _)): #expect(wait > .seconds(50) && kind.isQuota)
      default: Issue.record("\(result)")
      }
    }
    #expect(exchange.requests.count == 1 && time.elapsed < .seconds(10))
    time.advance(by: QuotaBreaker.coolDown)
    #expect(try await Fixture.results(to: 1, of: processes[isOther ? 1 : 0]).allSatisfy { (try? $0.get()) != nil })
  }

  @Test func `a quota that is used up for the day is remembered by the next process, which sends one probe a minute`()
    async throws
  {
    let time = ManualTime()
    let over = HTTPResponse.json(#"{"code":-10,"msg":"over"}"#, status: 400)
    let isOver = Mutex(true)
    let exchange = StubExchange { _ throws(HTTPFailure) in isOver.withLock { $0 } ? over : Self.empty }
    func successCount(_ count: Int) async throws -> Int {
      let results = try await Fixture.results(to: count, of: try process(over: exchange, rate: 0, time: time))
      return results.count { (try? $0.get()) != nil }
    }
    #expect(try await successCount(1) == 0 && exchange.requests.count == 1)
    for minute in 1...3 {
      for _ in 0..<29 {
        #expect(try await successCount(4) == 0)
        time.advance(by: .seconds(2))
      }
      time.advance(by: .seconds(2))
      #expect(exchange.requests.count == minute)
      #expect(try await successCount(4) == 0)
      #expect(exchange.requests.count == minute + 1)
    }
    isOver.withLock { $0 = false }
    time.advance(by: .seconds(60))
    // The others wait for the probe, and are sent after its response.
    #expect(try await successCount(9) == 9)
    #expect(exchange.requests.count == 4 + 9)
  }

  @Test(arguments: [
    (HTTPFailure.unreachable(detail: "refused"), false, 0), (.timedOut, false, 0), (.cancelled, false, 0),
    (.notSetUp(.libraryMissing), false, 0), (.unreachable(detail: "reset"), true, 1), (.timedOut, true, 1),
    (.cancelled, true, 1), (.tooLarge(limit: 1), true, 1),
  ])
  func `only sent requests count, whatever their outcome`(
    failure: HTTPFailure,
    isSent: Bool,
    count: Int
  ) async throws {
    let exchange = FailingExchange(failure: failure, isSent: isSent)
    let counted = Mutex(0)
    var client = try Fixture.places(over: exchange, retries: 0, budget: 3).client
    client.engine.reserveCall = { _ in counted.withLock { $0 += 1 } }
    client.engine.giveBackCall = { _ in counted.withLock { $0 -= 1 } }
    let budget = RequestBudget(start: .now, timeout: .seconds(10), maximumRequests: 3)
    let request = HTTPRequest(url: try #require(URL(string: "https://h/")), fields: [:])
    _ = try? await client.engine.value(to: request, .category, for: budget) { _ in 0 }
    #expect(budget.requests == count)
    #expect(client.engine.gate.statistics().requests == count)
    #expect(counted.withLock { $0 } == count)
  }

  @Test func `only a request that was sent counts as a retry`() async throws {
    let exchange = FailingExchange(failure: .unreachable(detail: "refused"), isSent: false, reply: Self.empty)
    let places = try Fixture.places(over: exchange, retries: 4)
    _ = try await places.places(matching: Self.query().limited(to: .page(Fixture.page())), progress: nil)
    let statistics = places.client.engine.gate.statistics()
    #expect(statistics.requests == 1 && statistics.retries == 0)
  }

  @Test func `a row cancelled while it waits has used no request of the run, and delays no other`()
    async throws
  {
    let gate = GatedTime()
    let exchange = StubExchange.always(Self.empty)
    let places = try Fixture.places(over: exchange, requestsPerSecond: 0.1, budget: 3, time: gate.timekeeper)
    let (query, page) = (try Self.query(), try Fixture.page())
    _ = try await places.places(matching: query.limited(to: .page(page)), progress: nil)
    let waiting = (0..<5).map { _ in
      Task { try await places.places(matching: query.limited(to: .page(page)), progress: nil) }
    }
    await gate.untilSomebodySleeps()
    for task in waiting { task.cancel() }
    for task in waiting { await #expect(throws: PlaceSearchError.cancelled) { try await task.value } }
    #expect(places.client.engine.gate.statistics().requests == 1)
    gate.open()
    // Two requests of the budget are left, and the next one has its turn ten seconds after the first.
    for _ in 0..<2 { _ = try await places.places(matching: query.limited(to: .page(page)), progress: nil) }
    #expect(exchange.requests.count == 3)
    #expect(gate.elapsed == .seconds(20))
    await #expect(throws: PlaceSearchError.budgetSpent(requests: 3)) {
      try await places.places(matching: query.limited(to: .page(page)), progress: nil)
    }
    // There is no wait for a request that won't be sent.
    #expect(gate.elapsed == .seconds(20))
  }

  @Test func `waiting requests aren't sent after a refusal that applies to them too`() async throws {
    let refused = HTTPResponse.json(#"{"errorType":"AccessDeniedError","message":"no"}"#, status: 401)
    let exchange = StubExchange.always(refused)
    let gate = GatedTime()
    let places = try Fixture.places(over: exchange, requestsPerSecond: 0.1, time: gate.timekeeper)
    let start = gate.timekeeper.now()
    async let pending = Fixture.results(to: 16, of: places)
    let requests = places.client.engine.gate
    // A request that arrives after the failure is sent, so all must be waiting before it: one in flight and the rest
    // after it.
    while requests.denial(since: start) == nil || requests.waitingCount < 14 { await Task.yield() }
    gate.open()
    let results = try await pending
    #expect(results.allSatisfy { if case .failure(.keyRefused) = $0 { true } else { false } }, "\(results)")
    #expect(exchange.requests.count == 1)
    // A later request is sent again.
    gate.advance(by: .seconds(1))
    _ = try await Fixture.results(to: 1, of: places)
    #expect(exchange.requests.count == 2)
  }

  @Test func `a queue is left in order of entry, and by cancellation`() {
    var waiting = WaitingRequests()
    let budget = RequestBudget(start: .now, timeout: .seconds(1), maximumRequests: nil)
    var requests = (0..<8).map { _ in GateRequest(.category, for: budget, retries: 0) }
    let entered = (0..<7).map { waiting.isAtFront(&requests[$0]) }
    #expect(entered == [true] + Array(repeating: false, count: 6))
    #expect(waiting.countInLine == 6)
    let woken = [2, 5, 5, 0, 1, 3, 4, 6].map { index -> [Int] in
      waiting.leave(&requests[index])
      return waiting.takeWoken()
    }
    #expect(woken == [[], [], [], [2], [4], [5], [7], []])
    let isFront = waiting.isAtFront(&requests[7])
    #expect(isFront && waiting.countInLine == 0)
  }

  @Test func `a transfer is counted before it is abandoned, or never sent`() {
    let counted = Mutex(0)
    func transfer() -> Transfer {
      Transfer(deadline: .now.advanced(by: .seconds(60)), bodyLimit: 1) { counted.withLock { $0 += 1 } }
    }
    let sent = transfer()
    #expect(sent.noteSent())
    sent.abandon()
    #expect(counted.withLock { $0 } == 1)
    let abandoned = transfer()
    abandoned.abandon()
    #expect(!abandoned.noteSent())
    #expect(counted.withLock { $0 } == 1)
  }
}

/// Fails the first request, before or after it was sent, and answers the others.
private final class FailingExchange: HTTPExchange {
  private let failure: HTTPFailure
  private let isSent: Bool
  private let reply: HTTPResponse?
  private let count = Mutex(0)

  init(failure: HTTPFailure, isSent: Bool, reply: HTTPResponse? = nil) {
    (self.failure, self.isSent, self.reply) = (failure, isSent, reply)
  }

  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse {
    let number = count.withLock { count in
      count += 1
      return count
    }
    guard number > 1, let reply else {
      if isSent { whenSent() }
      throw failure
    }
    whenSent()
    return reply
  }
}

/// A clock that is advanced by a test.
private protocol TestClock: Sendable {
  var timekeeper: Timekeeper { get }
  var elapsed: Duration { get }
}

extension ManualTime: TestClock {}

/// A clock whose sleepers wait until the gate is opened; then it advances by itself.
private final class GatedTime: TestClock {
  private let time = ManualTime()
  private let state = ObservedValue((isOpen: false, sleeperCount: 0))

  var elapsed: Duration { time.elapsed }

  func advance(by duration: Duration) { time.advance(by: duration) }

  func open() { state.update { $0.isOpen = true } }

  func untilSomebodySleeps() async { await state.wait { $0.sleeperCount > 0 } }

  var timekeeper: Timekeeper {
    Timekeeper(
      now: time.timekeeper.now,
      sleep: { [self] until in
        state.update { $0.sleeperCount += 1 }
        await state.wait(until: \.isOpen)
        try Task.checkCancellation()
        try await time.timekeeper.sleep(until)
      },
      jitter: time.timekeeper.jitter
    )
  }
}

/// A clock that advances only while every request waits or has ended, so that no request computes while time passes,
/// however slow the machine is.
private final class SteppedTime: TestClock {
  private struct Sleeper {
    let until: ContinuousClock.Instant
    let promise: Promise<Bool>
  }

  private struct State {
    var now: ContinuousClock.Instant
    var sleepers: [Sleeper] = []
    var endCount = 0
  }

  private let start = ContinuousClock.now
  private let state: Mutex<State>

  init() { state = Mutex(State(now: start)) }

  var elapsed: Duration { start.duration(to: state.withLock { $0.now }) }

  func noteEnd() { state.withLock { $0.endCount += 1 } }

  /// Advances to the next time that a request sleeps for, until the given number of requests have ended.
  func advance(untilEnded count: Int, of processes: [KakaoPlaces]) async {
    while state.withLock({ $0.endCount }) < count {
      // A request moves from the queue to sleep and to its end. Reading in the opposite order counts none twice.
      let (endCount, sleeperCount) = state.withLock { ($0.endCount, $0.sleepers.count) }
      let waitingCount = processes.reduce(0) { $0 + $1.client.engine.gate.waitingCount }
      if sleeperCount > 0, endCount + sleeperCount + waitingCount == count {
        wakeNext()
      } else {
        await Task.yield()
      }
    }
  }

  private func wakeNext() {
    let woken = state.withLock { state in
      state.now = state.sleepers.map(\.until).min() ?? state.now
      let woken = state.sleepers.filter { $0.until <= state.now }
      state.sleepers.removeAll { $0.until <= state.now }
      return woken
    }
    for sleeper in woken { sleeper.promise.fulfill(true) }
  }

  var timekeeper: Timekeeper {
    Timekeeper(
      now: { [self] in state.withLock { $0.now } },
      sleep: { [self] until in
        let promise = Promise<Bool>()
        let isLater = state.withLock { state in
          guard until > state.now else { return false }
          state.sleepers.append(Sleeper(until: until, promise: promise))
          return true
        }
        if isLater { _ = await promise.value(whenCancelled: false) }
        try Task.checkCancellation()
      },
      jitter: { 0.5 }
    )
  }
}
