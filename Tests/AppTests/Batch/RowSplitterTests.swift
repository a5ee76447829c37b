import Testing

@testable import App

struct RowSplitterTests {
  private func rows(_ text: String, _ delimiter: UInt8?, chunkSize: Int, limit: Int = 1 << 20) -> [String] {
    let bytes = Array(text.utf8)
    var splitter = RowSplitter(delimiter: delimiter, limitInBytes: limit)
    var blocks: [RowBlock] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + chunkSize)
      blocks.append(splitter.split(Array(bytes[start..<end])))
      start = end
    }
    blocks.append(splitter.finish())
    return blocks.flatMap { block in
      block.rows.enumerated().map { index, row in
        let body = String(decoding: block.bytes[row.range], as: UTF8.self)
        return "\(block.firstNumber + index):\(body)" + (row.error.map { "!\($0)" } ?? "")
      }
    }
  }

  @Test(arguments: [
    ("a,b\nc,d\n", ["1:a,b", "2:c,d"]),
    ("a,b\r\nc,d\r\n", ["1:a,b", "2:c,d"]),
    ("a,b\n\n\r\nc,d", ["1:a,b", "2:c,d"]),
    ("a,\"b\"\r\r\n\r\r\nc,d\r\r\n", ["1:a,\"b\"", "2:c,d"]),
    ("\"x\ny\",1\n2,3\n", ["1:\"x\ny\",1", "2:2,3"]),
    ("\"x\"\"\ny\",1\n2,3\n", ["1:\"x\"\"\ny\",1", "2:2,3"]),
    ("5\" pipe,1\n2,3\n", ["1:5\" pipe,1", "2:2,3"]),
    ("a,\"\"\n\"\",b\n", ["1:a,\"\"", "2:\"\",b"]),
    ("a,\0b\nc,d\n", ["1:a,\0b", "2:c,d"]),
    ("\"open\nnever closed\n", ["1:\"open!quoteOpen", "2:never closed"]),
    ("1,\"a\n2,\"b\",c\n3,\"d\ne\"\n\"f", ["1:1,\"a!quoteOpen", "2:2,\"b\",c", "3:3,\"d\ne\"", "4:\"f!quoteOpen"]),
    ("\"a\" b,c\n\"d\"e\nf\n", ["1:\"a\" b,c", "2:\"d\"e", "3:f"]),
    ("", []),
    ("\n\n", []),
    ("위도,\"경\n도\"\n", ["1:위도,\"경\n도\""]),
  ])
  func `rows are the same whatever the chunks are`(text: String, expected: [String]) {
    for size in 1...(text.utf8.count + 1) {
      #expect(rows(text, Ascii.comma, chunkSize: size) == expected, "chunks of \(size)")
    }
  }

  @Test func `a quote that does not enclose its cell is text between tabs`() {
    let text = "\"Old\" Town\t1\n\"b\tc\"\t2\n\"open\t3\n4\t\"5"
    let expected = ["1:\"Old\" Town\t1", "2:\"b\tc\"\t2", "3:\"open\t3", "4:4\t\"5"]
    for size in 1...text.utf8.count {
      #expect(rows(text, Ascii.tab, chunkSize: size) == expected, "chunks of \(size)")
    }
    let bytes = Array("\"Old\" Town\t\"b\tc\"\t\"open".utf8)
    let fields = RowField.cells(of: bytes, in: bytes.indices, delimiter: Ascii.tab)
    let cells = fields?.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
    #expect(cells == ["\"Old\" Town", "b\tc", "\"open"])
  }

  @Test func `a line of JSON ends at the line feed, and empty lines are skipped`() {
    let text = "{\"a\":\"\\n\\\"\"}\r\n  \n{\"b\":1}"
    for size in 1...text.utf8.count {
      #expect(rows(text, nil, chunkSize: size) == ["1:{\"a\":\"\\n\\\"\"}", "2:{\"b\":1}"])
    }
    #expect(rows("\u{1E}{}\n\u{1E}\n\u{1E}{ }", nil, chunkSize: 3) == ["1:{}", "2:{ }"])
  }

  @Test(arguments: [nil, Ascii.comma])
  func `a row beyond the limit is refused and the next one is read, whatever the chunks are`(delimiter: UInt8?) {
    let text = "12345678\n123456789\n123456789012345\nab\n"
    let refused = "!tooLong(limitInBytes: 8)"
    for size in 1...text.utf8.count {
      #expect(
        rows(text, delimiter, chunkSize: size, limit: 8) == ["1:12345678", "2:\(refused)", "3:\(refused)", "4:ab"],
        "chunks of \(size)"
      )
    }
  }

  @Test func `a quoted cell has a sixteenth of the maximum byte count, and the next line is a row again`() {
    let text = "\"abc\nde\n\"abcdefghijklmnopq\nab\"\nfghi\njk\n"
    let expected = ["1:\"abc!quoteOpen", "2:de", "3:\"abcdefghijklmnopq!quoteOpen", "4:ab\"", "5:fghi", "6:jk"]
    for size in 1...text.utf8.count {
      #expect(rows(text, Ascii.comma, chunkSize: size, limit: 256) == expected, "chunks of \(size)")
    }
  }

  @Test func `a row that is too long at the end of the input is still one row`() {
    #expect(rows("123456789", Ascii.comma, chunkSize: 4, limit: 8) == ["1:!tooLong(limitInBytes: 8)"])
  }

  @Test func `memory for a row that is too long stays bounded`() {
    var splitter = RowSplitter(delimiter: Ascii.comma, limitInBytes: 64)
    for _ in 0..<1000 {
      let block = splitter.split(Array(repeating: UInt8(ascii: "x"), count: 64))
      #expect(block.bytes.count <= 129)
    }
    #expect(splitter.finish().rows.count == 1)
  }
}
