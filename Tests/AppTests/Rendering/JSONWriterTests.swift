import Testing

@testable import App

@Suite struct JSONWriterTests {
  @Test func `members, objects and arrays are written in order, with commas`() {
    let bytes = JSONWriter.document { json in
      json.object("empty") { _ in }
      json.array("none", [Int]()) { _, _ in }
      json.member("text", "a\"b\n")
      json.member("absent", nil as String?)
      json.object("numbers") {
        $0.member("whole", -3)
        $0.member("double", 0.5)
        $0.member("flag", true)
      }
      json.array("objects", [1, 2]) { json, number in json.element { $0.member("n", number) } }
      json.member("last", nil as Int?)
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"{"empty":{},"none":[],"text":"a\"b\n","absent":null,"numbers":"#
        + #"{"whole":-3,"double":0.5,"flag":true},"objects":[{"n":1},{"n":2}],"last":null}"# + "\n"
    )
  }

  @Test func `a line break is written between the comma and the member`() {
    let bytes = JSONWriter.document { json in
      json.breakLine(indent: 1)
      json.member("a", 1)
      json.breakLine(indent: 2)
      json.array("b", [1, 2]) { json, number in
        json.breakLine(indent: 3)
        json.element(appending: { $0.append(decimal: number) })
      }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "{\n \"a\":1,\n  \"b\":[\n   1,\n   2]}\n")
  }
}
