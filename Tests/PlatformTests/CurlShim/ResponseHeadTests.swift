import Testing

@testable import CurlShim
@testable import Platform

struct ResponseHeadTests {
  /// Returns the header lines that URLSession receives, and the state after them.
  private func processed(_ lines: [String]) -> (text: String, head: ResponseHead) {
    var head = ResponseHead()
    var text = ""
    for line in lines {
      let bytes = Array((line + "\r\n").utf8)
      switch head.action(for: bytes) {
      case .replace(let line): text += line.replacing("\r\n", with: "\n")
      case .skip: continue
      case .abort(.malformed): text += "malformed\n"
      case .abort: text += "abort\n"
      }
    }
    return (text, head)
  }

  @Test func `URLSession gets the status, the end and the header fields`() {
    let (text, head) = processed(["HTTP/1.1 200 OK", "Content-Type: application/json", "X: a\tb", "x: c", ""])
    #expect(text == "HTTP/1.1 200 \n\n")
    #expect(head.isComplete)
    #expect(head.status == 200)
    #expect(head.fields == ["content-type": "application/json", "x": "a\tb, c"])
  }

  @Test func `interim headers are not delivered, and do not end the header`() {
    var (text, head) = processed(["HTTP/1.1 103 Early Hints", "Link: </a>", ""])
    #expect(text.isEmpty)
    #expect(!head.isComplete)
    (text, head) = processed(["HTTP/1.1 100 Continue", "", "HTTP/1.1 403 Forbidden", "Retry-After: 3", ""])
    #expect(text == "HTTP/1.1 403 \n\n")
    #expect(head.fields == ["retry-after": "3"])
    #expect(head.isComplete)
  }

  @Test(arguments: ["HTTP/1.1 429", "HTTP/1.1 429 ", "HTTP/1.1  429 No", "HTTP/1.0 429 caf\u{e9}"])
  func `URLSession gets a status line of ours, however it was written`(line: String) {
    let (text, head) = processed([line, ""])
    #expect(text == "HTTP/1.1 429 \n\n")
    #expect(head.status == 429)
  }

  @Test(
    arguments: [
      "HTTP/2 200 ", "HTTP/2.0 200 OK", "HTTP/3 200 ", "HTTP/1.2 200 OK", "HTTP/1.10 200 OK", "HTTP/0.9 200",
    ],
    [[], ["HTTP/1.1 103 Early Hints", ""]]
  )
  func `a status line of another version than HTTP/1 is refused`(line: String, before: [String]) {
    let (text, head) = processed(before + [line, "X: y", ""])
    #expect(text.hasPrefix("malformed"))
    #expect(!head.isComplete)
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 no", "HTTP/1.1 99999999999999999999"])
  func `a status line without a status is invalid`(line: String) {
    let (text, head) = processed([line, "A: b", ""])
    #expect(text.isEmpty)
    #expect(!head.isComplete)
  }

  @Test(arguments: [["HTTP/1.1 200 OK"], ["HTTP/1.1 200 OK", "A: b"], ["HTTP/1.1 100 Continue", ""], []])
  func `a header without its empty line is not complete`(lines: [String]) { #expect(!processed(lines).head.isComplete) }

  @Test(arguments: [
    ("A:b", "b"), ("A:\tb", "b"), ("A: caf\u{e9}", "caf??"), ("A: x\u{1}y", "x?y"), ("A:", nil), ("A:  ", nil),
    ("no colon", nil), (": x", nil), ("A b: c", nil), (" a: x", nil), ("\ta: x", nil),
  ])
  func `an invalid field is skipped, and a value is plain ASCII`(line: String, expected: String?) {
    #expect(processed(["HTTP/1.1 200 OK", line, ""]).head.fields == (expected.map { ["a": $0] } ?? [:]))
  }

  @Test func `an endless header is aborted, even of trailers or interim responses`() {
    let long = Array(repeating: "X: " + String(repeating: "y", count: 1_000), count: 300)
    #expect(processed(["HTTP/1.1 200 OK"] + long).text.hasSuffix("abort\n"))
    #expect(processed(["HTTP/1.1 200 OK", ""] + long).text.hasSuffix("abort\n"))
    #expect(
      processed(Array(repeating: ["HTTP/1.1 103 Early Hints", ""], count: 600).flatMap(\.self)).text.hasSuffix(
        "abort\n"
      )
    )
  }
}
