import Domain
import Testing

@testable import Platform

struct RetryScheduleTests {
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
  func `transient errors are retried, with growing waits up to a bound`(error: PlaceSearchError) {
    var schedule = RetrySchedule(retries: 7)
    let waits = (0..<8).map { _ in schedule.wait(after: error, timeLeft: .seconds(60), jitter: 0.5) }
    #expect(
      waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600)]
        + [.milliseconds(2_500), .milliseconds(2_500), nil]
    )
  }

  @Test(arguments: final)
  func `permanent errors are not retried`(error: PlaceSearchError) {
    var schedule = RetrySchedule(retries: 100)
    #expect(schedule.wait(after: error, timeLeft: .seconds(60), jitter: 0.5) == nil)
  }

  @Test func `the wait is drawn from nothing up to the bound`() {
    for jitter in [0.0, 0.25, 0.999] {
      var schedule = RetrySchedule(retries: 1)
      let wait = schedule.wait(after: .timedOut(after: .zero), timeLeft: .seconds(60), jitter: jitter)
      #expect(wait == RetrySchedule.firstWait * jitter)
    }
  }

  @Test func `the wait that the service asks for is kept, and given up when it outlasts the query`() {
    var schedule = RetrySchedule(retries: 4)
    let error = PlaceSearchError.throttled(status: 503, retryAfter: .seconds(7))
    #expect(schedule.wait(after: error, timeLeft: .seconds(60), jitter: 0) == .seconds(7))
    #expect(schedule.wait(after: error, timeLeft: .seconds(7), jitter: 0) == nil)
  }

  @Test func `a query that may take for ever is given a year`() {
    let start = ContinuousClock.now
    let budget = RequestBudget(start: start, timeout: .seconds(Int64.max), maximumRequests: nil)
    #expect(budget.deadline == start.advanced(by: .seconds(365 * 86_400)))
  }
}
