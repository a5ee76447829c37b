import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

struct SecretMaskTests {
  private static let mark = "‹redacted›"

  private func masked(_ text: String) throws -> String { try Fixture.mask().masked(text) }

  @Test(arguments: [
    ("appKey(\(Fixture.secret)) does not exist", "appKey(‹redacted›) does not exist"),
    ("wrong appKey(other key) format", "wrong appKey(‹redacted›) format"),
    ("APPKEY(x", "APPKEY(‹redacted›"),
    ("cannot find Authorization : KakaoAK header", "cannot find Authorization : KakaoAK header"),
    ("got KakaoAK deadbeef, twice KakaoAK cafe", "got KakaoAK ‹redacted›, twice KakaoAK ‹redacted›"),
    ("plain \(Fixture.secret) here", "plain ‹redacted› here"),
    ("a\u{1B}[31mred\nb", "a [31mred b"),
    ("https://\(Fixture.secret).example", "https://‹redacted›.example"),
    ("\(Fixture.secret.uppercased())!", "‹redacted›!"),
    ("\(Fixture.secret)\u{301}!", "‹redacted›!"),
    ("０１２３４５６７８９ａｂｃｄｅｆ!", "‹redacted›!"), ("①②③④⑤⑥⑦⑧⑨𝟎", "‹redacted›𝟎"),
    ("halves \(Fixture.secret.prefix(16)) and \(Fixture.secret.suffix(16))", "halves ‹redacted› and ‹redacted›"),
    ("a half \(Fixture.secret.dropFirst(3).prefix(12)).", "a half ‹redacted›."),
    ("proxy http://user:pa-ss@proxy.example:3128/ failed", "proxy http://‹redacted›@proxy.example:3128/ failed"),
    ("sent to http://a:b@c@proxy.example", "sent to http://‹redacted›@proxy.example"),
  ])
  func `no key gets through a message`(message: String, expected: String) throws {
    #expect(try masked(message) == expected)
  }

  @Test(arguments: [
    ("x", "certificate expired: x, (X) 78", "certificate expired: ‹redacted›, (‹redacted›) 78"),
    ("test", "the latest appKey(test) TEST tested", "the latest appKey(‹redacted›) ‹redacted› tested"),
    ("a", "a, aa a", "‹redacted›, aa ‹redacted›"), ("-", "well-known - 1", "well-known ‹redacted› 1"),
    ("sesame12", "opensesame12! sesame1", "open‹redacted›! sesame1"),
  ])
  func `a key that is too short is masked as a whole word only`(key: String, message: String, expected: String) throws {
    #expect(try Fixture.mask(key: key).masked(message) == expected)
  }

