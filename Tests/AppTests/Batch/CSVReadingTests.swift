import Domain
import Testing
import Tables

@testable import App
@testable import Rows

struct CSVReadingTests {
  private func cells(_ row: String, delimiter: UInt8 = Ascii.comma) -> [String?]? {
    let bytes = Array(row.utf8)
    guard let cells = RowField.cells(of: bytes, in: bytes.indices, delimiter: delimiter) else { return nil }
    return cells.map { $0.text(in: bytes) }
  }

  @Test(arguments: [
    ("a,b", ["a", "b"]),
    ("a,", ["a", nil]),
    (",", [nil, nil]),
    ("\"a,b\",c", ["a,b", "c"]),
    ("\"say \"\"hi\"\"\",c", ["say \"hi\"", "c"]),
    ("\"\",\"\"\"\"", [nil, "\""]),
    ("5\" pipe,x", ["5\" pipe", "x"]),
    (" a , b ", [" a ", " b "]),
    ("\"two\nlines\"", ["two\nlines"]),
    ("x,\"a\" ,b", ["x", "a", "b"]),
    ("\"\"2,4주\"\",b", ["2,4주", "b"]),
  ])
  func `a row is split into cells`(row: String, expected: [String?]) {
    #expect(cells(row) == expected)
  }

  @Test(arguments: ["\"a\"b,c", "\"a", "x,\"a\" b,c"])
  func `text after a closing quote is refused`(row: String) {
    #expect(cells(row) == nil)
  }

  @Test(arguments: [
    ("a,b", Ascii.comma), ("a\tb", Ascii.tab), ("a;b", UInt8(ascii: ";")), ("\"a;b\",c", Ascii.comma),
    ("위도;경도;시설명(국문,영문)", UInt8(ascii: ";")), ("lat\tlng\tname, full", Ascii.tab), ("a,b;c", Ascii.comma),
  ])
  func `the delimiter is found in the header`(header: String, delimiter: UInt8) {
    #expect(CSVScanner.candidates(Array(header.utf8).span).first?.delimiter == delimiter)
  }

  private func header(_ line: String, _ overrides: [ColumnRole: String] = [:]) throws(Failure) -> CSVHeader {
    try header(Array(line.utf8), ColumnNames(overrides: overrides))
  }

  private func header(_ line: [UInt8], _ names: ColumnNames = ColumnNames()) throws(Failure) -> CSVHeader {
    let found = try CSVHeader.find(
      in: line,
      isAtEnd: true,
      rows: .enough,
      names: names,
      needsCoordinates: true,
      format: TableFormat()
    )
    switch found {
    case .header(let header): return header
    case .missing(let texts, let areValues):
      throw CSVHeader.failure(missing: texts, areValues: areValues, names)
    }
  }

  @Test(arguments: ["lat,lng", "LATITUDE,Longitude", "위도,경도", "y,x", "id, Lat ,lon"])
  func `common column names of coordinates are recognized`(line: String) throws {
    let header = try header(line)
    #expect(header.hasColumn(for: .latitude) && header.hasColumn(for: .longitude))
  }

  @Test func `columns lat and lng contain degrees, whatever CRS another title names`() throws {
    func columns(_ line: String) throws -> CoordinateColumns? {
      try header(line).coordinates
    }
    #expect(try columns("id,y,x,note (EPSG:5174)")?.crs != nil)
    #expect(try columns("id,lat,lng,note (EPSG:5174)") == nil)
  }

  @Test func `the preferred name wins when several columns match`() throws {
    let header = try header("y,lat,x,lng")
    let fields = (0..<4).map { RowField(start: $0, end: $0 + 1, encoding: .plain) }
    let bytes = Array("abcd".utf8)
    #expect(header.field(.latitude, in: fields, of: bytes) == fields[1])
    #expect(header.field(.longitude, in: fields, of: bytes) == fields[3])
  }

  @Test func `a column that the user names replaces the standard names`() throws {
    let header = try header("lat,lng,Breite", [.latitude: "Breite"])
    let fields = (0..<3).map { RowField(start: $0, end: $0 + 1, encoding: .plain) }
    #expect(header.field(.latitude, in: fields, of: Array("abc".utf8)) == fields[2])
  }

  @Test func `an invalid header is refused with the reason`() {
    #expect(throws: Failure.coordinatesMissing(columns: ["name", "lat"])) { try header("name,lat") }
    #expect(throws: Failure.columnMissing("Breite", columns: ["lat", "lng"])) {
      try header("lat,lng", [.latitude: "Breite"])
    }
    #expect(throws: Failure.columnTwice("lat")) { try header("lat,lng,lat") }
    #expect(throws: Failure.headerUnusable) { try header("\"lat\"x,lng") }
    #expect(throws: Failure.headerNotUTF8) {
      try header([0xC0, 0xA7, Ascii.comma])
    }
  }

  @Test func `repeated names are numbered`() throws {
    #expect(try header("lat,lng,note,note,note_2").names == ["lat", "lng", "note", "note_2", "note_2_2"])
    // Takes linear time; quadratic time would be minutes.
    let wide = try header("lat,lng" + String(repeating: ",", count: 30_000)).names
    #expect(wide.suffix(2) == ["_29999", "_30000"])
  }

  private func format(_ input: String, chunkSize: Int) async throws(Failure) -> BatchFormat? {
    try await BatchReader(source: TextInput(Array(input.utf8), chunkSize: chunkSize))
      .open(names: ColumnNames(), needsCoordinates: true)
  }

  @Test(arguments: 1...12)
  func `the first byte that isn't a space decides the format, whatever the chunks are`(chunkSize: Int) async throws {
    let object = #"{"lat":1,"lng":2}"# + "\n"
    for start in [
      "", " \n", "\n\n\n", "\u{1E}", "\n\u{1E}", "\u{FEFF}", "\u{FEFF}\u{FEFF}", "\u{FEFF}\n", "\u{FEFF}\r\n \n",
    ] {
      guard case .ndjson? = try await format(start + object, chunkSize: chunkSize) else {
        return #expect(Bool(false), "JSON after \(start.debugDescription)")
      }
      for other in ["[" + object + "]", "{\n  \"lat\": 1\n}\n", #"{"type":"FeatureCollection","features":[]}"#] {
        guard case .ndjson? = try await format(start + other, chunkSize: chunkSize) else {
          return #expect(Bool(false), "\(other) after \(start.debugDescription)")
        }
      }
    }
    guard case .csv(let header)? = try await format("\u{FEFF}\n\"lat\",lng\n1,2", chunkSize: chunkSize) else {
      return #expect(Bool(false))
    }
    #expect(header.names == ["lat", "lng"])
  }
}
