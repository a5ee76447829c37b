import Domain
import Testing

@testable import PlaceIndex

/// Rows in the lists of other rows: places of their own, or the position of the row.
@Suite struct ListedRowTests {
  private static let a = #"{"name":"a","lat":37.1,"lng":127.1}"#
  private static let b = #"{"name":"b","lat":37.2,"lng":127.2}"#
  private static let place = #""name":"X","lat":37.5,"lng":127.5"#

  @Test(arguments: [
    #"[{\#(place),"stations":[\#(a),\#(b)]}]"#,
    #"[{"stations":[\#(a),\#(b)],\#(place)}]"#,
    #"{"rows":[{\#(place),"network":{"stations":[\#(a),\#(b)]}}]}"#,
    #"[{\#(place),"cities":[{"name":"a","lat":37.1,"lng":127.1,"places":[\#(b)]}]}]"#,
    #"[{\#(place),"regions":[{"code":1,"stores":[\#(a)]},{"code":2,"stores":[\#(b)]}]}]"#,
    #"{\#(place),"stations":[\#(a),\#(b)]}"#,
    #"[{"name":"X","site":{"point":{"lat":37.5,"lng":127.5}},"stations":[\#(a),\#(b)]}]"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[127.5,37.5]},"#
      + #""properties":{"name":"X","stops":[\#(a),\#(b)]}}]}"#,
  ])
  func `places in a list of a place are places too`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["X", "a", "b"] && imported.skipped.isEmpty, "\(imported)")
    #expect(imported.rows.map(\.latitude) == [37.5, 37.1, 37.2])
  }

  @Test(arguments: [
    #""opening":[{"day":1,"open":"08:00"}]"#, #""images":[{"name":"x.jpg","lat":1.5,"lng":2.5}]"#,
    #""connectors":[{"id":1,"name":"CCS"}]"#,
    #""evses":[{"uid":"1","coordinates":{"latitude":"1.5","longitude":"2.5"}}]"#,
    #""area":[{"lat":1.5,"lng":2.5},{"lat":1.6,"lng":2.5},{"lat":1.5,"lng":2.6}]"#,
    #""entrances":[{"name":"North","lat":1.5,"lng":2.5}]"#, #""nearby_stations":[{"name":"S","lat":1.5,"lng":2.5}]"#,
    #""addresses":[{"name":"Y","lat":1.5,"lng":2.5}]"#, #""people":[{"name":"Al"},{"name":"Bo"}]"#,
    #""rings":[[1.5,2.5],[1.6,2.6]]"#, #""visits":[{"at":1,"lat":1.5,"lng":2.5}]"#,
  ])
  func `other lists of a place aren't places`(list: String) throws {
    let imported = try ImportedPlaces("[{\(Self.place),\(list)},{\(list),\(Self.place)}]")
    #expect(imported.rows.map(\.name) == ["X"] && imported.rows.map(\.latitude) == [37.5], "\(imported)")
    #expect(imported.skipped.isEmpty && imported.input?.rowCount == 2)
  }

  @Test func `rows of a list have the name and category around them unless they have their own`() throws {
    let chains = #"""
      [{"name":"GROM","category":"cafe","locations":[{"address":"R. 42","position":{"lat":38.7,"lng":-9.1}},
      {"name":"GROM 2","category":"bakery","position":{"lat":38.8,"lng":-9.2}}]},
      {"locations":[{"position":{"lat":38.9,"lng":-9.2}},{"position":{"lat":38.9,"lng":-9.3}}],"name":"B",
      "category":"cafe"}
      """#
    for text in ["\(chains)]", chains + #",{"name":"C","category":"cafe","lat":1.5,"lng":2.5}]"#] {
      let rows = try ImportedPlaces(text).rows.filter { $0.name != "C" }
      #expect(rows.map(\.name) == ["GROM", "GROM 2", "B", "B"])
      #expect(rows.map(\.sourceCategory) == ["cafe", "bakery", "cafe", "cafe"])
    }
    let sites = #"{"list":[{"lat":1.5,"lng":2.5},{"lat":1.6,"lng":2.5}]}"#
    let groups = #"[{"name":"X","groups":[{"category":"cafe","sites":\#(sites)}]}]"#
    let rows = try ImportedPlaces(groups).rows
    #expect(rows.map(\.name) == ["X", "X"] && rows.map(\.sourceCategory) == ["cafe", "cafe"])
  }

  @Test(arguments: [
    #"{"query":{"pages":[{"pageid":1,"title":"Alma","coordinates":[{"lat":1.5,"lon":2.5,"globe":"earth"}]},"#
      + #"{"pageid":2,"title":"Brisa","coordinates":[{"lat":1.6,"lon":2.6}]}]}}"#,
    #"{"query":{"pages":{"7":{"pageid":7,"title":"Alma","coordinates":[{"lat":1.5,"lon":2.5}]},"#
      + #""8":{"pageid":8,"title":"Brisa","coordinates":[{"lat":1.6,"lon":2.6}]}}}}"#,
    #"[{"name":[{"value":"Alma"}],"field_geo":[{"lat":1.5,"lon":2.5}]},"#
      + #"{"name":[{"value":"Brisa"}],"field_geo":[{"value":"POINT (2.6 1.6)","lat":1.6,"lon":2.6}]}]"#,
    #"[{"name":"Alma","locations":[{"lat":1.5,"lng":2.5}]},{"name":"Brisa","lat":1.6,"lng":2.6}]"#,
    #"[{"name":"Alma","locations":[{"lat":1.5,"lng":2.5}]},{"name":"Brisa","locations":[{"lat":1.6,"lng":2.6}]}]"#,
  ])
  func `the only position in a list is the row's`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["Alma", "Brisa"] && imported.skipped.isEmpty, "\(imported)")
    #expect(imported.rows.map(\.latitude) == [1.5, 1.6] && imported.rows.map(\.longitude) == [2.5, 2.6])
    #expect(imported.input?.mapping?.column(of: "name") != nil)
  }

  @Test func `the mapping has the fields around the rows, and the lists that are read`() throws {
    let chains = #"[{"name":"A","category":"cafe","sites":[{"lat":1.5,"lng":2.5},{"lat":1.6,"lng":2.5}]}]"#
    let around = try #require(try ImportedPlaces(chains).input?.mapping)
    #expect(
      around.columns.map { "\($0.field) \($0.title)" } == ["name name", "category category", "lat lat", "lng lng"]
    )
    let within = try #require(try ImportedPlaces("[{\(Self.place),\"stations\":[\(Self.a)]}]").input?.mapping)
    #expect(within.unused == [])
  }
}