  @Test(arguments: ["", "K", "Ka", "KakaoAK "], [false, true])
  func `no key gets through in base64 or hexadecimal, wherever it begins`(before: String, isHexadecimal: Bool) throws {
    let bytes = Data((before + Fixture.secret + " and more").utf8)
    let text = isHexadecimal ? bytes.map { "%" + String($0, radix: 16) }.joined() : bytes.base64EncodedString()
    let shown = try masked("x \(text) y")
    #expect(shown.contains(Self.mark))
    // The neighbours of the key remain, but not eight characters of the key.
    let rest = shown.split(separator: Self.mark).map(String.init)
    let secret = isHexadecimal ? Data(Fixture.secret.utf8).map { "%" + String($0, radix: 16) }.joined() : text
    for part in rest {
      for start in part.indices {
        let chunk = String(part[start...].prefix(16))
        if isHexadecimal, chunk.count == 16 { #expect(!secret.contains(chunk)) }
      }
    }
    #expect(rest.map(\.count).reduce(0, +) < 24 + text.count / 2)
  }

  @Test func `the key is found with anything between its letters`() throws {
    for separator in [" ", "-", "\u{200B}", "\u{301}", "\n", ":"] {
      let text = Fixture.secret.map(String.init).joined(separator: separator)
      #expect(try masked("<\(text)>") == "<‹redacted›>", "\(separator.unicodeScalars)")
    }
  }

  /// The key in forms that a hostile service may return.
  private static let forms: [String] = {
    let key = Fixture.secret
    let reversed = String(key.reversed())
    return [key, reversed].flatMap { key -> [String] in
      let bytes = Array(key.utf8)
      let hexadecimal = bytes.map { String($0, radix: 16) }
      return [
        key, key.uppercased(), Data(bytes).base64EncodedString(),
        Data("x\(key)".utf8).base64EncodedString().lowercased(),
        hexadecimal.joined(), hexadecimal.map { "%\($0)" }.joined(), hexadecimal.map { "%25\($0)" }.joined(),
        bytes.map { "&#\($0);" }.joined(), bytes.map { "&#x\(String($0, radix: 16));" }.joined(),
        bytes.map { "&#00\($0)" }.joined(), hexadecimal.map { #"\u00"# + $0 }.joined(),
        // Only a part of the key is encoded.
        bytes.enumerated().map { $0 % 5 == 0 ? "%" + hexadecimal[$0] : String(UnicodeScalar($1)) }.joined(),
      ]
    }
  }()

  @Test(arguments: forms.indices)
  func `a key in any form is masked in messages and in the texts of answers, and nothing else is`(form: Int) throws {
    let text = Self.forms[form]
    let shown = try masked("the service says <\(text)> again")
    #expect(shown.hasPrefix("the service says <") && shown.hasSuffix("> again"), "\(shown)")
    #expect(shown.contains(Self.mark) && shown.count < 50, "\(shown)")
    let json = try String(decoding: JSONEncoder().encode(["name": "곳 \(text)!", "id": "26338954"]), as: UTF8.self)
    let body = #"{"documents":[\#(json),{"name":"곳 \"둘\"\\","x":"127.0276"}],"x":127.0276456}"#
    let response = HTTPResponse(status: 200, fields: ["a": "b"], body: Data(body.utf8))
    let answer = try Fixture.mask().masked(response)
    let document = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
    let places = try #require(document["documents"] as? [[String: String]])
    let name = try #require(places[0]["name"])
    #expect(name.hasPrefix("곳 ") && name.hasSuffix("!") && name.contains(Self.mark), "\(name)")
    #expect(name.count < 24, "\(name)")
    #expect(places[0]["id"] == "26338954")
    #expect(places[1] == ["name": "곳 \"둘\"\\", "x": "127.0276"])
    #expect(document["x"] as? Double == 127.0276456)
  }

  @Test(arguments: ["0123456789abcdef0123456789abcdef", "restaurantkey1234", "12345678901234567890", "short"])
  func `answers without the key stay as they are, byte for byte`(key: String) throws {
    let names = ["restaurants", "Café 100%", "a&amp;b", "02-1234-5678", "short", #"\u003e > 카페"#, "0123456789a"]
    let body = Data(("[" + names.map { "\"\($0)\"" }.joined(separator: ",") + ",127.0123456789]").utf8)
    let response = HTTPResponse(status: 200, fields: [:], body: body)
    #expect(try Fixture.mask(key: key).masked(response) == response)
  }

  @Test(arguments: [10, 16, 24, 40])
  func `a key of any length is found wherever it begins`(length: Int) throws {
    var random = SeededRandom(UInt64(length))
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-_")
    let key = String((0..<length).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    let mask = try Fixture.mask(key: key)
    for padding in 0..<24 {
      let name = String(repeating: "가", count: padding / 3) + String(repeating: " ", count: padding) + key
      let response = HTTPResponse(status: 200, fields: [:], body: Data(#"{"n":"\#(name)"}"#.utf8))
      let shown = String(decoding: mask.masked(response).body, as: UTF8.self)
      #expect(shown.contains(Self.mark) && !shown.contains(key), "\(key) \(shown)")
    }
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
  func `a key in a field of the answer is not shown`(field: String) async throws {
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
