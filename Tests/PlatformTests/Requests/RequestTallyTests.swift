import Domain
import Testing

@testable import Platform

struct RequestTallyTests {
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
