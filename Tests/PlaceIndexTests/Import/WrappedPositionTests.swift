import Domain
import Foundation
import Testing

@testable import PlaceIndex
@testable import Rows

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
    ("$numberDouble", #""49.4""#), ("$numberDecimal", #""49.4""#), ("N", #""49.4""#), ("doubleValue", "49.4"),
    ("_text", #""49.4""#), ("#text", #""49.4""#),
  ])
  func `the typed numbers of databases and converters are read`(key: String, number: String) throws {
    let longitude = number.replacingOccurrences(of: "49.4", with: "8.6")
    let text = #"[{"name":{"S":"가온"},"lat":{"\#(key)":\#(number)},"lng":{"\#(key)":\#(longitude)}}]"#
    let rows = try ImportedPlaces(text).rows
    #expect(rows.map(\.name) == ["가온"] && rows.map(\.latitude) == [49.4] && rows.map(\.longitude) == [8.6])
  }

  @Test(arguments: [
    #""field_place":[{"value":"POINT (8.6 49.4)","geo_type":"Point","lat":49.4,"lon":8.6,"latlon":"49.4,8.6"}]"#,
    #""lat":[{"value":49.4}],"lng":[{"value":"8.6"}]"#,
  ])
  func `values wrapped by Drupal are read`(position: String) throws {
    let name = #""title":[{"value":"가온","langcode":"ko"}]"#
    let text = #"[{\#(name),"phone":[{"value":"1"}],\#(position),"uid":[{"target_id":1}]}]"#
    let rows = try ImportedPlaces(text).rows
    #expect(rows.map(\.name) == ["가온"] && rows.map(\.latitude) == [49.4] && rows.map(\.longitude) == [8.6])
    #expect(rows.map(\.phone) == ["1"])
  }

  @Test func `the parts of an address wrapped by FIWARE are read`() throws {
    let address = #"{"type":"PostalAddress","value":{"addressLocality":"Barcelona","streetAddress":"Plaza 1"}}"#
    let row = try #require(try ImportedPlaces(#"[{"lat":41.4,"lng":2.2,"address":\#(address)}]"#).rows.first)
    #expect((row.lotAddress + row.roadAddress).contains("Plaza 1"), "\(row)")
  }

  @Test func `of several positions at the same depth none is the row's`() throws {
    let text = #"[{"name":"가온","display":{"lat":49.4,"lng":8.6},"entry":{"lat":49.5,"lng":8.7}}]"#
    #expect(try ImportedPlaces(text).skips == [.severalCoordinates: 1])
    var rules = ImportRules()
    rules.columns.columns = ["lat": "display.lat", "lng": "display.lng"]
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.latitude) == [49.4])
  }

  @Test func `a feature in a cell is its geometry`() throws {
    for geometry in [
      #"{""type"":""Feature"",""properties"":{},""geometry"":{""type"":""Point"",""coordinates"":[8.6,49.4]}}"#,
      #"{""geometry"":{""coordinates"":[[8.5,49.4],[8.7,49.4]],""type"":""LineString""},""type"":""Feature""}"#,
    ] {
      let rows = try ImportedPlaces("nom,geo_shape\n가온,\"\(geometry)\"\n").rows
      #expect(rows.map(\.latitude) == [49.4] && rows.map(\.longitude) == [8.6])
    }
  }

  @Test(arguments: [
    #"{"_embedded":[{"id":"1","name":[{"name":"가온"}],"address":{"city":"x","#
      + #""location":{"latitude":49.4,"longitude":8.6}}}]}"#,
    #"[{"id":"1","name":"가온","address":{"street":"x","location":{"latitude":49.4,"longitude":8.6}}}]"#,
    #"{"items":[{"id":"1","name":"가온","site":{"place":{"lat":49.4,"lng":8.6}}}]}"#,
    #"[{"id":"1","name":"가온","address":{"text":"x","lat":49.4,"lng":8.6}}]"#,
    #"[{"id":"1","name":"가온","address":{"geo":{"gc":{"lat":49.4,"lng":8.6}}}}]"#,
    #"[{"id":"1","name":"가온","x":{"location":{"gc":{"lat":49.4,"lng":8.6}}}}]"#,
    #"[{"id":"1","name":"가온","address":{"position":{"wgs84":{"lat":49.4,"lng":8.6}}}}]"#,
    #"[{"Identification":"1","Name":"가온","Location":{"PostalAddress":{"StreetName":"x","GeoLocation":"#
      + #"{"GeographicCoordinates":{"Latitude":"49.4","Longitude":"8.6"}}}}}]"#,
    #"[{"id":"1","name":"가온","x":{"y":{"lat":49.5,"lng":8.7}},"z":{"lat":49.4,"lng":8.6}}]"#,
    #"[{"id":"1","name":"가온","address":{"location":{"lat":49.4,"lng":8.6},"locality":"#
      + #"{"location":{"lat":49.5,"lng":8.7}}}}]"#,
    #"[{"id":"1","name":"가온","address":{"locality":{"location":{"lat":49.5,"lng":8.7}},"#
      + #""location":{"lat":49.4,"lng":8.6}}}]"#,
  ])
  func `a coordinate inside the address of a row is the row's`(text: String) throws {
    let rows = try ImportedPlaces(text).rows
    #expect(rows.map(\.name) == ["가온"] && rows.map(\.latitude) == [49.4] && rows.map(\.longitude) == [8.6])
  }

  @Test(arguments: [
    "shop", "station", "office", "building", "craft", "amenity", "branch", "operator", "brand", "category", "kind",
    "capacity", "phone", "contact", "venue",
  ])
  func `an object with a position is the place, whatever its key means`(key: String) throws {
    let rows = try ImportedPlaces(#"[{"\#(key)":{"id":"a","name":"A","lat":53.1,"lng":7.8,"phone":"02-1234"}}]"#).rows
    #expect(rows.map(\.name) == ["A"] && rows.map(\.latitude) == [53.1] && rows.map(\.longitude) == [7.8])
    #expect(rows.map(\.id) == ["a"] && rows.map(\.phone) == ["02-1234"] && rows.map(\.sourceCategory) == [""])
    let reader = ObjectReader()
    let row = Array(#"{"\#(key)":{"id":"a","lat":53.1,"lng":7.8}}"#.utf8)
    #expect(reader.coordinate(of: row, in: row.indices).point?.latitude == 53.1)
  }

  @Test(arguments: [
    (#"{"id":1,"name":"Aalen"}"#, ""), (#"[{"name":"Aalen"}]"#, ""), (#"{"type":"literal","value":"light_rail"}"#, "x"),
    (#"["light_rail"]"#, "x"), (#""light_rail""#, "x"),
  ])
  func `an object with a name is no tag`(value: String, category: String) throws {
    let rows = try ImportedPlaces(#"[{"name":"P","lat":1.5,"lng":2.5,"amenity":"parking","station":\#(value)}]"#).rows
    #expect(rows.map(\.words).allSatisfy { !$0.contains { $0.contains("Aalen") } })
    #expect(rows.map(\.words).allSatisfy { $0.contains("station=light_rail") != category.isEmpty })
  }

  @Test(arguments: [
    #"{"name":"A","location":{"lat":51.5,"lng":-0.12,"unit":"12.5 14.5"}}"#,
    #"{"name":"A","location":{"unit":"12 14","point":[-0.12,51.5]}}"#,
    #"{"name":"A","lat":51.5,"lng":-0.12,"location":{"unit":"12 14","phone":"10.5 14.5"}}"#,
    #"{"name":"A","lat":51.5,"lng":-0.12,"geo":{"plot":"652000.5 6862000.5"}}"#,
    #"{"name":"A","coords":"{\"lat\": 51.5, \"lng\": -0.12}"}"#,
    #"{"_id":1,"_source":{"name":"A","location":"51.5,-0.12"}}"#,
  ])
  func `a text with two numbers is a coordinate only if nothing else is one`(row: String) throws {
    let rows = try ImportedPlaces("[\(row)]").rows
    #expect(rows.map(\.name) == ["A"] && rows.map(\.latitude) == [51.5] && rows.map(\.longitude) == [-0.12])
  }

  @Test func `the members besides a point are read`() throws {
    let row = #"{"name":"A","location":{"name":"B","address":"1 Main St","coordinates":[-0.12,51.5],"type":"Point"}}"#
    let place = try #require(try ImportedPlaces("[\(row)]").rows.first)
    #expect(place.name == "A" && place.lotAddress == "1 Main St" && place.latitude == 51.5)
    #expect(place.sourceCategory.isEmpty)
  }

  @Test func `the parts of an address in the object of a position are read`() throws {
    let row = #"{"name":"A","coordinates":{"latitude":51.5,"longitude":-0.12},"location":{"address1":"1 Main St","#
    let text = #"[\#(row)"city":"London","zip_code":"N1","country":"GB"}}]"#
    #expect(try ImportedPlaces(text).rows.first?.roadAddress.contains("1 Main St") == true)
  }

  @Test(arguments: [
    "nome;coordenadas\n가온;37.03, -7.96\n", #"[{"nome":"가온","coordenadas":[37.03,-7.96]}]"#,
    #"[{"nome":"가온","coordenadas":"37.03, -7.96"}]"#, #"[{"nome":"가온","coordonnées":{"lat":37.03,"lon":-7.96}}]"#,
    #"[{"nome":"가온","gps_coordinates":{"latitude":37.03,"longitude":-7.96}}]"#,
    #"{"type":"FeatureCollection","features":[{"properties":{"nome":"가온","Koordinaten":[37.03,-7.96]}}]}"#,
  ])
  func `a position under a word of any language has the latitude first`(text: String) throws {
    let places = try ImportedPlaces(text)
    #expect(places.rows.map(\.latitude) == [37.03] && places.rows.map(\.longitude) == [-7.96])
    let isOpen = text.contains("[37.03") || text.contains("37.03, ")
    #expect((places.input?.columnOfAssumedOrder != nil) == isOpen && places.input?.isLongitudeAssumedFirst == false)
    if text.hasPrefix("[") {
      let row = Array(text.utf8.dropFirst().dropLast())
      #expect(ObjectReader().coordinate(of: row, in: row.indices).point?.latitude == 37.03)
    }
  }

  @Test(arguments: ["座標", "coordenadas"]) func `values decide the order of two numbers`(key: String) throws {
    let rows = (0..<20).map { #"{"name":"A","\#(key)":[\#(139.5 + Double($0) / 50),35.6]}"# }.joined(separator: ",")
    let places = try ImportedPlaces("[\(rows)]")
    #expect(places.rows.allSatisfy { $0.latitude == 35.6 } && places.rows.count == 20)
    #expect(places.input?.columnOfAssumedOrder == nil && places.input?.reversedCount == 0)
  }

  @Test(arguments: ["shape", "geom", "the_geom", "geometry", "SHAPE", "position", "geocoded_column"])
  func `an object with a latitude and a longitude is a position under any name of positions`(key: String) throws {
    let position = #"{"needs_recoding":false,"longitude":"-122.26","latitude":"47.51"}"#
    for json in [position, #"{"lat":47.51,"lng":-122.26}"#] {
      let rows = try ImportedPlaces(#"[{"name":"A","\#(key)":\#(json)}]"#).rows
      #expect(rows.map(\.latitude) == [47.51] && rows.map(\.longitude) == [-122.26])
    }
  }

  @Test(arguments: [
    #"{"lat":48.1,"lng":11.5}"#, #"{"a":{"lat":48.1,"lng":11.5}}"#, #"{"a":{"b":{"c":{"lat":48.1,"lng":11.5}}}}"#,
    #"{"a":{"b":{"c":{"d":{"lat":48.1,"lng":11.5}}}}}"#, #"{"a":{"gps":{"type":"Point","coordinates":[11.5,48.1]}}}"#,
    #"{"a":{"geo":{"point":{"lat":48.1,"lng":11.5}}}}"#, #"{"a":{"b":{"location":"48.1, 11.5"}}}"#,
  ])
  func `a coordinate is found at the same depth in any wrapper`(position: String) throws {
    let row = #"{"name":"A","where":\#(position)}"#
    for text in [
      row, "[\(row)]", #"{"data":[\#(row)]}"#, #"{"hits":{"hits":[{"_id":"1","_source":\#(row)}]}}"#,
      #"{"data":{"stores":{"edges":[{"node":\#(row)}]}}}"#, #"{"data":[{"b":[{"c":[{"d":[\#(row)]}]}]}]}"#,
    ] {
      let rows = try ImportedPlaces(text).rows
      #expect(rows.map(\.name) == ["A"] && rows.map(\.latitude) == [48.1], "\(text)")
      #expect(rows.map(\.longitude) == [11.5], "\(text)")
    }
  }

  @Test(arguments: [
    #"{"lat":"48.1","lng":"11.5"}"#, #"["11.5","48.1"]"#, #"[ "11.5", "48.1", "0" ]"#,
    #"{"type":"Point","coordinates":["11.5","48.1"]}"#, #"{"x":"11.5","y":"48.1"}"#,
  ])
  func `numbers of a position may be texts`(position: String) throws {
    let cell = position.replacing("\"", with: "\"\"")
    for text in [#"[{"name":"A","coordinates":\#(position)}]"#, "name,coordinates\nA,\"\(cell)\"\n"]
    where !text.contains("x\"\":") {
      let rows = try ImportedPlaces(text).rows
      #expect(rows.map(\.latitude) == [48.1] && rows.map(\.longitude) == [11.5], "\(text)")
    }
    let feature = #"{"type":"Feature","properties":{"name":"A"},"geometry":\#(position)}"#
    if position.hasPrefix("{") { #expect(try ImportedPlaces(feature).rows.map(\.latitude) == [48.1]) }
  }
}
