import Domain
import Testing

@testable import Platform

struct RequestPaceTests {
  private let start = ContinuousClock.now

  private func milliseconds(_ pace: inout RequestPace, at offset: Int) -> Int? {
    let now = start.advanced(by: .milliseconds(offset))
    return pace.slot(at: now, before: start.advanced(by: .seconds(100))).map {
      let wait = start.duration(to: $0)
      return Int((wait / .milliseconds(1)).rounded())
    }
  }

  @Test func `slots are evenly spaced from the first one on`() {
    var pace = RequestPace(requestsPerSecond: 10)
    #expect((0..<5).map { _ in milliseconds(&pace, at: 0) } == [0, 100, 200, 300, 400])
  }

  @Test func `time that nobody used is not saved up`() {
    var pace = RequestPace(requestsPerSecond: 10)
    _ = milliseconds(&pace, at: 0)
    #expect((0..<3).map { _ in milliseconds(&pace, at: 5_000) } == [5_000, 5_100, 5_200])
  }

  @Test func `a slot after the deadline is not taken`() {
    var pace = RequestPace(requestsPerSecond: 1)
    #expect(pace.slot(at: start, before: start.advanced(by: .milliseconds(500))) == start)
    #expect(pace.slot(at: start, before: start.advanced(by: .milliseconds(500))) == nil)
    #expect(milliseconds(&pace, at: 0) == 1_000)
  }

  @Test func `an overload halves the rate once, however many requests it hits`() {
    var pace = RequestPace(requestsPerSecond: 10)
    for offset in [0, 10, 20, 30] { pace.brake(at: start.advanced(by: .milliseconds(offset)), pause: nil) }
    #expect(pace.rate == 5)
    pace.brake(at: start.advanced(by: .seconds(1)), pause: nil)
    #expect(pace.rate == 2.5)
  }

  @Test func `the rate never falls to zero and recovers with success`() {
    var pace = RequestPace(requestsPerSecond: 10)
    for second in 0..<20 { pace.brake(at: start.advanced(by: .seconds(second * 3)), pause: nil) }
    #expect(pace.rate == RequestPace.minimumRate)
    for _ in 0..<100 { pace.release() }
    #expect(pace.rate == 10)
  }

  @Test func `an unlimited rate falls to a limit and becomes unlimited again`() {
    var pace = RequestPace(requestsPerSecond: 0)
    pace.brake(at: start, pause: nil)
    #expect(pace.rate == RequestPace.firstReducedRate)
    for _ in 0..<100 { pace.release() }
    #expect(pace.rate == nil)
  }
}

struct AnswerTimeTests {
  @Test func `before any answer an attempt gets half of the time, after it twenty times the typical answer time`() {
    var time = AnswerTime()
    #expect(time.attemptTimeout(timeLeft: .seconds(10)) == .seconds(5))
    #expect(time.attemptTimeout(timeLeft: .milliseconds(700)) == .milliseconds(700))
    time.record(.milliseconds(100))
    #expect(time.attemptTimeout(timeLeft: .seconds(10)) == .seconds(2))
    #expect(time.attemptTimeout(timeLeft: .seconds(3)) == .milliseconds(1_500))
    time.record(.milliseconds(900))
    #expect(time.attemptTimeout(timeLeft: .seconds(60)) == .seconds(4))
  }

  @Test func `the timeout of an attempt is at least a second, if that is left`() {
    var time = AnswerTime()
    time.record(.milliseconds(1))
    #expect(time.attemptTimeout(timeLeft: .seconds(10)) == .seconds(1))
    #expect(time.attemptTimeout(timeLeft: .milliseconds(1_200)) == .seconds(1))
  }

  @Test func `an attempt after one that timed out leaves a service that became slow the time it needs`() {
    var time = AnswerTime()
    time.record(.milliseconds(10))
    let timeouts = (0..<4).map { time.attemptTimeout(timeLeft: .seconds(60), timeoutCount: $0) }
    #expect(timeouts == [.seconds(1), .seconds(5), .seconds(10), .seconds(20)])
    #expect(time.attemptTimeout(timeLeft: .seconds(9), timeoutCount: 1) == .seconds(5))
    #expect(time.attemptTimeout(timeLeft: .seconds(4), timeoutCount: 2) == .seconds(4))
    #expect(time.attemptTimeout(timeLeft: .seconds(600), timeoutCount: .max) == .seconds(160))
    time.record(.seconds(1))
    #expect(time.attemptTimeout(timeLeft: .seconds(600), timeoutCount: 2) > .seconds(10))
  }

  @Test func `no request has no times`() {
    let statistics = RequestTally().statistics()
    #expect(statistics.requests == 0 && statistics.retries == 0)
    #expect(statistics.median == nil && statistics.percentile95 == nil)
  }

  @Test(arguments: [Duration.microseconds(3), .microseconds(900), .milliseconds(7), .seconds(2), .seconds(40_000)])
  func `shares of times are exact to 5 % and never too short`(unit: Duration) throws {
    let tally = RequestTally()
    // 1, 2, … 100 units, in an order that is none.
    for number in 0..<100 {
      let isRetry = number % 10 == 0
      #expect(tally.begin(isRetry: isRetry))
      let duration = unit * (number * 37 % 100 + 1) / 100
      tally.end(RequestAttempt(outcome: .status(200), duration: duration, isRetry: isRetry), isAnswered: true)
    }
    let statistics = tally.statistics()
    #expect(statistics.requests == 100 && statistics.retries == 10)
    for (share, time) in [(50, try #require(statistics.median)), (95, try #require(statistics.percentile95))] {
      let exact = unit * share / 100
      #expect(time >= exact && time <= exact * 105 / 100 + .microseconds(2), "\(time) for \(exact)")
    }
  }

  @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(10_000_000)])
  func `no time is too short or too long to be counted`(time: Duration) {
    let tally = RequestTally()
    tally.end(RequestAttempt(outcome: .status(200), duration: time, isRetry: false), isAnswered: true)
    #expect(tally.statistics().median != nil)
  }
}
