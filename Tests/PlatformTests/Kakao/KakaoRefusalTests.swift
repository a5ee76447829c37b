import Domain
import Foundation
import Testing

@testable import Platform

struct KakaoRefusalTests {
  private func error(_ status: Int, _ body: String, fields: [String: String] = [:]) -> PlaceSearchError {
    KakaoRefusal(reading: .json(body, status: status, fields: fields)).error
  }

  @Test(arguments: [
    (
      401, #"{"errorType":"AccessDeniedError","message":"gone"}"#,
      PlaceSearchError.keyRefused(.kakao, status: 401, message: "gone")
    ),
    (401, #"{"code":-401,"msg":"bad"}"#, .keyRefused(.kakao, status: 401, code: -401, message: "bad")),
    (401, "<html>", .keyRefused(.kakao, status: 401, message: nil)),
    (
      403, #"{"errorType":"NotAuthorizedError","message":"App(mine) disabled OPEN_MAP_AND_LOCAL service."}"#,
      .keyRefused(.kakao, status: 403, message: "App(mine) disabled OPEN_MAP_AND_LOCAL service.")
    ),
    (403, #"{"code":-3,"msg":"off"}"#, .keyRefused(.kakao, status: 403, code: -3, message: "off")),
    (403, #"{"code":-4,"msg":"restricted"}"#, .keyRefused(.kakao, status: 403, code: -4, message: "restricted")),
    (408, "", .serviceFailing(status: 408, code: nil, message: nil)),
    (425, "", .serviceFailing(status: 425, code: nil, message: nil)),
    (400, #"{"errorType":"InvalidArgument","message":"m"}"#, .requestRejected(status: 400, code: nil, message: "m")),
    (400, #"{"code":-2,"msg":"m"}"#, .requestRejected(status: 400, code: -2, message: "m")),
    (400, #"{"code":-1,"msg":"m"}"#, .serviceFailing(status: 400, code: -1, message: "m")),
    (400, #"{"code":-7,"msg":"m"}"#, .serviceFailing(status: 400, code: -7, message: "m")),
    (400, #"{"code":-10,"msg":"m"}"#, .quotaExhausted(.kakao, status: 400, message: "m")),
    (400, #"{"code":-11,"msg":"m"}"#, .quotaExhausted(.kakao, status: 400, message: "m")),
    (400, #"{"code":"-10","msg":"m"}"#, .quotaExhausted(.kakao, status: 400, message: "m")),
    (400, #"{"code":-10,"msg":5}"#, .quotaExhausted(.kakao, status: 400, message: nil)),
    (400, #"{"errorType":5,"message":"m"}"#, .requestRejected(status: 400, code: nil, message: "m")),
    (
      429, #"{"errorType":"RequestThrottled","message":"API limit has been exceeded."}"#,
      .quotaExhausted(.kakao, status: 429, message: "API limit has been exceeded.")
    ),
    (503, "", .throttled(status: 503, retryAfter: nil)),
    (500, "oops", .serviceFailing(status: 500, code: nil, message: nil)),
    (502, "{}", .serviceFailing(status: 502, code: nil, message: nil)),
    (414, "", .requestRejected(status: 414, code: nil, message: nil)),
    (404, "", .untrustworthy(.status(404))), (405, "", .untrustworthy(.status(405))),
    (204, "", .untrustworthy(.status(204))),
    (304, "", .untrustworthy(.status(304))), (302, "", .untrustworthy(.redirected(host: nil))),
  ])
  func `each refusal becomes its typed error`(status: Int, body: String, expected: PlaceSearchError) {
    #expect(error(status, body) == expected)
  }

  @Test(arguments: [
    ("text/plain", "the key\n is blocked ", "the key is blocked"), ("text/html", "<h1>no</h1>", nil),
    ("text/plain; charset=utf-8", String(repeating: "x", count: 301), nil), ("Text/Plain", " \n", nil),
  ])
  func `a short plain text is a reason`(type: String, body: String, expected: String?) {
    let response = HTTPResponse(status: 401, fields: ["content-type": type], body: Data(body.utf8))
    #expect(KakaoRefusal(reading: response).error == .keyRefused(.kakao, status: 401, message: expected))
  }

  @Test func `the requested wait and the target of a redirect are in the error`() {
    #expect(error(429, "", fields: ["retry-after": "9"]) == .throttled(status: 429, retryAfter: .seconds(9)))
    #expect(
      error(429, #"{"code":-10}"#, fields: ["retry-after": "9"])
        == .quotaExhausted(.kakao, status: 429, retryAfter: .seconds(9), message: nil)
    )
    #expect(error(503, "", fields: ["retry-after": "3"]) == .throttled(status: 503, retryAfter: .seconds(3)))
    #expect(
      error(302, "", fields: ["location": "https://evil.example/x"])
        == .untrustworthy(.redirected(host: "evil.example"))
    )
  }
}
