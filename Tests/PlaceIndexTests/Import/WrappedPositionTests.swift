import Domain
import Testing

@testable import PlaceIndex

/// JSON objects that wrap their values, or have the coordinate in a nested object.
@Suite struct WrappedPositionTests {
  @Test(arguments: [
    #"[{"id":"a","lat":{"type":"Number","value":49.4},"lon":{"type":"Number","value":8.6,"metadata":{}},"#
      + #""name":{"type":"Text","value":"가온","metadata":{"description":{"type":"Text","value":"x"}}}}]"#,
    #"[{"id":"a","location":{"type":"geo:json","value":{"type":"Point","coordinates":[8.6,49.4]},"metadata":{}},"#
      + #""name":{"type":"Text","value":"가온"}}]"#,
    #"[{"id":"a","location":{"type":"GeoProperty","value":{"type":"Point","coordinates":[8.6,49.4]}},"#
      + #""name":{"type":"Property","value":"가온"}}]"#,
    #"[{"id":"a","location":{"type":"geo:point","value":"49.4, 8.6"},"name":{"type":"Text","value":"가온"}}]"#,
  ])
  func `values wrapped by FIWARE are read`(text: String) throws {
    let rows = try ImportedPlaces(text).rows
    #expect(rows.map(\.name) == ["가온"] && rows.map(\.latitude) == [49.4] && rows.map(\.longitude) == [8.6])
  }

  @Test(arguments: [
    #"{"_embedded":[{"id":"1","name":[{"name":"가온"}],"address":{"city":"x","#
      + #""location":{"latitude":49.4,"longitude":8.6}}}]}"#,
    #"[{"id":"1","name":"가온","address":{"street":"x","location":{"latitude":49.4,"longitude":8.6}}}]"#,
    #"{"items":[{"id":"1","name":"가온","site":{"place":{"lat":49.4,"lng":8.6}}}]}"#,
  ])
  func `a coordinate inside the address of a row is the row's`(text: String) throws {
    let rows = try ImportedPlaces(text).rows
    #expect(rows.map(\.name) == ["가온"] && rows.map(\.latitude) == [49.4] && rows.map(\.longitude) == [8.6])
  }

  @Test func `a list of two numbers under a name without an order is not a coordinate`() throws {
    let text = #"[{"nome":"가온","coordenadas":[37.03,-7.96]}]"#
    #expect(try ImportedPlaces(text).skips == [.missingCoordinate: 1])
    let table = try ImportedPlaces("nome;coordenadas\n가온;37.03, -7.96\n")
    #expect(table.rows.map(\.latitude) == [37.03] && table.rows.map(\.longitude) == [-7.96])
  }
}
