import Foundation
import Testing

@testable import Platform

struct RetryAfterTests {
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
  func `anything else is no wait at all`(field: String) {
    #expect(RetryAfter.seconds(of: field, date: nil, now: now) == nil)
  }
}
