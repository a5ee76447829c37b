import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

struct SecretMaskTests {
  private static let mark = "‹redacted›"

  private func masked(_ text: String) throws -> String { try Fixture.mask().masked(text) }

  /// The key as a service may return it.
  private static let forms: [String] = {
    let bytes = Array(Fixture.secret.utf8)
    let hexadecimal = bytes.map { String($0, radix: 16) }
    return [
      Fixture.secret, Fixture.secret.uppercased(), hexadecimal.map { "%\($0)" }.joined(),
      bytes.map { "&#\($0);" }.joined(), hexadecimal.map { "&#x00\($0);" }.joined(),
      bytes.map { #"\u0026#"# + "\($0);" }.joined(), bytes.map { "&#00\($0)" }.joined(),
      // Only a part of the key is encoded.
      bytes.enumerated().map { $0 % 5 == 0 ? "%" + hexadecimal[$0] : String(UnicodeScalar($1)) }.joined(),
    ]
  }()

  @Test(arguments: forms)
  func `a key in any form is masked in messages and in the texts of responses, and nothing else is`(form: String) throws
  {
    #expect(try masked("appKey(\(form)) does not exist") == "appKey(‹redacted›) does not exist")
    #expect(try masked("https://\(form).example") == "https://‹redacted›.example")
    let body = #"{"name":"곳 \#(form)!","x":"127.0276","y":"둘\"\\","id":26338954}"#
    let response = HTTPResponse(status: 200, fields: ["a": "b"], body: Data(body.utf8))
    let shown = try Fixture.mask().masked(response)
    #expect(String(decoding: shown.body, as: UTF8.self) == body.replacing(form, with: Self.mark))
    #expect(shown.status == 200 && shown.fields == ["a": "b"])
  }

  @Test(arguments: [
    ("cannot find Authorization : KakaoAK header", "cannot find Authorization : KakaoAK header"),
    ("a\u{1B}[31mred\nb", "a [31mred b"),
    ("proxy http://user:pa-ss@proxy.example:3128/ failed", "proxy http://‹redacted›@proxy.example:3128/ failed"),
    ("sent to http://a:b@c@proxy.example", "sent to http://‹redacted›@proxy.example"),
  ])
  func `logins in addresses are masked, and other words are not`(message: String, expected: String) throws {
    #expect(try masked(message) == expected)
  }

  @Test(arguments: [
    ("x", "certificate expired: x, (X) 78", "certificate expired: ‹redacted›, (‹redacted›) 78"),
    ("test", "the latest appKey(test) TEST tested", "the latest appKey(‹redacted›) ‹redacted› tested"),
    ("a", "a, aa a", "‹redacted›, aa ‹redacted›"), ("-", "well-known - 1", "well-known ‹redacted› 1"),
    ("sesame12", "opensesame12! sesame1", "open‹redacted›! sesame1"),
    ("k$y.(+)[^]", #"K$Y.(+)[^] k$y.(+)[^\"#, #"‹redacted› k$y.(+)[^\"#),
  ])
  func `a short key is masked only as a whole word`(key: String, message: String, expected: String) throws {
    #expect(try Fixture.mask(key: key).masked(message) == expected)
  }

  @Test(arguments: ["0123456789abcdef0123456789abcdef", "restaurantkey1234", "12345678901234567890", "short"])
  func `responses without the key stay as they are, byte for byte`(key: String) throws {
    let names = ["restaurants", "Café 100%", "a&amp;b", "02-1234-5678", "short", #"\u003e > 카페 &#4"#, "0123456789a"]
    let body = Data(("[" + names.map { "\"\($0)\"" }.joined(separator: ",") + ",127.0123456789]").utf8)
    let response = HTTPResponse(status: 200, fields: [:], body: body)
    #expect(try Fixture.mask(key: key).masked(response) == response)
  }

  @Test(arguments: ["http://user:s3cr%40t-word@proxy:1", "user:s3cr%40t-word@proxy:1"])
  func `a proxy's password is masked wherever it occurs`(proxy: String) throws {
    let mask = try Fixture.mask(proxies: [proxy])
    #expect(mask.masked("Could not resolve proxy: s3cr@t-word") == "Could not resolve proxy: ‹redacted›")
    #expect(mask.masked("login s3cr%40t-word refused") == "login ‹redacted› refused")
  }

  @Test func `a long message is cut`() throws {
    #expect(try masked(String(repeating: "가", count: 5_000)).count == 200)
    #expect(try masked(String(repeating: "a\u{301}", count: 1_000_000)).count == 200)
  }

  @Test func `every error that carries text from outside is masked`() throws {
    let mask = try Fixture.mask()
    let text = "<\(Fixture.secret)>"
    let errors: [PlaceSearchError] = [
      .keyRefused(.kakao, status: 401, message: text), .quotaExhausted(.kakao, status: 429, message: text),
      .requestRejected(status: 400, code: nil, message: text), .serviceFailing(status: 500, code: nil, message: text),
      .unreachable(host: text, detail: text), .untrustworthy(.contentType(text)),
      .untrustworthy(.unreadable(detail: text)), .untrustworthy(.redirected(host: text)),
      .endpointUnusable(text, .malformed(example: "https://example.com")),
    ]
    for error in errors {
      #expect("\(mask.masked(error))".contains("<‹redacted›>"), "\(error)")
      #expect(!"\(mask.masked(error))".contains(Fixture.secret), "\(error)")
    }
  }

  @Test(arguments: ["content-type", "location"])
  func `a key in a field of the response is not shown`(field: String) async throws {
    let status = field == "location" ? 302 : 200
    let value = field == "location" ? "https://\(Fixture.secret.uppercased()).example/" : "text/\(Fixture.secret)"
    let response = HTTPResponse(status: status, fields: [field: value], body: Data("{}".utf8))
    let places = try Fixture.places(over: StubExchange.always(response))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let error = try #require(
      await #expect(throws: PlaceSearchError.self) {
        try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil)
      }
    )
    #expect("\(error)".contains(Self.mark))
    #expect(!"\(error)".lowercased().contains(Fixture.secret))
  }
}
