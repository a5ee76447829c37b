import Domain
import Testing

@testable import Platform

struct ServiceAddressTests {
  @Test(arguments: [
    ("https://dapi.kakao.com", "https://dapi.kakao.com"), ("https://dapi.kakao.com/", "https://dapi.kakao.com"),
    ("HTTPS://dapi.kakao.com:8443", "https://dapi.kakao.com:8443"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://127.9.8.7", "http://127.9.8.7"),
    ("http://localhost:1", "http://localhost:1"), ("http://[::1]:80", "http://[::1]:80"),
  ])
  func `an address that keeps the key safe is taken`(text: String, base: String) throws {
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
}
