import Domain
import Testing

@testable import Platform

/// The pace of a process, in memory.
struct RequestRateTests {
  private let call = Service.Call(name: "one", purposes: [])
  private let time = ManualTime(jitter: 0)
  private let start = ContinuousClock.now

  private func pace(of rate: Double, late: Duration = .zero) -> Pace {
    let timekeeper = time.timekeeper
    let late = Timekeeper(
      now: timekeeper.now,
      sleep: { try await timekeeper.sleep($0.advanced(by: late)) },
      jitter: timekeeper.jitter
    )
    return Pace(requestsPerSecond: rate, time: late)
  }

  private func turn(in pace: Pace, report: (Duration) -> Void = { _ in }) async throws -> Pace.Turn {
    let budget = RequestBudget(start: time.timekeeper.now(), timeout: .seconds(60), maximumRequests: nil)
    return try #require(try await pace.turn(of: call, for: budget) { wait, _ in report(wait) })
  }

  /// Returns the times in milliseconds at which consecutive requests are sent.
  private func sent(_ count: Int, in pace: Pace) async throws -> [Int] {
    var times: [Int] = []
    for _ in 0..<count {
      try await turn(in: pace).take()
      times.append(Int((time.elapsed / .milliseconds(1)).rounded()))
    }
    return times
  }

  @Test(
    arguments: [
      (0, [0, 100, 200, 300, 400]), (30, [0, 130, 230, 330, 430]),
      // A process that was suspended doesn't catch up in a burst.
      (5_000, [0, 5_100, 10_150]),
    ] as [(Int, [Int])]
  )
  func `slots are evenly spaced from the first one, even if timers are late`(late: Int, times: [Int]) async throws {
    #expect(try await sent(times.count, in: pace(of: 10, late: .milliseconds(late))) == times)
  }

  @Test func `unused time isn't saved up`() async throws {
    let pace = pace(of: 10)
    _ = try await sent(1, in: pace)
    time.advance(by: .seconds(5))
    #expect(try await sent(3, in: pace) == [5_000, 5_100, 5_200])
  }

  @Test func `a waiting query holds no slot, so that another can use it`() async throws {
    let pace = pace(of: 1)
    _ = try await sent(1, in: pace)
    for _ in 0..<10 { try await turn(in: pace).end() }
    #expect(try await sent(1, in: pace) == [1_000])
  }

  @Test func `a pause requested by the service is distinct from the interval of the pace`() async throws {
    let pace = pace(of: 10)
    let busy = Refusal(.throttled(status: 503, retryAfter: .seconds(3)), status: 503, rest: nil)
    let first = try await turn(in: pace)
    first.postponeNext(by: .seconds(3), after: busy)
    #expect(!first.isDue)
    time.advance(by: .seconds(1))
    first.postponeNext(by: .seconds(1), after: busy)
    pace.brake()
    var waits: [Duration] = []
    try await turn(in: pace) { waits.append($0) }.take()
    #expect(waits == [.seconds(2)] && time.elapsed == .seconds(3))
    waits = []
    try await turn(in: pace) { waits.append($0) }.take()
    #expect(waits.isEmpty && time.elapsed == .milliseconds(3_200))
  }

  @Test func `a pause beyond the deadline is the error of the refusal`() async throws {
    let pace = pace(of: 0)
    let refusal = Refusal(.serviceFailing(status: 500, code: nil, message: "down"), status: 500, rest: .seconds(90))
    try await turn(in: pace).postponeNext(by: .seconds(90), after: refusal)
    await #expect(throws: refusal.error) { try await turn(in: pace) }
  }

  @Test func `an overload halves the rate once, however many requests it hits`() {
    var rate = RequestRate(requestsPerSecond: 10)
    for offset in [0, 10, 20, 30] { rate.brake(at: start.advanced(by: .milliseconds(offset))) }
    #expect(rate.rate == 5)
    rate.brake(at: start.advanced(by: .seconds(1)))
    #expect(rate.rate == 2.5)
  }

  @Test func `the rate never falls to zero and recovers with success`() {
    var rate = RequestRate(requestsPerSecond: 10)
    for second in 0..<20 { rate.brake(at: start.advanced(by: .seconds(second * 3))) }
    #expect(rate.rate == RequestRate.minimumRate)
    for _ in 0..<100 { rate.release() }
    #expect(rate.rate == 10)
  }

