import Domain
import Testing

@testable import App

struct OrderingTests {
  @Test func `queries without a response are an outage, even while older responses still arrive`() {
    var breaker = CircuitBreaker(threshold: 3)
    _ = breaker.noteNoResponse(rows: [1], queriesSent: 4)
    _ = breaker.noteResponse(to: 2)
    _ = breaker.noteNoResponse(rows: [2], queriesSent: 4)
    // The last query that was sent before the failures.
    _ = breaker.noteResponse(to: 4)
    #expect(breaker.noteNoResponse(rows: [3], queriesSent: 5) == .outage)
  }

  @Test func `at the end pending failures have failed if the service ever responded, else it is an outage`() {
    var up = CircuitBreaker(threshold: 9)
    _ = up.noteResponse(to: 1)
    _ = up.noteNoResponse(rows: [4], queriesSent: 2)
    #expect(up.finish() == .failed([4]))
    var failing = CircuitBreaker(threshold: 9)
    _ = failing.noteNoResponse(rows: [4], queriesSent: 2, hasContact: true)
    #expect(failing.finish() == .failed([4]))
    var down = CircuitBreaker(threshold: 9)
    _ = down.noteNoResponse(rows: [4], queriesSent: 1)
    #expect(down.finish() == .outage)
  }

  @Test func `eight equal rejections in a row stop the run, unless a row explains them`() {
    let error = PlaceSearchError.requestRejected(status: 400, code: -2, message: "no")
    let other = PlaceSearchError.requestRejected(status: 400, code: -2, message: "radius is more than max")
    var breaker = CircuitBreaker(threshold: 64)
    let verdicts = (1...8).map { breaker.noteRejection(error, rows: [$0], queriesSent: $0) }
    #expect(verdicts == Array(repeating: .undecided, count: 7) + [.outage])
    var mixed = CircuitBreaker(threshold: 64)
    for row in 1...40 {
      #expect(mixed.noteRejection(row % 8 == 0 ? other : error, rows: [row], queriesSent: row) == .undecided)
    }
    var interrupted = CircuitBreaker(threshold: 64)
    for row in 1...7 { _ = interrupted.noteRejection(error, rows: [row], queriesSent: row) }
    #expect(interrupted.noteResponse(to: 8) == .failed(Array(1...7)))
    #expect(interrupted.noteRejection(error, rows: [9], queriesSent: 9) == .undecided)
  }

  @Test(arguments: [
    ResponseError.contentType("text/html"), .notUTF8, .unreadable(detail: "it ends early"),
    .redirected(host: "portal.example"), .redirected(host: nil), .status(404), .status(204), .status(405),
  ])
  func `errors that no row can cause are reported as failures of the service`(error: ResponseError) {
    #expect(FailureDisposition(.untrustworthy(error)) == .noResponse(hasContact: true))
    #expect(FailureDisposition(.untrustworthy(.otherQuery(place: "곳", .outsideArea))) == .failed)
    #expect(FailureDisposition(.requestRejected(status: 400, code: nil, message: nil)) == .rejected)
  }

  @Test func `a wait requested of all clients says nothing about the row`() {
    let refusal = PlaceSearchError.throttled(status: 429, retryAfter: .seconds(300))
    #expect(FailureDisposition(refusal) == .noResponse(hasContact: false))
    let rest = PlaceSearchError.throttled(status: 504, retryAfter: .seconds(30), isRequested: false)
    #expect(FailureDisposition(rest) == .noResponse(hasContact: true))
  }

  @Test(arguments: [
    ("0", 1, 1, true), ("2", 2, 9, false), ("2", 3, 9, true), ("5%", 50, 99, false), ("5%", 6, 100, true),
    ("5%", 5, 100, false),
  ])
  func `the number of errors allowed is a number or a share`(text: String, errors: Int, rows: Int, isOver: Bool) throws
  {
    #expect(try #require(ErrorLimit(text)).isExceeded(errors: errors, rows: rows) == isOver)
  }

  @Test func `an invalid number of errors is refused`() throws {
    for text in ["", "x", "-1", "101%", "%", "1.5", "0x5%", "nan%"] { #expect(ErrorLimit(text) == nil) }
  }
}

struct BatchEndTests {
  @Test func `a run that errors stopped reports the number of finished rows`() throws {
    var tally = BatchTally()
    tally.count(Failure(PlaceSearchError.cancelled), as: .failed, row: 1)
    let end = BatchEnd(exceeding: .count(0), tally)
    for _ in 0..<15 { tally.count(.onePlace, of: [.group(.gas)], limit: 1, row: 2) }
    let failure = try #require(end.flatMap { $0.failure(of: tally, Resumption(wasForced: false)) })
    let message = failure.message
    #expect(message.contains("1 of 1 row has no result") && message.contains("16 rows have a record"), "\(message)")
    let resumption = Resumption(wasForced: false, isResumed: true)
    let resumed = try #require(end.flatMap { $0.failure(of: tally, resumption) }).message
    #expect(resumed.contains("At least 16 rows have a record"), "\(resumed)")
  }

  @Test(arguments: [BatchEnd.interrupted(.interrupt), .source(.serviceFailing(status: 500, code: nil, message: nil))])
  func `a run that was to replace its output is continued without that`(end: BatchEnd) throws {
    var tally = BatchTally()
    tally.count(Failure(PlaceSearchError.cancelled), as: .failed, row: 1)
    let forced = try #require(end.failure(of: tally, Resumption(wasForced: true))).message
    #expect(forced.hasSuffix("Run the same command with --resume in place of --force to continue."), "\(forced)")
    let plain = try #require(end.failure(of: tally, Resumption(wasForced: false))).message
    #expect(plain.hasSuffix("Run the same command with --resume to continue."), "\(plain)")
    let table = try #require(end.failure(of: tally, nil)).message
    #expect(table.hasSuffix("That needs --output FILE and, with a service, NDJSON without --nearest."), "\(table)")
  }
}
