import Testing

@testable import Platform

struct ResponseHeadTests {
  /// What URLSession gets of a head, and the state after it.
  private func told(_ lines: [String]) -> (text: String, head: ResponseHead) {
    var head = ResponseHead()
    var text = ""
    for line in lines {
      let bytes = Array((line + "\r\n").utf8)
      switch head.action(for: bytes) {
      case .pass: text += line + "\n"
      case .replace(let bytes): text += String(decoding: bytes.dropLast(2), as: UTF8.self) + "\n"
      case .skip: continue
      case .abort: text += "abort\n"
      }
    }
    return (text, head)
  }

  @Test func `a plain head goes through as it is`() {
    let lines = ["HTTP/1.1 200 OK", "Content-Type: application/json", "X: a\tb", ""]
    let (text, head) = told(lines)
    #expect(text == lines.map { $0 + "\n" }.joined())
    #expect(head.isComplete)
    #expect(head.withheldFields.isEmpty)
  }

  @Test func `trailer fields stay behind`() {
    let (text, head) = told(["HTTP/2 200 ", "", "X-Checksum: 1", "HTTP/1.1 500 no", ""])
    #expect(text == "HTTP/2 200 \n\n")
    #expect(head.isComplete)
  }

  @Test func `interim heads stay behind, and do not end the head`() {
    var (text, head) = told(["HTTP/1.1 103 Early Hints", "Link: </a>", ""])
    #expect(text.isEmpty)
    #expect(!head.isComplete)
    (text, head) = told(["HTTP/1.1 100 Continue", "", "HTTP/1.1 403 Forbidden", "Retry-After: 3", ""])
    #expect(text == "HTTP/1.1 403 Forbidden\nRetry-After: 3\n\n")
    #expect(head.isComplete)
  }

  @Test(arguments: [["HTTP/1.1 200 OK"], ["HTTP/1.1 200 OK", "A: b"], ["HTTP/1.1 100 Continue", ""], []])
  func `a head without its blank line is not complete`(lines: [String]) { #expect(!told(lines).head.isComplete) }

  @Test func `redirects, logins and cookies are remembered and not told`() {
    let (text, head) = told([
      "HTTP/1.1 302 Found", "LOCATION: http://elsewhere/", "Www-Authenticate:Basic realm=\"x\"", "Set-Cookie: a=b", "",
    ])
    #expect(text == "HTTP/1.1 302 Found\n\n")
    #expect(head.withheldFields["location"] == "http://elsewhere/")
    #expect(head.withheldFields["www-authenticate"] == "Basic realm=\"x\"")
  }

  @Test(arguments: [
    ("A:b", "A: b\n"), ("A:\tb", "A: b\n"), ("A: caf\u{e9}", "A: caf??\n"), ("A: x\u{1}y", "A: x?y\n"), ("A:", ""),
    ("A:  ", ""), ("no colon", ""), (": x", ""), ("A b: c", ""), (" folded: x", ""), ("\tfolded: x", ""),
  ])
  func `URLSession gets only fields that it can read`(line: String, expected: String) {
    #expect(told(["HTTP/1.1 200 OK", line, ""]).text == "HTTP/1.1 200 OK\n" + expected + "\n")
  }

  @Test func `a head without end is cut off, also one of trailers and one of interim answers`() {
    let long = Array(repeating: "X: " + String(repeating: "y", count: 1_000), count: 300)
    #expect(told(["HTTP/1.1 200 OK"] + long).text.hasSuffix("abort\n"))
    #expect(told(["HTTP/1.1 200 OK", ""] + long).text.hasSuffix("abort\n"))
    #expect(
      told(Array(repeating: ["HTTP/1.1 103 Early Hints", ""], count: 600).flatMap(\.self)).text.hasSuffix("abort\n")
    )
  }
}
