import Domain
import Foundation
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct ImportedFormatsTests {
  /// One place in each format, from `formats.txt`; formats with invisible characters are listed here.
  private static let formats =
    text(named: "formats.txt").components(separatedBy: "===\n") + [
      "sep=|\r\nname|lat|lng\r\na|37.1|127.1\r\n",
      "\u{3000}name\u{3000},위도,경도\n\u{3000}a\u{A0},\u{3000}37.1,127.1\u{200B}\n",
      "\"name\",\"lat\",\"lng\"\r\r\n\"a\",\"37.1\",\"127.1\"\r\r\n",
      "name,lat,lng\na\u{0},37.1,127.1\n,,\n" + String(repeating: ",,\n", count: 20),
    ]

  @Test(arguments: formats)
  func `a place is read from every format of file`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["a"])
    let row = try #require(imported.rows.first)
    #expect(abs(row.latitude - 37.1) < 1e-6 && abs(row.longitude - 127.1) < 1e-6)
  }

  @Test(
    arguments: [
      // Both orders are valid coordinates, so only the notation and the name determine the order.
      ("nom,coordonneesXY\na,\"[7.487105,48.345345]\"\n", 48.345345, 7.487105),
      ("nom,coordonnees\na,\"[7.487105,48.345345]\"\n", 48.345345, 7.487105),
      ("nom,coordonnees\na,\"7.487105,48.345345\"\n", 7.487105, 48.345345),
      ("nom;x,y\na;7.487105,48.345345\n", 48.345345, 7.487105),
      ("nom,coordonneesXY\na,7.487105 48.345345\n", 48.345345, 7.487105),
      ("nom,lat_lng\na,\"[7.487105,48.345345]\"\n", 7.487105, 48.345345),
      ("nom,geo_point_2d\na,\"48.345345,7.487105\"\n", 48.345345, 7.487105),
      (#"{"name":"a","coordonneesXY":[7.487105,48.345345]}"#, 48.345345, 7.487105),
      (#"{"name":"a","coordonneesXY":"[7.487105,48.345345]"}"#, 48.345345, 7.487105),
      (#"{"name":"a","location":"[7.487105,48.345345]"}"#, 48.345345, 7.487105),
      (#"{"name":"a","latlng":[7.487105,48.345345]}"#, 7.487105, 48.345345),
      (#"{"name":"a","geo_point_2d":[48.345345,7.487105]}"#, 48.345345, 7.487105),
      (#"{"name":"a","lnglat":"7.487105,48.345345"}"#, 48.345345, 7.487105),
    ] as [(String, Double, Double)]
  )
  func `numbers in brackets have GeoJSON's order unless the name has another`(
    text: String,
    latitude: Double,
    longitude: Double
  ) throws {
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.latitude == latitude && row.longitude == longitude, "\(row.latitude), \(row.longitude)")
  }

  @Test func `the order of a column without a telling name follows its values`() throws {
    let text = "name,coordinates\na,\"-122.4,37.8\"\nb,\"-73.9,40.7\"\n"
    #expect(try ImportedPlaces(text).rows.map(\.latitude) == [37.8, 40.7])
  }

  /// Pairs around Paris with the longitude first, and a pair in New Caledonia, which is valid in that order alone.
  private static let ofParis = (60...98).map { "2.\($0),48.\($0)" }
  private static let ofNoumea = "166.45,-22.27"

  private static func inputs(_ pairs: [String]) -> [String] {
    let objects = pairs.map { #"{"name":"a","coordinates":"\#($0)"}"# }
    return [
      "name,coordinates\n" + pairs.map { "a,\"\($0)\"\n" }.joined(),
      "[" + objects.joined(separator: ",") + "]",
    ]
  }

  @Test func `one row that is valid in one order alone decides for a column without a telling name`() throws {
    for text in Self.inputs(Self.ofParis + [Self.ofNoumea]) {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.latitude).max() == 48.98 && imported.input?.reversedCount == 0)
      #expect(imported.input?.columnOfAssumedOrder == nil)
    }
  }

  @Test func `an order that nothing shows is reported, unless the user names it`() throws {
    for text in Self.inputs(Self.ofParis) {
      let imported = try ImportedPlaces(text)
      #expect(imported.rows.map(\.latitude).max() == 2.98 && imported.input?.columnOfAssumedOrder == "coordinates")
      for (field, latitude) in [("lnglat", 48.98), ("latlng", 2.98)] {
        var rules = ImportRules()
        rules.columns.columns[field] = "coordinates"
        let chosen = try ImportedPlaces(text, rules: rules)
        #expect(chosen.rows.map(\.latitude).max() == latitude && chosen.input?.columnOfAssumedOrder == nil)
        #expect(chosen.input?.mapping?.storedChoice.columns == [field: "coordinates"])
      }
    }
  }

  @Test func `the order of a list in plain JSON is reported if nothing shows it`() throws {
    func input(_ rows: [String]) throws -> InputReport? { try ImportedPlaces("[\(rows.joined(separator: ","))]").input }
    let lists = Self.ofParis.map { #"{"name":"a","coordinates":[\#($0)],"type":"cafe"}"# }
    let plain = try #require(try input(lists))
    #expect(plain.columnOfAssumedOrder == "coordinates" && plain.isLongitudeAssumedFirst)
    #expect(plain.mapping?.columns.map(\.title).contains("coordinates") == true)
    let decided = try input(lists + [#"{"name":"a","coordinates":[\#(Self.ofNoumea)]}"#])
    #expect(decided?.columnOfAssumedOrder == nil && decided?.isLongitudeAssumedFirst == false)
    let points = Self.ofParis.map { #"{"name":"a","location":{"type":"Point","coordinates":[\#($0)]}}"# }
    #expect(try input(points)?.columnOfAssumedOrder == nil)
  }

  @Test(arguments: [
    "48°51'24\"N 2°21'00\"W", "48.8566N 2.35W", "W2.35 N48.8566", "48.8566° N, 2.35° W", "(48.8566N, 2.35W)",
  ])
  func `angles in one cell are a coordinate`(text: String) throws {
    let cell = text.replacing("\"", with: "\"\"")
    let value = text.replacing("\"", with: "\\\"")
    let table = "name,coordinates\na,\"\(cell)\"\nb,\"\(cell)\"\n"
    for input in [table, #"[{"name":"a","coordinates":"\#(value)"}]"#] {
      let row = try #require(try ImportedPlaces(input).rows.first)
      #expect(abs(row.latitude - 48.8566) < 1e-3 && abs(row.longitude + 2.35) < 1e-6, "\(input)")
    }
  }

  @Test(arguments: [
    "name,lnglat\na,\"7.4,48.3\"\nb,\"37.1,127.1\"\n",
    "name,coordonneesXY\na,\"[7.4,48.3]\"\nb,\"[37.1,127.1]\"\n",
    #"[{"name":"a","lnglat":[7.4,48.3]},{"name":"b","lnglat":[37.1,127.1]}]"#,
  ])
  func `a pair that contradicts its column's name is read in the valid order, and counted`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.latitude) == [48.3, 37.1])
    #expect(imported.input?.reversedCount == 1)
  }

  @Test(arguments: [
    #""lat":37.1,"lng":127.1,"items":[{"sku":1}]"#, #""items":[{"sku":1}],"lat":37.1,"lng":127.1"#,
    #""features":[{"wifi":true}],"lat":37.1,"lng":127.1"#, #""features":[],"lat":37.1,"lng":127.1"#,
    #""detail":{"rows":[{"a":1}]},"location":{"lat":37.1,"lng":127.1}"#,
    #""lat":37.1,"lng":127.1,"places":[{"lat":1,"lng":2}]"#,
    #""entrances":[{"lat":1,"lng":2}],"lat":37.1,"lng":127.1"#,
    #""x":{"doors":[{"lat":1,"lng":2}]},"lat":37.1,"lng":127.1"#,
  ])
  func `a list within a row isn't a list of rows`(members: String) throws {
    let rows = ["a", "b"].map { #"{"id":"\#($0)","name":"\#($0)",\#(members)}"# }
    let imported = try ImportedPlaces(rows.joined(separator: "\n"))
    #expect(imported.rows.map(\.name) == ["a", "b"] && imported.skipped.isEmpty)
  }

  @Test(arguments: [
    #"{"name":"points","type":"FeatureCollection","features":[]}"#,
    #"{"type":"FeatureCollection","name":"points","features":[]}"#,
    #"{"title":"a","records":[]}"#,
  ])
  func `an empty collection has no rows, also one with a name`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.isEmpty)
  }

  @Test(arguments: [
    #"{"places":[{"name":"a","lat":37.1,"lng":127.1}],"n":[1],"stores":[{"name":"b","lat":37.2,"lng":127.2}]}"#,
    #"{"x":{"items":[{"name":"a","lat":37.1,"lng":127.1}]},"y":{"items":[{"name":"b","lat":37.2,"lng":127.2}]},"z":{}}"#,
    #"{"x":{"y":{"row":[{"name":"a","lat":37.1,"lng":127.1}]},"list":[{"name":"b","lat":37.2,"lng":127.2}]},"n":1}"#,
  ])
  func `every collection of a file is read, not only the first`(text: String) throws {
    let imported = try ImportedPlaces(text + text.replacing("127.", with: "128."))
    #expect(imported.rows.map(\.name) == ["a", "b", "a", "b"] && imported.skipped.isEmpty)
  }

  @Test(arguments: [
    // The General Bikeshare Feed Specification.
    #"{"lastUpdatedOther":1,"ttl":60,"data":{"stations":[{"station_id":"7","name":"a","lat":37.1,"lon":127.1}]}}"#,
    #"{"data":{"n":[1],"stations":[{"name":"b"},{"name":"a","lat":37.1,"lng":127.1}]}}"#,
    #"{"version":1,"charge points":[{"name":"a","position":{"lat":37.1,"lng":127.1}}]}"#,
    #"{"id":"feed","name":"feed","bikes":[{"name":"a","lat":37.1,"lng":127.1}]}"#,
    #"{"spatialReference":{"wkid":4326},"features":[{"attributes":{"name":"a"},"geometry":{"x":127.1,"y":37.1}}]}"#,
  ])
  func `rows with coordinates are found under any key`(text: String) throws {
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["a"])
    #expect(try ImportedPlaces(text + "\n" + text.replacing("127.", with: "128.")).rows.count == 2)
    #expect(try ImportedPlaces(#"{"data":{"sensors":[{"name":"a"}]}}"#).rows.isEmpty)
  }

  @Test func `lines of separators only aren't rows`() throws {
    let imported = try ImportedPlaces("name,lat,lng\n,,\na,37.1,127.1\n,,\n\n,,\nb,,\n")
    #expect(imported.input?.rowCount == 2)
    #expect(imported.skipped.map(\.example.row) == [2])
  }

  @Test func `whole degrees next to minutes and seconds are refused, because they are up to a degree off`() {
    let header = "name,위도(도),위도(분),위도(초),경도(도),경도(분),경도(초)"
    #expect(throws: IndexFileError.self) { try ImportedPlaces(header + "\na,37,6,0,127,6,0\n") }
  }

  @Test func `northings in a property called x are found by the values, as in a table`() throws {
    var rules = ImportRules()
    rules.crs = .unified
    for (x, y) in [("953898.467", "1952035.979"), ("1952035.979", "953898.467")] {
      let imported = try ImportedPlaces(#"[{"name":"a","x":"\#(x)","y":\#(y)}]"#, rules: rules)
      let row = try #require(imported.rows.first)
      #expect(abs(row.latitude - 37.566535) < 1e-6 && abs(row.longitude - 126.9779692) < 1e-6)
    }
  }

  @Test func `one broken coordinate skips its row and nothing else`() throws {
    let imported = try ImportedPlaces("name,위치정보\na,\"37.1, 127.1\"\nb,?\nc,\"37.3,127.3\"\n")
    #expect(imported.rows.map(\.name) == ["a", "c"])
    #expect(imported.skips == [.missingCoordinate: 1])
  }

  @Test(arguments: [
    "약국명,위도,경도\n가온,37.1,127.1\n", #"[{"약국명":"가온","위도":"37.1","경도":"127.1"}]"#,
    "이름,업종,위도,경도\n가온,약국,37.1,127.1\n", #"{"이름":"가온","업종":"약국","위도":37.1,"경도":127.1}"#,
    "공공약국명,역위도,역경도,관리업체전화번호\n가온,37.1,127.1,02-1\n", #"{"공공약국명":"가온","역위도":37.1,"역경도":127.1,"관리업체전화번호":"02-1"}"#,
  ])
  func `the same columns mean the same in a table and in JSON`(text: String) throws {
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.name == "가온" && row.group == .pharmacy)
  }

  @Test func `all names are found, and one is shown`() throws {
    let text = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.1]},"properties":{"name":"스타벅스","name:en":"Starbucks",\
      "brand":"Starbucks","alt_name":"별다방","brand:wikidata":"Q37158","amenity":"cafe","branch":"강남점"}}
      """
    for (language, shown) in [(nil, "스타벅스 강남점"), ("en", "Starbucks 강남점"), ("fr", "스타벅스 강남점")] {
      var rules = ImportRules()
      rules.language = language
      var importer = PlaceImporter(rules: rules)
      try importer.read(Array(text.utf8), name: "input")
      let index = try importer.builder.makeIndex()
      for word in ["스타벅스", "starbucks", "Starbucks", "별다방", "강남점"] {
        let area = SearchArea.circle(
          center: try Coordinate(latitude: 37.1, longitude: 127.1),
          radius: try #require(Distance(meters: 10).flatMap(SearchRadius.init))
        )
        let result = try index.places(matching: try PlaceQuery(categories: [], text: SearchText(word), area: area))
        #expect(result.places.map { $0.place.name } == [shown], "\(word)")
      }
    }
  }

  @Test(arguments: [
    (37.5, 127.0, "서울", "강남구 가온로", "", "서울 강남구 가온로 12"),
    (52.5, 13.4, "Berlin", "Hauptstraße", "DE", "Hauptstraße 12, Berlin"),
    (51.5, -0.1, "London", "Baker Street", "", "12 Baker Street, London"),
    (48.8, 2.3, "Paris", "Rue de Rivoli", "", "12 Rue de Rivoli, Paris"),
    (30.2, -97.7, "Austin", "Congress Avenue", "US", "12 Congress Avenue, Austin"),
  ])
  func `an address is put together in the order of its country`(
    latitude: Double,
    longitude: Double,
    city: String,
    street: String,
    country: String,
    address: String
  ) throws {
    let text = """
      {"lat":\(latitude),"lng":\(longitude),"tags":{"name":"a","addr:housenumber":"12","addr:street":"\(street)","addr:city":"\(city)",\
      "addr:country":"\(country)"}}
      """
    #expect(try ImportedPlaces(text).rows.first?.roadAddress == address)
  }
}
