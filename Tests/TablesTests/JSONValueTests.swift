import Tables
import Testing

/// A JSON value as a tree.
struct JSONValueTests {
  private func value(_ text: String) -> JSONValue? { JSONValue(reading: Array(text.utf8)) }

  private func line(_ value: JSONValue) -> String { String(decoding: value.line, as: UTF8.self) }

  @Test(arguments: [
    "null", "true", "-7", "0.5", "1e-07", "9223372036854775807", #""a\"\\é""#, "[]", "{}",
    #"{"a":[1,"b",{"c":null}],"d":2.5}"#,
    "1e999", "-0", "1.50", "123456789012345678901234567890", #""\u000a\u007f""#,
  ])
  func `a value is written as it was read`(text: String) throws { #expect(line(try #require(value(text))) == text) }

  @Test(arguments: ["", "01", "[1,]", #"{"a"}"#, "[1] 2", #""\ud83d""#, "{\"a\":1"])
  func `a text that isn't JSON has no value`(text: String) { #expect(value(text) == nil) }

  @Test func `a text that isn't UTF-8 has no value`() { #expect(JSONValue(reading: [0x22, 0xFF, 0x22]) == nil) }

  @Test func `the last of several members with a key counts, and null is none`() throws {
    let object = try #require(value(#"{"a":1,"a":2,"b":null}"#))
    #expect(object["a"] == .number("2") && object["b"] == nil && object["c"] == nil)
    #expect(object.members.map(\.key) == ["a", "a", "b"])
  }

  @Test func `a number may be written as text, with a fraction or an exponent`() {
    #expect(value("1e3")?.integer == 1_000 && value(#""37.5""#)?.double == 37.5 && value("2.5")?.integer == nil)
    #expect(value("1e999")?.double == nil && value(#""inf""#)?.double == nil && value("true")?.double == nil)
  }

  @Test func `a list is one of texts or one of numbers only if every element is`() {
    #expect(value(#"["a",""]"#)?.texts == ["a", ""] && value(#"["a",1]"#)?.texts == nil && value("1")?.texts == nil)
    #expect(value("[1,2.5]")?.numbers == [1, 2.5] && value(#"[1,"a"]"#)?.numbers == nil)
  }

  @Test func `nesting is limited to 128 levels`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(value(nested(JSONReader.maximumNesting)) != nil && value(nested(JSONReader.maximumNesting + 1)) == nil)
    #expect(value(String(repeating: #"{"a":"#, count: 1_000_000)) == nil)
  }
}
