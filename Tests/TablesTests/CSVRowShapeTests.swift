import Testing
import Tables

/// A quote that doesn't enclose its cell never swallows or joins rows.
@Suite struct CSVRowShapeTests {
  /// Reads all rows of a table with a latitude and a longitude in two cells; a malformed row has one cell.
  private func rows(
    _ text: String,
    delimiter: Character = ",",
    width: Int,
    _ coordinates: CSVRowShape.Coordinates = .pair(latitude: 2, longitude: 3),
    isAtEnd: Bool = true
  ) -> [[String]] {
    let bytes = Array(text.utf8)
    var scanner = CSVScanner(delimiter: delimiter.asciiValue ?? 0)
    scanner.shape = CSVRowShape(width: width, coordinates)
    var cells: [CSVCell] = []
    var rows: [[String]] = []
    var at = 0
    while at < bytes.count {
      switch scanner.scan(bytes.span, from: at, isAtEnd: isAtEnd, into: &cells) {
      case .row(let next):
        rows.append(cells.map { Self.text(of: $0, in: bytes) })
        at = next
      case .malformed(let next):
        rows.append(["MALFORMED"])
        at = next
      case .incomplete: return rows + [["INCOMPLETE"]]
      }
    }
    return rows
  }

  private static func text(of cell: CSVCell, in bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    cell.append(from: bytes.span, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    arguments: [
      (
        "1,\"a,37,127\n2,b\",38,128\n3,c,39,129\n",
        [["1", "\"a", "37", "127"], ["2", "b\"", "38", "128"], ["3", "c", "39", "129"]]
      ),
      (
        "1,\"a,37,127\n2,b,38,128\n3,c\",39,129\n",
        [["1", "\"a", "37", "127"], ["2", "b", "38", "128"], ["3", "c\"", "39", "129"]]
      ),
      (
        "1,\"a,37,127\n2,b,,\n3,c\",39,129\n",
        [["1", "\"a", "37", "127"], ["2", "b", "", ""], ["3", "c\"", "39", "129"]]
      ),
      ("1,\"a,37,127\n2,\"b, c\",38,128\n", [["1", "\"a", "37", "127"], ["2", "b, c", "38", "128"]]),
      ("1,\"a,37,127", [["1", "\"a", "37", "127"]]),
      ("1,\"a\" b,37,127\n", [["1", "\"a\" b", "37", "127"]]),
      ("1,\"a \"b\" c\",37,127\n", [["1", "a \"b\" c", "37", "127"]]),
      ("1,\"a\"b, c,37,127\n", [["MALFORMED"]]),
      ("1, \"a, b\" , 37, \"127\"\n", [["1", "a, b", " 37", "127"]]),
      ("1, \"a\" b,37,127\n", [["1", " \"a\" b", "37", "127"]]),
    ] as [(String, [[String]])]
  )
  func `a stray quote is text`(text: String, expected: [[String]]) {
    #expect(rows(text, width: 4) == expected)
  }

  @Test(
    arguments: [
      "1,\"two\nlines\",37,127\n2,b,38,128\n", "1,\"a, b\nc, d\ne, f\",37,127\n", "1,\"1, 2\n3, 4\n\n5\",37,127\n",
      "1,\"say \"\"hi\"\"\nagain, and, again\",37,127\n",
    ]
  )
  func `a cell of several lines stays one`(text: String) {
    let found = rows(text, width: 4)
    #expect(found[0].count == 4 && found[0][2] == "37" && found[0][1].contains("\n"))
  }

  @Test func `lines in the last cell are not rows`() {
    let found = rows(
      "37,127,\"open: Mon, Tue\nclosed, Wed, Thu\"\n38,128,b\n",
      width: 3,
      .pair(latitude: 0, longitude: 1)
    )
    #expect(found.map(\.count) == [3, 3] && found[0][2] == "open: Mon, Tue\nclosed, Wed, Thu")
  }

  @Test func `lines of an address are not rows of a table with coordinates`() {
    let text = "A,555,\"1 Main St\nSuite 5, New York, NY 10001\n(40.7, -73.9)\"\nB,556,\"2 Main St (40.8, -73.8)\"\n"
    #expect(rows(text, width: 3, .coordinate(2)).map(\.count) == [3, 3])
    #expect(rows("1,\"a,\"40.7, -73.9\"\n2,b\",\"40.8, -73.8\"\n", width: 3, .coordinate(2)).map(\.count) == [3, 3])
    let address = "a,\"1 Main St\nSuite 5, New York, NY 10001\",x\nb,c,d\n"
    #expect(rows(address, width: 3, .unknown).map(\.count) == [3, 3])
  }

  @Test func `rows aren't joined if the first row doesn't decide`() {
    let found = rows("1,\"a,37\n2,b,38,128\n3,c,39,129\n4,d\",40,130\n", width: 4)
    #expect(found == [["MALFORMED"], ["2", "b", "38", "128"], ["3", "c", "39", "129"], ["4", "d\"", "40", "130"]])
  }

  @Test(arguments: [
    "1,\"a,37,127\n2,b\",38,128\n3,c,39,129\n", "1,\"two\nlines\",37,127\n2,b,38,128\n",
    "1, \"a, b\" , 37, \"127\"\n", "1,\"a,37\n2,b,38,128\n3,c,39,129\n4,d\",40,130\n",
  ])
  func `the rows are the same wherever the buffer ends`(text: String) {
    let whole = rows(text, width: 4)
    for count in 0..<text.utf8.count {
      let part = rows(String(text.prefix(count)), width: 4, isAtEnd: false)
      let known = part.last == ["INCOMPLETE"] ? part.dropLast() : part[...]
      #expect(known.elementsEqual(whole.prefix(known.count)), "\(count)")
    }
  }

  @Test func `a stray quote in each of very many lines takes linear time`() {
    let text = String(repeating: "1,\"x,37,127\n", count: 100_000)
    #expect(rows(text, width: 4).count == 100_000)
  }
}
