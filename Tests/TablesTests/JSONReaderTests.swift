import Foundation
import TestSupport
import Testing
import Tables

struct JSONReaderTests {
  /// Returns the outermost value of a text; `nil` if it isn't JSON.
  private func value(_ text: String) -> JSONToken? {
    var json = JSONReader(Array(text.utf8))
    guard let value = try? json.value(), (try? json.end()) != nil else { return nil }
    return value
  }

  @Test(arguments: [
    #""\"\\\/\b\f\n\r\t""#: "\"\\/\u{8}\u{C}\n\r\t", #""\u00e9\u3131\uAC00""#: "éㄱ가", #""\ud83d\ude00!""#: "😀!",
    #""가 \u0026 나""#: "가 & 나", #""\u0000""#: "\0", #""""#: "", #""\uDBFF\uDFFF""#: "\u{10FFFF}",
  ])
  func `escapes are resolved`(text: String, meaning: String) throws {
    var json = JSONReader(Array(text.utf8))
    guard case .text(let string) = try json.value() else {
      Issue.record("no string")
      return
    }
    var text: [UInt8] = []
    json.append(string, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == meaning)
  }

  @Test(arguments: [
    #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\ude00""#,
    #""\ud83d\ud83d""#,
    #""\""#, #""\u""#, "\"a\nb\"", "\"a\0b\"", "\"", "01", "-", "-a", "1.", ".5", "1e", "1e+", "+1", "1a", "0x1", "--1",
    "NaN", "Infinity", "tru", "truex", "nul", "True", "{", "[", "{]", "[}", "[1,]", "[,1]", "[1 2]", #"{"a"}"#,
    #"{"a":}"#,
    #"{"a":1,}"#, #"{,"a":1}"#, #"{"a":1 "b":2}"#, "{1:2}", "{a:1}", "{'a':1}", "1 2", "{} x", "[]]", "{}\0", "\0", "",
    " ",
    "[1]//x", "\u{FEFF}1", "[\u{A0}1]",
  ])
  func `invalid JSON is refused`(text: String) { #expect(value(text) == nil) }

  @Test(arguments: ["0", "-0", "10", "-1.50", "1e5", "1E-05", "0.1e+9", "123456789012345678901234567890"])
  func `a number is returned as its range`(text: String) {
    #expect(value(" \t\r\n\(text) ") == .number(4..<4 + text.utf8.count))
  }

  @Test(
    arguments: [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("{}", .nested), ("[]", .nested),
      (#"[1,"a",{"b":[null,{}],"c":{"d":[]}},-2e3]"#, .nested),
    ] as [(String, JSONToken)]
  )
  func `a value of any type is read or passed over`(text: String, meaning: JSONToken) {
    #expect(value(text) == meaning)
  }

  @Test(arguments: ["[", #"{"a":"#])
  func `nesting is limited to 128 levels`(opening: String) {
    func nested(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + "1" + String(repeating: opening == "[" ? "]" : "}", count: depth)
    }
    #expect(value(nested(JSONReader.maximumNesting)) == .nested)
    #expect(value(nested(JSONReader.maximumNesting + 1)) == nil)
    #expect(value(String(repeating: opening, count: 1_000_000)) == nil)
  }

  // Foundation accepts a comma before a closing bracket, which RFC 8259 doesn't.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `mutilated text is JSON to this reader when it is JSON to Foundation`(seed: UInt64) {
    var random = SeededRandom(seed)
    let whole = Array(#"{"a":[1,-2.5e3,"\u0041\n가",true,null,{"b":{}}],"c":"x\"y","d":[[],{}],"e":0.25}"#.utf8)
    let odd = Array(#"{}[]:,"\u0nft+-.eE 19"#.utf8)
    for _ in 0..<4_000 {
      var text = whole
      for _ in 0...Int(random.unit() * 3) {
        let place = Int(random.unit() * Double(text.count))
        let byte = odd[Int(random.unit() * Double(odd.count))]
        switch Int(random.unit() * 3) {
        case 0: text[place] = byte
        case 1: text.insert(byte, at: place)
        default: text.remove(at: place)
        }
      }
      guard
        let readable = String(validating: text, as: UTF8.self),
        !readable.contains(",}"), !readable.contains(",]")
      else { continue }
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
      #expect((value(readable) != nil) == isJSON, "\(readable)")
    }
  }
}