  @Test func `an unlimited rate falls to a limit and becomes unlimited again`() {
    var rate = RequestRate(requestsPerSecond: 0)
    rate.brake(at: start)
    #expect(rate.rate == RequestRate.firstReducedRate)
    for _ in 0..<100 { rate.release() }
    #expect(rate.rate == nil)
  }
}

struct ResponseTimeTests {
  @Test func `an attempt gets half of the time before any response, and twenty times the typical time afterwards`() {
    var time = ResponseTime()
    #expect(time.attemptTimeout(timeLeft: .seconds(10)) == .seconds(5))
    #expect(time.attemptTimeout(timeLeft: .milliseconds(700)) == .milliseconds(700))
    time.record(.milliseconds(100))
    #expect(time.attemptTimeout(timeLeft: .seconds(10)) == .seconds(2))
    #expect(time.attemptTimeout(timeLeft: .seconds(3)) == .milliseconds(1_500))
    time.record(.milliseconds(900))
    #expect(time.attemptTimeout(timeLeft: .seconds(60)) == .seconds(4))
  }

  @Test func `the timeout of an attempt is at least a second, if that is left`() {
    var time = ResponseTime()
    time.record(.milliseconds(1))
    #expect(time.attemptTimeout(timeLeft: .seconds(10)) == .seconds(1))
    #expect(time.attemptTimeout(timeLeft: .milliseconds(1_200)) == .seconds(1))
  }

  @Test func `an attempt after a timeout gives a slow service more time`() {
    var time = ResponseTime()
    time.record(.milliseconds(10))
    let timeouts = (0..<4).map { time.attemptTimeout(timeLeft: .seconds(60), timeoutCount: $0) }
    #expect(timeouts == [.seconds(1), .seconds(5), .seconds(10), .seconds(20)])
    #expect(time.attemptTimeout(timeLeft: .seconds(9), timeoutCount: 1) == .seconds(5))
    #expect(time.attemptTimeout(timeLeft: .seconds(4), timeoutCount: 2) == .seconds(4))
    #expect(time.attemptTimeout(timeLeft: .seconds(600), timeoutCount: .max) == .seconds(160))
    time.record(.seconds(1))
    #expect(time.attemptTimeout(timeLeft: .seconds(600), timeoutCount: 2) > .seconds(10))
  }

  @Test func `statistics without requests have no times`() {
    let statistics = RequestTally().statistics
    #expect(statistics.requests == 0 && statistics.retries == 0)
    #expect(statistics.median == nil && statistics.percentile95 == nil)
  }

