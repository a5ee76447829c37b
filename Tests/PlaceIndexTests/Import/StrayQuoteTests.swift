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

  @Test func `a cell of several lines is kept whole`() throws {
    let text = "name,address,lat,lng\n가온,\"1 Main St,\nSeoul, 04524\nKorea\",37.1,127.1\n나래,x,37.2,127.2\n"
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.lotAddress) == ["1 Main St,\nSeoul, 04524\nKorea", "x"])
  }

  @Test func `what can't be decided is reported, and joins no rows`() throws {
    let text = "id,name,lat,lng\n1,\"a, x,37.1,127.1\n2,b,37.2,127.2\n3,c\",37.3,127.3\n4,d,37.4,127.4\n"
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.id) == ["2", "3", "4"] && imported.skips == [.malformed: 1])
  }
}
