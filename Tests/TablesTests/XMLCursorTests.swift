import Testing
import Tables

struct XMLCursorTests {
  /// Returns the tokens of a text (start tags with attributes, end tags and text), or the error.
  private func read(_ text: String) -> String {
    var cursor = XMLCursor(Array(text.utf8))
    var words: [String] = []
    do throws(SyntaxError) {
      while let token = try cursor.next() {
        switch token {
        case .start:
          words.append(
            "<\(([cursor.name] + cursor.attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " "))"
          )
        case .end: words.append(">\(cursor.name)")
        case .text: words.append(String(decoding: cursor.text, as: UTF8.self))
        }
      }
    } catch { words.append("\(error)") }
    return words.joined(separator: "|")
  }

  @Test(arguments: [
    ("<a/>", "<a|>a"),
    ("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- x > y --><a b='1' c=\"&lt;&#38;&#x41;\"></a>\n", "<a b=1 c=<&A|>a"),
    ("<x:a><y:b z:c='1'/></x:a>", "<a|<b c=1|>b|>a"),
    ("<a>1<![CDATA[<2>&]]>&amp;3</a >", "<a|1|<2>&|&3|>a"),
    ("<a\n b = '1'\n/>", "<a b=1|>a"),
  ])
  func `elements, attributes and text are read`(text: String, words: String) {
    #expect(read(text) == words)
  }

  @Test(arguments: [
    ("", "incomplete"), ("<a>", "<a|incomplete"), ("<a", "incomplete"), ("<a b='1", "incomplete"),
    ("<a><b></a>", "<a|<b|malformed"), ("<a/><b/>", "<a|>a|malformed"), ("x<a/>", "malformed"),
    ("<a b=1/>", "malformed"), ("<a b/>", "malformed"), ("<a>&x;</a>", "<a|entities"), ("<a>& </a>", "<a|malformed"),
    ("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "entities"), ("<a>&#xD800;</a>", "<a|malformed"),
    ("<!-- <a/>", "incomplete"), ("<a>1</a", "<a|1|incomplete"),
  ])
  func `invalid XML, truncated XML and declared entities are distinguished`(text: String, words: String) {
    #expect(read(text) == words)
  }

  @Test func `a text of a million open elements takes no stack`() {
    var cursor = XMLCursor(Array(String(repeating: "<a>", count: 100_000).utf8))
    var count = 0
    while (try? cursor.next()) == .start { count += 1 }
    #expect(count == 100_000 && cursor.depth == 100_000)
  }

  @Test func `a line number is the line of the last value`() throws {
    var cursor = XMLCursor(Array("<a>\n<b\n/>\n</a>".utf8))
    var lines: [Int] = []
    while let token = try cursor.next() { if token != .text { lines.append(cursor.currentLine()) } }
    #expect(lines == [1, 3, 3, 4])
  }
}
