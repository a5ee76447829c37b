import Testing
import TextParsing

@testable import App

struct JSONRowReadingTests {
  private func members(_ text: String) -> [String: String]? {
    let bytes = Array(text.utf8)
    var json = JSONReader(row: bytes, 0..<bytes.count)
    var members: [String: String] = [:]
    let isWhole = json.scanObject { key, value in
      members[key.text(in: bytes) ?? ""] = "\(value.encoding) \(value.text(in: bytes) ?? "-")"
    }
    return isWhole ? members : nil
  }

  @Test func `members are found with the encoding of their values`() {
    let text = #" { "a" : 1.5e3 , "b":"x\"\u0041\n", "c":null,"d":[1,{"a":2}],"e":true,"f":"가","g":{},"h":-0 } "#
    #expect(
      members(text) == [
        "a": "jsonNumber 1.5e3", "b": "jsonEscapedString x\"A\n", "c": "absent -", "d": #"jsonOther [1,{"a":2}]"#,
        "e": "jsonOther true", "f": "jsonString 가", "g": "jsonOther {}", "h": "jsonNumber -0",
      ]
    )
    #expect(members("{}") == [:])
  }

  @Test(arguments: ["", "{", "{}x", "{} {}", "[]", "1", #"{"a":1,}"#])
  func `text that is not a JSON object is refused`(text: String) {
    #expect(members(text) == nil)
  }

  @Test(arguments: [
    (#"\ud83d\ude00"#, "😀"), (#"\ud83d"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"), (#"\ud83d\u0041"#, "\u{FFFD}A"),
    (#"\/\b\f"#, "/\u{8}\u{C}"),
  ])
  func `escapes become text`(inside: String, expected: String) {
    #expect(JSONUnescaping.text(of: Array(inside.utf8)[...]) == expected)
  }
}
