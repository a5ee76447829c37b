import Domain
import Testing

@testable import App

@Suite
struct ErrorReportTests {
  @Test(arguments: [
    (PlaceSearchError.keyMissing, "key_missing", Int32(3), false),
    (.keyRefused(status: 401, message: nil), "key_refused", 3, false),
    (.keyRefused(status: 403, message: "App disabled"), "key_refused", 3, false),
    (.quotaExhausted(status: 429, message: nil), "quota_exhausted", 4, false),
    (.throttled(status: 503, retryAfter: .seconds(2)), "throttled", 5, true),
    (.requestRejected(status: 400, code: -2, message: "page is more than max"), "request_rejected", 2, false),
    (.serviceFailing(status: 500, code: nil, message: nil), "service_failing", 5, true),
    (.unreachable(host: "dapi.kakao.com", detail: "Connection refused."), "unreachable", 5, true),
    (.networkNotSetUp(host: "h", .processFilesMissing), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .libraryMissing), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .libraryDamaged(detail: "too short.")), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .libraryTooOld(version: "7.61.1")), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .certificatesMissing), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .certificatesUnreadable(path: "/x.pem")), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .certificateRejected(detail: "expired")), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .proxyRefused(status: 407)), "network_not_set_up", 5, false),
    (.networkNotSetUp(host: "h", .proxyRefused(status: 503)), "network_not_set_up", 5, false),
    (.timedOut(after: .seconds(10)), "timed_out", 5, true),
    (.untrustworthy(.contentType("text/html")), "untrustworthy_answer", 7, true),
    (.untrustworthy(.notUTF8), "untrustworthy_answer", 7, true),
    (.untrustworthy(.unreadable(detail: "no meta")), "untrustworthy_answer", 7, true),
    (.untrustworthy(.tooLarge(limit: 8_388_608)), "untrustworthy_answer", 7, true),
    (.untrustworthy(.centerIgnored), "untrustworthy_answer", 7, false),
    (.untrustworthy(.redirected(host: "evil.example")), "untrustworthy_answer", 7, true),
    (.untrustworthy(.status(418)), "untrustworthy_answer", 7, true),
    (.endpointUnusable("x", .malformed), "endpoint_unusable", 2, false),
    (.endpointUnusable("http://example.com", .plainHTTPToRemoteHost), "endpoint_unusable", 2, false),
    (.unsupported(.outsideServiceArea(.gangnam, looksSwapped: true)), "unsupported", 2, false),
    (.unsupported(.categoryWithoutArea), "unsupported", 2, false),
    (.unsupported(.severalCategoriesOnOnePage), "unsupported", 2, false),
    (.fileUnreadable(path: "x", reason: "No such file"), "file_unreadable", 1, false),
    (.dataUnusable(path: "x", reason: "cut short"), "data_unusable", 7, false),
    (.cancelled, "cancelled", 130, false),
  ])
  func `a failed search has a code, a status and whether to retry`(
    error: PlaceSearchError,
    code: String,
    status: Int32,
    isRetryable: Bool
  ) {
    let report = Failure(error)
    #expect(report.code == code)
    #expect(report.status.rawValue == status)
    #expect(report.isRetryable == isRetryable)
    #expect(report.message.hasSuffix(".") || report.message.hasSuffix("?"))
  }

  @Test func `a quota that resets soon says when`() {
    let message = Failure(.quotaExhausted(status: 429, retryAfter: .seconds(120), message: nil)).message
    #expect(message.contains("asks to wait") && !message.contains("midnight"))
  }

  @Test func `coordinates that look swapped are shown the right way round`() throws {
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let message = Failure(.unsupported(.outsideServiceArea(point, looksSwapped: true))).message
    #expect(message.contains("swapped"))
    #expect(message.contains("127,37.5"))
  }

  @Test func `an error is one sentence or one line of JSON`() {
    let report = Failure(PlaceSearchError.timedOut(after: .milliseconds(500)))
    #expect(
      String(decoding: report.bytes(as: .text), as: UTF8.self)
        == "placefind: No answer within 500 ms. Try again, or allow more time with --timeout.\n"
    )
    #expect(
      String(decoding: report.bytes(as: .json), as: UTF8.self)
        == #"{"error":{"code":"timed_out","message":"No answer within 500 ms. Try again, or allow more time with "#
        + #"--timeout.","retryable":true,"exit":5}}"# + "\n"
    )
  }

  @Test func `a name in an advised command is quoted for the shell`() {
    let report = Failure(.notAnIndex(path: "a b$(x).csv"))
    #expect(report.message.contains("index build 'a b$(x).csv'`"))
    #expect(Failure(.notAnIndex(path: "standard input")).message.contains("`placefind index build FILE`"))
    let rows = InputReport(path: "a.csv", rowCount: 1, placeCount: 1, ungroupedCount: 1, categoryColumn: "it's")
    #expect(Failure.sentences(for: rows).joined().contains(#"--category-column 'it'\''s' may"#))
  }

  @Test(arguments: [("a b.csv", "'a b.csv'=WORD sets it for all."), ("standard input", "-c WORD sets it for all.")])
  func `a category for all rows is proposed as it can be written`(path: String, advice: String) {
    let rows = InputReport(path: path, rowCount: 1, placeCount: 1, ungroupedCount: 1)
    #expect(Failure.sentences(for: rows).joined().hasSuffix("; \(advice)"))
    let sentence = Failure.sentences(for: rows, isBuilding: false).joined()
    #expect(sentence.hasSuffix("; with `placefind index build`, \(advice)"), "\(sentence)")
  }

  @Test func `a service cannot steer the terminal through an error`() {
    let report = Failure(.keyRefused(status: 401, message: "a\u{1B}[2Jb\nc"))
    let text = String(decoding: report.bytes(as: .text), as: UTF8.self)
    #expect(text.contains("a[2Jb c"))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }
}
