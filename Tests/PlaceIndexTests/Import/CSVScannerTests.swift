import TestSupport
import Testing
import Tables

@testable import PlaceIndex
@testable import Rows

@Suite struct CSVScannerTests {
  /// Reads all rows; a malformed row has one cell.
  private func rows(_ text: String, delimiter: Character = ",", isAtEnd: Bool = true) -> [[String]] {
    let bytes = Array(text.utf8)
    var scanner = CSVScanner(delimiter: delimiter.asciiValue ?? 0)
    var cells: [CSVCell] = []
    var rows: [[String]] = []
    var at = 0
    while at < bytes.count {
      switch scanner.scan(bytes.span, from: at, isAtEnd: isAtEnd, into: &cells) {
      case .row(let next):
        rows.append(cells.map { $0.text(in: bytes) })
        at = next
      case .malformed(let next):
        rows.append(["MALFORMED"])
        at = next
      case .incomplete:
        rows.append(["INCOMPLETE"])
        at = bytes.count
      }
    }
    return rows
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
    ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
    ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
    ("\"a\",b\n1,2", [["a", "b"], ["1", "2"]]),
    ("\"a,b\",c", [["a,b", "c"]]),
    ("\"say \"\"hi\"\"\",c", [["say \"hi\"", "c"]]),
    ("\"two\nlines\",c\nd,e", [["two\nlines", "c"], ["d", "e"]]),
    ("\"two\r\nlines\",c\r\nd,e\r\n", [["two\r\nlines", "c"], ["d", "e"]]),
    (",,\n", [["", "", ""]]),
    ("a,\"\"\n", [["a", ""]]),
    ("a,\n\nb,\n", [["a", ""], [], ["b", ""]]),
    ("a,\"b\"\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("a,\"b\"", [["a", "b"]]), ("\"a\" ,\"b\"\r\r\nc,\"d\" ", [["a", "b"], ["c", "d"]]),
    ("5\" pipe,b\n", [["5\" pipe", "b"]]),
    ("약국,\"서울, 성북\"\n", [["약국", "서울, 성북"]]),
  ])
  func `rows are split according to RFC 4180`(text: String, expected: [[String]]) {
    #expect(rows(text) == expected)
  }

  @Test(arguments: [
    ("\"Old\" Town\t1\n\"b\tc\"\t2\n", [["\"Old\" Town", "1"], ["b\tc", "2"]]),
    ("\"open\t1\n2\t\"3\r\n4\t\"5\n", [["\"open", "1"], ["2", "\"3"], ["4", "\"5"]]),
  ])
  func `a quote that does not enclose its cell is text between tabs`(text: String, expected: [[String]]) {
    #expect(rows(text, delimiter: "\t") == expected)
  }

  @Test(arguments: [
    ("\"a\"b,c\nd,e\n", [["MALFORMED"], ["d", "e"]]),
    ("\"never closed,c\nd,e\n", [["MALFORMED"], ["d", "e"]]),
    ("1,\"a\n2,\"b\nc\"\n3,\"d", [["MALFORMED"], ["2", "b\nc"], ["MALFORMED"]]),
  ])
  func `a malformed row ends at its line end, and the next one is read`(text: String, expected: [[String]]) {
    #expect(rows(text) == expected)
  }

  @Test(arguments: ["a,b", "a,\"b", "a,\"b\"", "a,\"b\"\r", ""])
  func `a row is incomplete until its line end has arrived`(text: String) {
    let bytes = Array(text.utf8)
    var cells: [CSVCell] = []
    var scanner = CSVScanner(delimiter: UInt8(ascii: ","))
    let finding = scanner.scan(bytes.span, from: 0, isAtEnd: false, into: &cells)
    #expect(finding == .incomplete)
  }

  /// Data from a pipe may be split anywhere.
  @Test(arguments: [
    "a,\"\"x,y\"\",b\n", "\"\"x\"\"\r\nc,d\n",
    "a,\"b \"\"c\"\"\",d\r\n", "a,\"\",\"\"\n", "\"\"x\"\",\"\"y\"\"\n", "\"\"x\"\"\ty\n",
    "\"a\" ,\"b\"\r\r\nc,d\n",
  ])
  func `a row is the same wherever the buffer ends`(text: String) {
    let bytes = Array(text.utf8)
    var scanner = CSVScanner(delimiter: UInt8(ascii: ","))
    var (whole, cells): ([CSVCell], [CSVCell]) = ([], [])
    let expected = scanner.scan(bytes.span, from: 0, isAtEnd: true, into: &whole)
    for end in 0..<bytes.count {
      let found = scanner.scan(bytes.span.extracting(..<end), from: 0, isAtEnd: false, into: &cells)
      let isSame = found == expected && cells.map { $0.text(in: bytes) } == whole.map { $0.text(in: bytes) }
      #expect(found == .incomplete || isSame)
    }
  }

  @Test func `a quote that never closes swallows no more than a row of the maximum byte count`() {
    let rest = String(repeating: "x,y\n", count: CSVScanner.maximumRowByteCount / 4 + 10)
    let found = rows("a,\"b\n" + rest, isAtEnd: false)
    #expect(found.first == ["MALFORMED"])
    #expect(found.dropFirst().allSatisfy { $0 == ["x", "y"] })
    #expect(found.count == 1 + CSVScanner.maximumRowByteCount / 4 + 10)
    // Searching for the end of each line's quote separately would take hours.
    #expect(rows(String(repeating: "x\",\"y\n", count: 200_000)).count == 200_000)
  }

  @Test(arguments: [
    ("a,b,c\n1;2;3;4", ","), ("a;b;c\n", ";"), ("a\tb\n", "\t"), ("\"a;b;c\",d\n", ","), ("alone\n", "\t"),
    ("\"두\n줄;;;\",위도,경도", ","),
  ])
  func `the first row determines the delimiter`(header: String, delimiter: Character) {
    #expect(CSVScanner.candidates(Array(header.utf8).span).first?.delimiter == delimiter.asciiValue)
  }

  @Test func `a cell is trimmed of spaces`() {
    let bytes = Array("  a b \t".utf8)
    let cell = CSVCell(start: 0, end: bytes.count, hasDoubledQuotes: false)
    #expect(ByteView.over(bytes) { $0.withText(of: cell) { text, _ in text.text } } == "a b")
  }

  @Test func `text loses only the spaces at its ends, of one byte or several`() {
    let blanks: [Unicode.Scalar] = [" ", "\t", "\u{A0}", "\u{2000}", "\u{200F}", "\u{3000}", "\u{FEFF}"]
    let letters: [Unicode.Scalar] = [
      "a", "가", "힀", "\u{2010}", "\u{C0}", "\u{BF}", "à", "\u{3001}", "\u{FEFE}", "👺", "힠",
    ]
    var random = SeededRandom(35)
    for _ in 0..<4000 {
      let scalars = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        (Bool.random(using: &random) ? blanks : letters).randomElement(using: &random) ?? "a"
      }
      let kept = scalars.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
      func text(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] { scalars.flatMap { Array(String($0).utf8) } }
      #expect(ByteView.over(text(scalars)) { $0.trimmed.array } == text(kept), "\(scalars)")
    }
  }
}

extension CSVCell {
  func text(in bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(from: bytes.span, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
