import Domain
import Testing

@testable import PlaceIndex

/// A stray quote loses no rows.
@Suite struct StrayQuoteTests {
  @Test func `a stray quote swallows no rows`() throws {
    let rows = (1...9).map { "\($0)|\($0 == 3 ? "\"" : "")P\($0)\($0 == 7 ? "\"" : "")|VIA \($0)|45.\($0)|7.\($0)" }
    let imported = try ImportedPlaces(
      "Estrazione del 2026-10-07\nid|nome|indirizzo|lat|lng\n" + rows.joined(separator: "\n")
    )
    #expect(imported.rows.map(\.latitude) == (1...9).map { 45 + Double($0) / 10 } && imported.skipped.isEmpty)
  }

  @Test func `a quote in the last row or without another one is text`() throws {
    let imported = try ImportedPlaces("id,name,lat,lng\n1,\"a,37.1,127.1\n2,b,37.2,127.2\n3,\"c,37.3,127.3")
    #expect(imported.rows.map(\.id) == ["1", "2", "3"])
  }

  @Test func `a space before a quote costs neither rows nor columns`() throws {
    let text = "\"id\", \"name\", \"lat\", \"lon\"\n1, \"Main St, North\", 40.1, -74.1\n2, \"B\", \"40.2\", \"-74.1\"\n"
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["Main St, North", "B"] && imported.rows.map(\.latitude) == [40.1, 40.2])
  }

  /// Comma-separated rows of an id, a name, a latitude and a longitude, and the expected names.
  private static let dialects: [(rows: String, names: [String])] = [
    (#"1,12" Pizza,37.1,127.1"#, [#"12" Pizza"#]), (#"1,"Big Pizza,37.1,127.1"#, [#""Big Pizza"#]),
    (#"1,"Le" Chat,37.1,127.1"#, [#""Le" Chat"#]), (#"1,""A"",37.1,127.1"#, ["A"]),
    (#"1,"""A"" B",37.1,127.1"#, [#""A" B"#]), (#"1,"A B" ,37.1,127.1"#, ["A B"]), (#"1, "A B",37.1,127.1"#, ["A B"]),
    (#"1,'A B',37.1,127.1"#, ["'A B'"]), (#"1,“A”,37.1,127.1"#, ["“A”"]), (#"1,"",37.1,127.1"#, [""]),
    (#"1,A",37.1,127.1"#, [#"A""#]), ("1,\"A\n\nB\",37.1,127.1", ["A\n\nB"]),
    ("1,\"a,37.1,127.1\n2,b\",37.2,127.2", [#""a"#, #"b""#]),
  ]

  @Test(arguments: dialects.indices, [",", ";", "\t", "|"])
  func `a quote is text where it doesn't enclose a cell, whatever separates the cells`(
    number: Int,
    delimiter: String
  ) throws {
    let (rows, names) = Self.dialects[number]
    // Between tabs, a quote encloses a cell only if nothing else is around it.
    guard delimiter != "\t" || !rows.contains(" \"") && !rows.contains("\" ") else { return }
    for lines in ["\n", "\r\n"] {
      let text = "id,name,lat,lng\n\(rows)\n8,z,37.8,127.8\n9,y,37.9,127.9\n"
      let imported = try ImportedPlaces(text.replacing(",", with: delimiter).replacing("\n", with: lines))
      let expected = names.map { $0.replacing("\n", with: lines) } + ["z", "y"]
      #expect(imported.rows.map(\.name) == expected && imported.skipped.isEmpty, "\(text)")
    }
  }

  @Test(arguments: [1, 2_000, 4_999])
  func `a stray quote far from the next one swallows nothing`(other: Int) throws {
    let rows = (0..<5_000).map { number in
      "\(number),\(number == 0 || number == other ? "\"" : "")n\(number),37.\(10_000 + number),127.1"
    }
    let imported = try ImportedPlaces("id,name,lat,lng\n\(rows.joined(separator: "\n"))\n")
    #expect(imported.rows.count == 5_000 && imported.skipped.isEmpty)
  }

  @Test func `a cell of several lines stays whole`() throws {
    let text = "name,address,lat,lng\n가온,\"1 Main St,\nSeoul, 04524\nKorea\",37.1,127.1\n나래,x,37.2,127.2\n"
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.lotAddress) == ["1 Main St,\nSeoul, 04524\nKorea", "x"])
  }

  @Test func `an undecidable quote is reported and joins no rows`() throws {
    let text = "id,name,lat,lng\n1,\"a, x,37.1,127.1\n2,b,37.2,127.2\n3,c\",37.3,127.3\n4,d,37.4,127.4\n"
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.id) == ["2", "3", "4"] && imported.skips == [.malformed: 1])
  }
}
