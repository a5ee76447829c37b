import Domain
import Testing

@testable import PlaceIndex

/// Rows in unusual places: in lists within lists, and in tables with one column.
@Suite struct RowTrapTests {
  private static let a = #"{"name":"a","lat":37.1,"lng":127.1}"#
  private static let b = #"{"name":"b","lat":37.2,"lng":127.2}"#
  private static let c = #"{"name":"c","lat":37.3,"lng":127.3}"#

  @Test(arguments: [
    #"{"regions":[{"name":"R","stores":[\#(a),\#(b)]},{"name":"S","stores":[\#(c)]}]}"#,
    #"[{"name":"R","stores":[\#(a),\#(b)]},{"name":"S","stores":[\#(c)]}]"#,
    #"{"countries":[{"code":"KR","cities":[{"name":"R","places":[\#(a),\#(b)]}]},{"cities":[{"places":[\#(c)]}]}]}"#,
    #"{"data":{"operators":[{"id":1,"sites":{"list":[\#(a)]}},{"id":2,"sites":{"list":[\#(b),\#(c)]}}]}}"#,
    #"{"result":{"zones":[{"id":7,"groups":[{"id":1,"items":[\#(a)]},{"id":2,"items":[\#(b)]}]},{"groups":[{"items":[\#(c)]}]}]}}"#,
    #"{"empty":[],"pages":[{"page":2,"rows":[\#(a),\#(b),\#(c)]}]}"#,
    #"{"a":{"lat":37.1,"lng":127.1},"b":{"lat":37.2,"lng":127.2},"c":{"lat":37.3,"lng":127.3}}"#,
    #"{"meta":{"lists":[[1,2],[3]]},"stations":[\#(a),\#(b),\#(c)]}"#,
  ])
  func `rows are found in lists within lists`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["a", "b", "c"] && imported.skipped.isEmpty)
  }

  @Test(arguments: [
    "geom\nPOINT(127.1 37.1)\nPOINT(127.2 37.2)\n", "coordinates\n\"37.1, 127.1\"\n\"37.2, 127.2\"\n",
    "location\n37.1;127.1\n37.2;127.2\n", "point\n\"(37.1, 127.1)\"\n\"(37.2, 127.2)\"\n",
    "the_geom\nSRID=4326;POINT(127.1 37.1)\nSRID=4326;POINT(127.2 37.2)\n", "좌표\n37.1/127.1\n37.2/127.2\n",
    "geometry\n\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[127.1,37.1]}\"\n\"{\"\"type\"\":\"\"Point\"\",\"\"coordinates\"\":[127.2,37.2]}\"\n",
    "lonlat\n\"127.1,37.1\"\n\"127.2,37.2\"\n", "latlng\n\"37.1 127.1\"\n\"37.2 127.2\"\n",
    "latlng\n37.1 127.1\n37.2 127.2\n", "xy\n127.1|37.1\n127.2|37.2\n",
  ])
  func `a table may have one column`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.latitude) == [37.1, 37.2] && imported.rows.map(\.longitude) == [127.1, 127.2])
    #expect(imported.skipped.isEmpty)
  }

  @Test(
    arguments: [
      ("SHOP", "Shop 1", "Shop 2", ""), ("Building", "Tower A", "Main", ""), ("TOURISM", "yes", "no", ""),
      ("office", "Seoul HQ", "Busan", ""), ("highway", "A1", "A5", ""), ("leisure", "0", "1", ""),
      ("natural", "TRUE", "FALSE", ""), ("railway", "KTX", "SRT", ""), ("historic", "1905", "1910", ""),
      ("public_transport", "Y", "N", ""), ("emergency", "911", "112", ""),
      ("highway", "bus_stop", "bus_stop", "highway=bus_stop"), ("Shop", "supermarket", "clothes", "Shop=supermarket"),
      ("tourism", "hotel", "museum", "tourism=hotel"),
    ] as [(String, String, String, String)]
  )
  func `a column that is called like a key of OpenStreetMap has tags only if its values are some`(
    title: String,
    first: String,
    second: String,
    category: String
  ) throws {
    let table = try ImportedPlaces("name,lat,lng,\(title)\na,37.1,127.1,\(first)\nb,37.2,127.2,\(second)\n")
    #expect(table.rows.map(\.sourceCategory).first == category)
  }

  @Test func `a number that is the key of a row is its id, not its name`() throws {
    let text = #"{"retVal":{"0001":{"lat":25.1,"lng":121.5},"0002":{"sno":"0002","lat":25.2,"lng":121.5}}}"#
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["", ""] && imported.rows.map(\.id) == ["0001", "0002"])
    let named = try ImportedPlaces(#"{"Alma":{"lat":25.1,"lng":121.5},"Brisa":{"lat":25.2,"lng":121.5}}"#)
    #expect(named.rows.map(\.name) == ["Alma", "Brisa"])
  }
}