  @Test(arguments: [Duration.microseconds(3), .microseconds(900), .milliseconds(7), .seconds(2), .seconds(40_000)])
  func `shares of times are exact to 5 % and never too short`(unit: Duration) throws {
    var tally = RequestTally()
    // 1, 2, … 100 units, in an unsorted order.
    for number in 0..<100 {
      let isRetry = number % 10 == 0
      tally.begin(isRetry: isRetry)
      let duration = unit * (number * 37 % 100 + 1) / 100
      tally.end(RequestAttempt(outcome: .status(200), duration: duration, isRetry: isRetry), hasResponse: true)
    }
    let statistics = tally.statistics
    #expect(statistics.requests == 100 && statistics.retries == 10)
    for (share, time) in [(50, try #require(statistics.median)), (95, try #require(statistics.percentile95))] {
      let exact = unit * share / 100
      #expect(time >= exact && time <= exact * 105 / 100 + .microseconds(2), "\(time) for \(exact)")
    }
  }

  @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(10_000_000)])
  func `no time is too short or too long to be counted`(time: Duration) {
    var tally = RequestTally()
    tally.end(RequestAttempt(outcome: .status(200), duration: time, isRetry: false), hasResponse: true)
    #expect(tally.statistics.median != nil)
  }

  private static let transient: [PlaceSearchError] = [
    .throttled(status: 503, retryAfter: nil), .serviceFailing(status: 502, code: nil, message: nil),
    .serviceFailing(status: 400, code: -1, message: nil), .unreachable(host: "h", detail: "reset"),
    .timedOut(after: .seconds(1)), .untrustworthy(.notUTF8), .untrustworthy(.unreadable(detail: "not JSON")),
    .untrustworthy(.contentType(nil)),
  ]
  private static let final: [PlaceSearchError] = [
    .keyMissing(.kakao), .keyRefused(.kakao, status: 401, message: nil), .keyRefused(.kakao, status: 403, message: nil),
    .quotaExhausted(.kakao, status: 400, message: nil), .requestRejected(status: 400, code: -2, message: nil),
    .untrustworthy(.tooLarge(limit: 1)), .untrustworthy(.redirected(host: nil)), .untrustworthy(.centerIgnored),
    .untrustworthy(.status(304)), .cancelled,
  ]

  @Test(arguments: transient)
  func `transient errors are retried, with growing waits up to a limit`(error: PlaceSearchError) {
    var schedule = RetrySchedule(retries: 7)
    let waits = (0..<8).map { _ in schedule.wait(after: Refusal(error), timeLeft: .seconds(60), jitter: 0.5) }
    #expect(
      waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600)]
        + [.milliseconds(2_500), .milliseconds(2_500), nil]
    )
  }

  @Test(arguments: final)
  func `permanent errors are not retried`(error: PlaceSearchError) {
    var schedule = RetrySchedule(retries: 100)
    #expect(schedule.wait(after: Refusal(error), timeLeft: .seconds(60), jitter: 0.5) == nil)
  }

  @Test func `the wait is random between zero and the limit`() {
    for jitter in [0.0, 0.25, 0.999] {
      var schedule = RetrySchedule(retries: 1)
      let wait = schedule.wait(after: Refusal(.timedOut(after: .zero)), timeLeft: .seconds(60), jitter: jitter)
      #expect(wait == RetrySchedule.firstWait * jitter)
    }
  }

  @Test func `the wait requested by the service is respected, and abandoned if it outlasts the query`() {
    var schedule = RetrySchedule(retries: 4)
    let error = PlaceSearchError.throttled(status: 503, retryAfter: .seconds(7))
    #expect(schedule.wait(after: Refusal(error), timeLeft: .seconds(60), jitter: 0) == .seconds(7))
    #expect(schedule.wait(after: Refusal(error), timeLeft: .seconds(7), jitter: 0) == nil)
  }

  @Test func `a service that needs a pause gets it, and then a single retry`() {
    let failures: [PlaceSearchError] = [
      .throttled(status: 504, retryAfter: .seconds(30)), .serviceFailing(status: 500, code: nil, message: nil),
      .untrustworthy(.notUTF8), .untrustworthy(.unreadable(detail: "not JSON")), .untrustworthy(.contentType(nil)),
    ]
    for error in failures {
      var schedule = RetrySchedule(retries: 7)
      let refusal = Refusal(.failing, wait: .seconds(30), error)
      #expect(schedule.wait(after: refusal, timeLeft: .seconds(300), jitter: 0) == .seconds(30))
      #expect(schedule.wait(after: refusal, timeLeft: .seconds(300), jitter: 0) == nil)
      #expect(!schedule.isOutOfTime)
    }
    // A slot will become free, and a broken connection says nothing about the service.
    for error in [
      PlaceSearchError.throttled(status: 429, retryAfter: .seconds(30)), .unreachable(host: "h", detail: "x"),
    ] {
      var schedule = RetrySchedule(retries: 2)
      let waits = (0..<3).map { _ in schedule.wait(after: Refusal(error), timeLeft: .seconds(300), jitter: 0) }
      #expect(waits.map { $0 == nil } == [false, false, true])
    }
  }

  @Test func `a query that may take for ever is given a year`() {
    let start = ContinuousClock.now
    let budget = RequestBudget(start: start, timeout: .seconds(Int64.max), maximumRequests: nil)
    #expect(budget.deadline(at: start) == start.advanced(by: .seconds(365 * 86_400)))
  }

  @Test func `the clock of a query stops while all its requests wait for the pace, and only then`() {
    let start = ContinuousClock.now
    let budget = RequestBudget(start: start, timeout: .seconds(10), maximumRequests: nil)
    func at(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }
    budget.beginRequest(at: at(1))
    budget.beginWait(at: at(2))
    #expect(budget.elapsed(at: at(50)) == .seconds(2))
    #expect(budget.deadline(at: at(50)) == at(58))
    // The other request of the query is sent at once.
    budget.beginRequest(at: at(50))
    #expect(budget.elapsed(at: at(53)) == .seconds(5))
    budget.endRequest(at: at(53))
    budget.endWait(at: at(60))
    #expect(budget.elapsed(at: at(61)) == .seconds(6))
    budget.endRequest(at: at(61))
    #expect(budget.deadline(at: at(61)) == at(65))
  }
}
