import Domain
import IndexChecks
import Testing

@testable import PlaceIndex
@testable import Rows

/// The columns and properties that an import stores as attributes, and their names.
@Suite struct AttributeImportTests {
  static func attributes(
    _ text: String,
    _ change: (inout AttributeChoice) -> Void = { _ in }
  ) throws -> [[String: String]] {
    var rules = ImportRules()
    change(&rules.attributes)
    var importer = PlaceImporter(rules: rules)
    try importer.read(Array(text.utf8), name: "input")
    let index = try importer.builder.makeIndex()
    try index.checkFormat()
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let places = try index.places(matching: query).places.map(\.place)
    return places.sorted { ($0.name ?? "") < ($1.name ?? "") }.map { place in
      Dictionary(uniqueKeysWithValues: place.attributes.map { ($0.key, $0.value) })
    }
  }

  @Test func `the attributes stored by default are those that can be named as columns`() {
    let keys = FieldNames.lines("attributes").map(\.key)
    #expect(keys.filter { !$0.hasSuffix("*") }.map { "\($0)" } == AttributeName.usual)
    #expect(keys.filter { $0.hasSuffix("*") }.map { "\($0.dropLast())" } == AttributeName.usualBeginnings)
  }

  @Test func `the attributes in CSV of this program are read again`() throws {
    let cell = #"{""rooms"":""300"",""beds"":12,""wheelchair"":true,""phone"":""02-1"",""note"":""x""}"#
    let table = "id,place_name,lat,lng,attributes\n~1,a,37.5,127,\"\(cell)\"\n~2,b,37.6,127,\n"
    let expected = ["rooms": "300", "beds": "12", "wheelchair": "yes"]
    #expect(try Self.attributes(table) == [expected, [:]])
    var importer = PlaceImporter()
    try importer.read(Array(table.utf8), name: "input")
    let mapping = try #require(importer.inputs.first?.mapping)
    #expect(mapping.column(of: "attributes")?.title == "attributes" && mapping.unused.isEmpty)
    // A text isn't an object.
    let text = table.replacing("\"\(cell)\"", with: "quiet")
    #expect(try Self.attributes(text) { $0.extent = .all } == [["attributes": "quiet"], [:]])
  }

