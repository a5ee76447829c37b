import Domain
import Foundation
import Testing

@testable import Platform

struct ServiceAddressTests {
  @Test(arguments: [
    ("https://dapi.kakao.com", "https://dapi.kakao.com"), ("https://dapi.kakao.com/", "https://dapi.kakao.com"),
    ("HTTPS://dapi.kakao.com:8443", "https://dapi.kakao.com:8443"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://127.9.8.7", "http://127.9.8.7"),
    ("http://localhost:1", "http://localhost:1"), ("http://[::1]:80", "http://[::1]:80"),
  ])
  func `an address that keeps the key safe is accepted`(text: String, base: String) throws {
    #expect(try ServiceAddress(text, example: "https://example.com").base == base)
  }

  @Test(arguments: [
    "http://dapi.kakao.com", "http://127.0.0.1.evil.example", "http://localhost.evil.example", "http://128.0.0.1",
    "http://127.0.0.256", "http://[::2]",
  ])
  func `plain http to another machine is refused`(text: String) {
    #expect(throws: PlaceSearchError.endpointUnusable(text, .plainHTTPToRemoteHost)) {
      try ServiceAddress(text, example: "https://example.com")
    }
  }

  @Test(arguments: [
    "", "dapi.kakao.com", "ftp://dapi.kakao.com", "https://", "https://user@dapi.kakao.com",
    "https://dapi.kakao.com/v2", "https://dapi.kakao.com?x=1", "https://dapi.kakao.com#a", "https://a b",
    "https://dapi.kakao.com:99999", "//dapi.kakao.com", "https://a%20b", "https://a%00b", "https://a%5Bb",
    "https://dapi.kakao.com%40evil.example", "https://evil.example%2F.kakao.com", "https://evil.example%23.kakao.com",
  ])
  func `anything but scheme, host and port is refused`(text: String) {
    #expect(throws: PlaceSearchError.endpointUnusable(text, .malformed(example: "https://example.com"))) {
      try ServiceAddress(text, example: "https://example.com")
    }
  }

  private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test(arguments: [
    ("0", 0), ("120", 120), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:40 GMT", 3), ("Sun, 06 Nov 1994 08:49:00 GMT", 0),
    ("9223372036854775807", 2_147_483_647), ("99999999999999999999", 2_147_483_647),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 2_147_483_647),
  ])
  func `seconds and dates are read`(field: String, seconds: Int) {
    #expect(RetryAfter.seconds(of: field, date: nil, now: now) == .seconds(seconds))
  }

  @Test func `a date counts from the server's clock, not ours`() {
    let wait = RetryAfter.seconds(of: "Sun, 06 Nov 1994 08:49:47 GMT", date: "Sun, 06 Nov 1994 08:49:42 GMT", now: now)
    #expect(wait == .seconds(5))
  }

  @Test(arguments: [
    "", "soon", "-1", "1.5", "Sun, 06 Foo 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 9223372036854775807 08:49:37 GMT", "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
  ])
  func `any other value means no wait`(field: String) {
    #expect(RetryAfter.seconds(of: field, date: nil, now: now) == nil)
  }
}
