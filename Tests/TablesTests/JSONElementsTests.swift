import Testing
import Tables

@Suite struct JSONElementsTests {
  /// Returns the values of a text that comes in parts, and whether its array is still open at the end.
  private func values(of text: String, _ enclosure: JSONElements.Enclosure, partByteCount: Int) -> ([String], Bool) {
    var elements = JSONElements(enclosure)
    var bytes: [UInt8] = []
    var values: [String] = []
    var start = 0
    var at = 0
    var isInside = false
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      bytes += rest.prefix(partByteCount)
      rest = rest.dropFirst(partByteCount)
      while at < bytes.count {
        if !isInside {
          start = elements.begin(bytes.span, from: at)
          at = start
          guard enclosure != .collection || elements.isOpen else { return (values, false) }
          guard at < bytes.count else { break }
          isInside = true
        }
        var span = bytes.mutableSpan
        guard case .value(let end, let next) = elements.end(&span, from: at) else {
          at = bytes.count
          break
        }
        values.append(String(decoding: bytes[start..<end], as: UTF8.self))
        at = next
        isInside = false
      }
    }
    return (values, elements.isOpen)
  }

  @Test(arguments: [
    (
      #"{"a":"]}\"{"} , [1,[2]],3,"x,]" ]"#, JSONElements.Enclosure.array,
      [#"{"a":"]}\"{"}"#, "[1,[2]]", "3", #""x,]" "#], false
    ),
    ("]", .array, [], false), ("{}", .array, ["{}"], true),
    ("{\n\"a\":\r\n1}\n{}", .none, ["{ \"a\":  1}", "{}"], false),
    ("\u{1E}{\"a\":1}\n\u{1E}{}\nx\n{}", .none, ["{\"a\":1}", "{}", "x", "{}"], false),
    (#"{"a":1}],"b":{"c":[{}]}}"#, .collection, [#"{"a":1}"#], false),
  ])
  func `values are cut at their brackets, whatever the parts are`(
    text: String,
    enclosure: JSONElements.Enclosure,
    expected: [String],
    isOpen: Bool
  ) {
    for count in 1...(text.utf8.count + 1) {
      let found = values(of: text, enclosure, partByteCount: count)
      #expect(found.0 == expected && found.1 == isOpen, "parts of \(count): \(found)")
    }
  }

  @Test(
    arguments: [
      (#"{"a":1}"#, JSONDocument.lines), ("{\"a\":1}\n{\"a\":2}\n", .lines), ("{\n\"a\":1}\n", .sequence),
      (#"{"a":1}{"a":2}"#, .sequence), (#"{"a":1} {"#, .sequence), (#"{"a":1},"#, .lines),
      (#"{"a":1,}"#, .lines), ("{\"a\":1,\n{\"a\":2}\n", .lines),
      (#"{"id":1,"features":[1]}"#, .lines), ("{\"a\":", nil), ("{\n\"type\":\"FeatureCollection\",", nil),
    ] as [(String, JSONDocument?)]
  )
  func `the beginning of a text determines the arrangement of its objects`(text: String, expected: JSONDocument?) {
    #expect(JSONDocument(Array(text.utf8), from: 0) == expected)
  }

  @Test(arguments: [("a\rb\r", true), ("a\r\nb\r\n", false), ("a\nb", false), ("a", false), ("a\rb\nc", false)])
  func `carriage returns end lines where no line feed does`(text: String, areReturns: Bool) {
    #expect(LineEnds.areReturns(in: Array(text.utf8).span) == areReturns)
  }

  @Test(arguments: [("a,b\r1,2", true), ("a,\"b\r\"", false), ("a,b", false)])
  func `a return within quotes is a part of a cell`(line: String, hasReturn: Bool) {
    #expect(LineEnds.hasReturn(in: Array(line.utf8).span) == hasReturn)
  }
}