  @Test(arguments: [
    #"{""amenity"": ""cafe"", ""name"": ""Joe's \""Bar\"""", ""capacity"": 12}"#,
    #"{'amenity': 'cafe', 'name': 'Joe\'s ""Bar""', 'capacity': 12, 'note': None}"#,
    [("amenity", "cafe"), ("name", #"Joe's \""Bar\"""#), ("capacity", "12")]
      .map { "\"\"\($0)\"\"=>\"\"\($1)\"\"" }.joined(separator: ", "),
  ])
  func `the tags in a cell of a table are read from JSON, Python and PostgreSQL`(cell: String) throws {
    let table = "osm_id,tags,lat,lng\n7,\"\(cell)\",37.5,127\n"
    #expect(try Self.attributes(table) == [["capacity": "12"]])
    let imported = try ImportedPlaces(table)
    #expect(imported.rows.map(\.name) == [#"Joe's "Bar""#] && imported.rows.map(\.group) == [.cafe])
    #expect(imported.rows.map(\.id) == ["node/7"])
    #expect(imported.input?.mapping?.column(of: "attributes")?.title == "tags")
  }

  private static let table = """
    주차장명,위도,경도,주차구획수,이용요금,운영시간,관리기관명,메모
    가,37.5,127.0,12,"1,000원",09:00-18:00,나래구청,조용함
    나,37.6,127.0,-,,24시간,,없음

    """

  @Test(
    arguments: [
      (
        #""openingHours":[{"text":["Mon-Fri: 10:00 - 17:00","Sat: 10:00 - 12:00"],"isOpen":true}]"#,
        ["opening_hours": "Mon-Fri: 10:00 - 17:00; Sat: 10:00 - 12:00"]
      ),
      (
        #""openingHours":{"de":["Mo-Fr 9-18","Sa 10-12"],"en":["Mon-Fri 9-18"]}"#,
        ["opening_hours": "Mo-Fr 9-18; Sa 10-12"]
      ),
      (#""openingHours":[{"day":"Montag","text":"10:00-17:00"}]"#, [:]),
      (#""openingHours":[{"day":"Monday","text":"10:00-17:00"}]"#, ["opening_hours": "Mo 10:00-17:00"]),
      (
        #""openingHoursSpecification":{"type":"StructuredValue","value":[{"dayOfWeek":"Monday","opens":"11:00:00","#
          + #""closes":"19:30:00"}]}"#,
        ["opening_hours": "Mo 11:00-19:30"]
      ),
      (
        #""businessHours":{"weekly":{"monday":{"open":"09:00","close":"18:00"},"sunday":[]},"#
          + #""exceptions":[{"date":"2026-12-24"}]}"#,
        ["opening_hours": "Mo 09:00-18:00; Su off"]
      ),
      (#""cuisine":{"value":["pizza","kebab"]}"#, ["cuisine": "pizza;kebab"]),
      (#""cuisine":[{"text":"pizza"},{"text":"kebab"}]"#, ["cuisine": "pizza;kebab"]),
    ] as [(String, [String: String])]
  )
  func `all texts of a list or a wrapper are stored, unless their days are unknown`(
    member: String,
    attributes: [String: String]
  ) throws {
    #expect(try Self.attributes(#"[{"name":"a","lat":37.5,"lng":127,\#(member)}]"#) == [attributes])
  }

  @Test func `columns of portals are stored under the names of OpenStreetMap`() throws {
    let usual = [
      ["capacity": "12", "charge": "1,000원", "opening_hours": "09:00-18:00", "operator": "나래구청"],
      ["opening_hours": "24시간"],
    ]
    #expect(try Self.attributes(Self.table) == usual)
    var named = usual
    named[0]["메모"] = "조용함"
    #expect(try Self.attributes(Self.table) { $0.keys = ["메모"] } == named)
    #expect(try Self.attributes(Self.table) { $0.extent = .all } == named)
    #expect(try Self.attributes(Self.table) { $0.extent = .none } == [[:], [:]])
    let one = try Self.attributes(Self.table) {
      $0.extent = .none
      $0.keys = ["capacity", "메모"]
    }
    #expect(one == [["capacity": "12", "메모": "조용함"], [:]])
  }

  @Test(arguments: ["Email", "EMAIL", "E-Mail"])
  func `capitals of a key matter only in data of OpenStreetMap`(title: String) throws {
    let table = "name,lat,lng,\(title),Operator\na,37.5,127,a@b.org,B\n"
    let json = #"[{"name":"a","lat":37.5,"lng":127,"\#(title)":"a@b.org","Operator":"B"}]"#
    for text in [table, json] {
      #expect(try Self.attributes(text) == [["email": "a@b.org", "operator": "B"]])
      #expect(try Self.attributes(text) { $0.extent = .all } == [["email": "a@b.org", "operator": "B"]])
      let one = try Self.attributes(text) {
        $0.extent = .none
        $0.keys = ["operator"]
      }
      #expect(one == [["operator": "B"]])
    }
    let both = "name,lat,lng,Operator,operator\na,37.5,127,B,C\n"
    #expect(try Self.attributes(both) == [["operator": "C"]])
    let elements = #"""
      {"elements":[{"type":"node","id":1,"lat":37.5,"lon":127,"tags":{"amenity":"cafe","name":"a","Operator":"B"}}]}
      """#
    #expect(try Self.attributes(elements) == [[:]])
    #expect(try Self.attributes("osm_id,fclass,name,lat,lng,Operator\n1,cafe,a,37.5,127,B\n") == [[:]])
  }

  @Test(arguments: ["storeHours", "Store Hours", "shop_hours"])
  func `opening hours of a store have several titles`(title: String) throws {
    let found = try Self.attributes("name;\(title);lat;lng\n가온;Sun 11am-7pm;47.1;9.1\n")
    #expect(found == [["opening_hours": "Sun 11am-7pm"]])
  }

  @Test func `opening hours in one column precede those in six`() throws {
    let table = """
      시설명,위도,경도,운영시간,평일운영시작시각,평일운영종료시각,토요일운영시작시각,토요일운영종료시각,공휴일운영시작시각,공휴일운영종료시각
      가,37.5,127.0,24시간,09:00,18:00,09:00,13:00,00:00,00:00

      """
    #expect(try Self.attributes(table) == [["opening_hours": "24시간"]])
  }

  @Test func `columns and objects of opening hours are stored as OpenStreetMap writes them`() throws {
    let table = """
      시설명,위도,경도,평일운영시작시각,평일운영종료시각,토요일운영시작시각,토요일운영종료시각,공휴일운영시작시각,공휴일운영종료시각
      가,37.5,127.0,09:00,18:00,09:00,13:00,00:00,00:00
      나,37.6,127.0,00:00,23:59,00:00,23:59,00:00,23:59
      다,37.7,127.0,,,,,,

      """
    let hours = [
      "Mo-Fr 09:00-18:00; Sa 09:00-13:00; Su,PH unknown", "Mo-Fr 00:00-24:00; Sa 00:00-24:00; Su,PH 00:00-24:00",
    ]
    #expect(try Self.attributes(table) == hours.map { ["opening_hours": $0] } + [[:]])
    #expect(try Self.attributes(table) { $0.extent = .none } == [[:], [:], [:]])
    let objects = #"""
      {"name":"a","lat":37.5,"lng":127,"regularOpeningHours":{"periods":[{"open":{"day":1,"hour":9,"minute":0},"close":{"day":1,"hour":17,"minute":0}}]}}
      {"name":"b","lat":37.5,"lng":127,"openingHoursSpecification":[{"dayOfWeek":["Monday","Tuesday"],"opens":"09:00","closes":"17:00"}]}
      {"name":"c","lat":37.5,"lng":127,"openingHours":["Mo-Fr 09:00-17:00","Sa 10:00-12:00"]}
      {"name":"d","lat":37.5,"lng":127,"opening_hours":"9am-5pm daily"}
      {"name":"e","lat":37.5,"lng":127,"openingHours":["Mo-Sa 11:00-14:30","Mo-Th 17:00-21:30","Dec 24 11:00-13:00"]}

      """#
    #expect(
      try Self.attributes(objects).map { $0["opening_hours"] } == [
        "Mo 09:00-17:00", "Mo,Tu 09:00-17:00", "Mo-Fr 09:00-17:00; Sa 10:00-12:00", "9am-5pm daily",
        "Mo-Sa 11:00-14:30, Mo-Th 17:00-21:30; Dec 24 11:00-13:00",
      ]
    )
  }

  @Test func `a file of OpenStreetMap and its exports have the same attributes`() throws {
    func attributes(_ bytes: [UInt8]) throws -> [String: [String: String]] {
      var rules = ImportRules()
      rules.attributes.extent = .all
      var importer = PlaceImporter(rules: rules)
      try importer.read(bytes, name: "input")
      let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
      let places = try importer.builder.makeIndex().places(matching: query).places.map(\.place)
      return Dictionary(
        uniqueKeysWithValues: places.map { place in
          (place.id, Dictionary(uniqueKeysWithValues: place.attributes.map { ($0.key, $0.value) }))
        }
      )
    }
    func object(_ tags: [(key: String, value: String)]) -> String {
      tags.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
    }
    let stop = [("public_transport", "platform"), ("ref_name", "가온, 나래"), ("name", "가온")]
    let unnamed = [("public_transport", "platform"), ("ref_name", "다솜, 나래")]
    let park = [("leisure", "park"), ("note", "x")]
    let site = [("amenity", "school"), ("type", "site")]
    var elements = OSMElements()
    elements.nodes = [
      OSMElements.Node(id: 1, latitude: 521_000_000, longitude: 51_000_000, tags: stop),
      OSMElements.Node(id: 2, latitude: 521_100_000, longitude: 51_000_000, tags: unnamed),
    ]
    elements.relations = [
      OSMElements.Relation(id: 1, members: [(0, 1), (0, 2)], tags: park + [("type", "multipolygon")]),
      OSMElements.Relation(id: 2, members: [(0, 1), (0, 2)], tags: park + [("type", "boundary")]),
      OSMElements.Relation(id: 3, members: [(0, 1), (0, 2)], tags: site),
    ]
    func feature(_ type: String, _ id: Int, _ tags: [(String, String)]) -> String {
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[5.1,52.1\(id)]},"
        + "\"properties\":{\"@type\":\"\(type)\",\"@id\":\(id),\(object(tags))}}"
    }
    let features = [
      feature("node", 1, stop), feature("node", 2, unnamed), feature("relation", 1, park), feature("relation", 2, park),
      feature("relation", 3, site),
    ]
    let export = "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    let expected = [
      "node/1": ["ref_name": "가온, 나래"], "node/2": ["ref_name": "다솜, 나래"], "relation/1": ["note": "x"],
      "relation/2": ["note": "x"], "relation/3": ["type": "site"],
    ]
    #expect(try attributes(OSMFileWriter().file(elements)) == expected)
    #expect(try attributes(Array(elements.xml.utf8)) == expected)
    #expect(try attributes(Array(elements.overpass { !$0.isEmpty }.utf8)) == expected)
    #expect(try attributes(Array(export.utf8)) == expected)
  }

  @Test func `tags of OpenStreetMap are stored unchanged, without the fields that every place has`() throws {
    let text = """
      {"elements":[{"type":"node","id":1,"lat":37.5,"lon":127,"tags":{"amenity":"cafe","name":"가","wheelchair":"yes",\
      "opening_hours":"Mo-Fr 09:00-18:00","contact:email":"a@b.c","phone":"02-1","contact:phone":"02-1",\
      "website":"https://x","socket:type2":"4","brand":"Gaon","odd":"1","addr:street":"가온로"}}]}
      """
    let attributes = try Self.attributes(text)
    #expect(
      attributes == [
        [
          "wheelchair": "yes", "opening_hours": "Mo-Fr 09:00-18:00", "email": "a@b.c", "socket:type2": "4",
          "brand": "Gaon",
        ]
      ]
    )
    #expect(try Self.attributes(text) { $0.extent = .all }[0]["odd"] == "1")
    #expect(try Self.attributes(text) { $0.keys = ["odd"] }[0]["odd"] == "1")
  }

  @Test func `values that aren't texts are stored as texts, and lists as OpenStreetMap writes them`() throws {
    let text = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[127,37.5]},"properties":{"name":"가","capacity":12,\
      "wheelchair":true,"fee":false,"emails":["a@b.c","d@e.f"],"description":{"ko":"설명","en":"text"},"level":null,\
      "stars":{"a":1},"operator":"\\u0000\\uac00"}}
      """
    let attributes = try Self.attributes(text)
    let expected = [
      "capacity": "12", "wheelchair": "yes", "fee": "no", "email": "a@b.c;d@e.f", "description": "설명",
      "operator": "가",
    ]
    #expect(attributes == [expected])
  }

  @Test(
    arguments: [
      ("무료여부", "Y", "no"), ("무료여부", "N", "yes"), ("무료여부", "무료", "no"), ("무료여부", "1", "no"), ("무료여부", "일부", nil),
      ("isFree", "true", "no"), ("isFree", "false", "yes"), ("유료여부", "Y", "yes"), ("유료여부", "N", "no"),
      ("요금정보", "무료", "no"), ("요금정보", "유료", "yes"), ("요금정보", "혼합", "혼합"), ("fee", "Free", "no"), ("fee", "paid", "yes"),
      ("fee", "yes", "yes"), ("fee", "interval", "interval"), ("fee", "0", "0"), ("fee", "2 EUR", "2 EUR"),
      ("access", "Y", "Y"),
    ] as [(String, String, String?)]
  )
  func `a fee has OpenStreetMap's words and is never reversed`(
    title: String,
    value: String,
    fee: String?
  ) throws {
    let key = title == "access" ? title : "fee"
    let expected = [fee.map { [key: $0] } ?? [:]]
    #expect(try Self.attributes("name,lat,lng,\(title)\n가,37.5,127,\(value)\n") == expected)
    let plain = value == "true" || value == "false" ? value : "\"\(value)\""
    #expect(try Self.attributes("{\"name\":\"가\",\"lat\":37.5,\"lng\":127,\"\(title)\":\(plain)}") == expected)
  }

  @Test func `a column of GTFS has numbers for yes and no`() throws {
    let rows = ["1", "2", "0", ""].enumerated().map { "S\($0),49.6\($0),17.2,\($1)" }.joined(separator: "\n")
    let expected = [["wheelchair": "yes"], ["wheelchair": "no"], [:], [:]]
    #expect(try Self.attributes("stop_name,stop_lat,stop_lon,wheelchair_boarding\n\(rows)\n") == expected)
    #expect(try Self.attributes("name,lat,lng,wheelchair\n가,37.5,127,1\n") == [["wheelchair": "1"]])
  }

  @Test func `attributes among the properties of GeoJSON are read, as this program writes them`() throws {
    let text = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[127,37.5]},\
      "properties":{"place_name":"가","category":"cafe","attributes":{"opening_hours":"Mo-Fr 09:00-18:00","name":"나"}}}]}
      """
    #expect(try Self.attributes(text) == [["opening_hours": "Mo-Fr 09:00-18:00"]])
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["가"])
  }

  @Test func `a status of something else is stored if all columns are`() throws {
    let text = "name,lat,lng,status\n가,37.5,127,Voluntary aided\n"
    #expect(try Self.attributes(text) { $0.extent = .all } == [["status": "Voluntary aided"]])
    #expect(try Self.attributes(text) == [[:]])
  }

  @Test func `if two columns have the same key, the first in the table counts`() throws {
    let text = "name,lat,lng,이용요금,요금\n가,37.5,127,100,200\n나,37.6,127,,200\n"
    #expect(try Self.attributes(text) == [["charge": "100"], ["charge": "200"]])
  }
}
