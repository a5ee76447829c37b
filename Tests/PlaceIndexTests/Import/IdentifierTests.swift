import Domain
import IndexChecks
import Tables
import Testing

@testable import PlaceIndex
@testable import Rows

@Suite struct IdentifierTests {
  @Test func `the same id far apart in one file is not one place`() throws {
    let imported = try ImportedPlaces("id,name,lat,lng\n1,가온,35.1,129.1\n1,나래,35.3,129.1\n1,가온,35.1001,129.1\n")
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    #expect(imported.mergedCount == 1)
    #expect(imported.rows[0].id == "1" && imported.rows[1].id.hasPrefix("1~"))
    let clashes = try #require(imported.clashes)
    #expect(clashes.count == 1 && clashes.id == "1" && clashes.names == ["가온", "나래"])
    #expect(abs(clashes.meters - 22_239) < 1)
  }

  @Test func `nearby places with the same id and different names are two places`() throws {
    let imported = try ImportedPlaces("id,name,lat,lng\n1,가온,35.1,129.1\n1,나래,35.1,129.1\n1,가 온,35.1,129.1\n")
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    #expect(imported.mergedCount == 1 && imported.clashes?.count == 1)
  }

  @Test(arguments: ["~1", "~", "~node/7", "~abcdef12", "~0123456789abcdef0", "~0123456789abcdeg"])
  func `an id that begins with a tilde is unchanged if the source gave it`(id: String) throws {
    // Rows with the same id are one place, even if it has no name or its address is written in two ways.
    for name in ["가온", ""] {
      let rows = "\(id),\(name),35.1,129.1,가온로 1\n\(id),\(name),35.1,129.1,나란로 2\n"
      let imported = try ImportedPlaces("id,name,lat,lng,address\n\(rows)")
      #expect(imported.rows.map(\.id) == [id] && imported.mergedCount == 1)
    }
    let far = try ImportedPlaces("id,name,lat,lng\n\(id),가온,35.1,129.1\n\(id),나래,35.3,129.1\n")
    #expect(far.rows.count == 2 && far.clashes?.id == id)
  }

  @Test(arguments: [
    "osm_id,type,amenity,name,lat,lng\n1,way,cafe,가온,35.1,129.1\n2,node,bank,나래,35.2,129.1\n",
    "id,type,amenity,name,lat,lng\n1,way,cafe,가온,35.1,129.1\n2,node,bank,나래,35.2,129.1\n",
    "@id,@type,@lat,@lon,tags/name,tags/amenity\n1,way,35.1,129.1,가온,cafe\n2,node,35.2,129.1,나래,bank\n",
    "osm_id,element_type,amenity,name,lat,lng\n1,W,cafe,가온,35.1,129.1\n2,N,bank,나래,35.2,129.1\n",
    #"[{"osm_id":1,"type":"way","amenity":"cafe","name":"가온","lat":35.1,"lng":129.1},"#
      + #"{"osm_id":2,"type":"node","amenity":"bank","name":"나래","lat":35.2,"lng":129.1}]"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"osm_id":1,"type":"way","amenity":"cafe","#
      + #""name":"가온"},"geometry":{"type":"Point","coordinates":[129.1,35.1]}},{"type":"Feature","properties":{"#
      + #""osm_id":"2","type":"node","amenity":"bank","name":"나래"},"#
      + #""geometry":{"type":"Point","coordinates":[129.1,35.2]}}]}"#,
  ])
  func `the ids of elements have the types in another column`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.id) == ["way/1", "node/2"])
    #expect(imported.rows.map(\.group) == [.cafe, .bank])
  }

  @Test func `types of another kind next to numbers of elements are categories`() throws {
    let imported = try ImportedPlaces("osm_id,type,name,lat,lng\n1,cafe,가온,35.1,129.1\n2,bank,나래,35.2,129.1\n")
    #expect(imported.rows.map(\.group) == [.cafe, .bank])
  }

  @Test func `two files that number from 1 keep all of their places, in any order and more than once`() throws {
    let seoul = Array("id,name,lat,lng\n1,가온,37.1,127.1\n2,나래,37.2,127.1\n".utf8)
    let busan = Array("id,name,lat,lng\n1,다솜,35.1,129.1\n2,라온,35.2,129.1\n".utf8)
    var importer = PlaceImporter(rules: ImportRules())
    for _ in 0..<2 {
      try importer.read(seoul, name: "seoul.csv")
      try importer.read(busan, name: "busan.csv")
    }
    let index = try importer.builder.makeIndex()
    #expect(index.placeCount == 4)
    #expect(importer.builder.mergedCount == 4)
    try index.checkFormat()
  }

  @Test func `rows with one id take no longer than rows with different ids`() throws {
    var text = "id,name,lat,lng\n"
    for number in 0..<20_000 { text += "0,place \(number),\(30 + Double(number) / 10_000),127.1\n" }
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.count == 20_000 && imported.clashes?.count == 19_999)
  }

  @Test func `rows without id and name are never one place, and equal rows of another input add none`() throws {
    let rows = [
      "37.1,127.1,cafe,서울 가온로 1", "37.1,127.1,cafe,서울 가온로 2", "37.1,127.1,cafe,서울 가온로 2", "37.1,127.1,cafe,",
      "37.1,127.1,cafe,서울 가온로 1", "37.1,127.1,cafe,서울 가온로 2",
    ]
    let table = "lat,lng,category,address\n" + rows.joined(separator: "\n") + "\n"
    let imported = try ImportedPlaces(table)
    #expect(imported.rows.count == 6 && imported.mergedCount == 0 && imported.clashes == nil)
    #expect(Set(imported.rows.map(\.id)).count == 6)
    var importer = PlaceImporter(rules: ImportRules())
    for name in ["a.csv", "b.csv"] { try importer.read(Array(table.utf8), name: name) }
    let index = try importer.builder.makeIndex()
    #expect(index.placeCount == 6 && importer.builder.mergedCount == 6)
    try index.checkFormat()
    var second = PlaceImporter(rules: ImportRules())
    try second.read(index, category: nil, nil)
    try second.read(Array(table.utf8), name: "a.csv")
    try second.read(index, category: nil, nil)
    #expect(try second.builder.makeIndex().placeCount == 6)
  }

  @Test(arguments: [("address", "가온로"), ("도로명주소", "가온로"), ("지번주소", "가온동")])
  func `places at one point with the same name and no id are distinguished by their addresses`(
    column: String,
    street: String
  ) throws {
    let imported = try ImportedPlaces(
      """
      name,lat,lng,\(column)
      가온 트럭,37.1,127.1,서울 \(street) 1
      가온 트럭,37.1,127.1,서울 \(street) 2
      가온 트럭,37.1,127.1,서울 \(street)1
      가온 트럭,37.1,127.1,
      """
    )
    #expect(imported.rows.count == 2 && imported.mergedCount == 2 && imported.clashes == nil)
  }

  @Test func `places without names and with one id are one place only if each id of the input is a place's`() throws {
    let near = "1,,37.1,127.1\n1,,37.101,127.1\n2,,37.2,127.1\n2,,37.2,127.1\n"
    let unique = try ImportedPlaces("id,name,lat,lng\n\(near)3,가온,37.3,127.1\n")
    #expect(unique.rows.map(\.latitude) == [37.1, 37.2, 37.3] && unique.mergedCount == 2 && unique.clashes == nil)
    let repeated = "3,가온,37.3,127.1\n3,나래,38.3,127.1\n"
    for text in [near + repeated, repeated + near] {
      let imported = try ImportedPlaces("id,name,lat,lng\n\(text)")
      #expect(imported.rows.map(\.latitude).sorted() == [37.1, 37.101, 37.2, 37.3, 38.3])
      #expect(imported.mergedCount == 1 && imported.clashes?.count == 2)
    }
  }

  @Test func `different ids of one input are never one place`() throws {
    let imported = try ImportedPlaces(
      "id,name,lat,lng\n1,가온,37.1,127.1\n2,가온,37.1,127.1\n3,,37.1,127.1\n4,,37.1,127.1\n"
    )
    #expect(imported.rows.map(\.id) == ["1", "2", "3", "4"])
  }

  /// Each merged row writes the names again; without a limit, memory would grow quadratically.
  @Test func `rows with one id add a limited number of names`() throws {
    var text = "id,name,nameen,lat,lng\n"
    for number in 0..<1000 { text += "1,가온,Gaon \(number),37.1,127.1\n" }
    var importer = PlaceImporter(rules: ImportRules())
    try importer.read(Array(text.utf8), name: "input")
    #expect(importer.builder.placeCount == 1 && importer.builder.mergedCount == 999)
    let point = importer.builder.collected.points[0]
    let key = RowFormat(importer.builder.collected.arena.view(point.row))?.searchKey.text ?? ""
    #expect(key.split(separator: "\n").count == 1 + SearchKey.maximumOtherNames)
  }

  @Test func `only a feature with keys of OpenStreetMap has an id of its export`() throws {
    func feature(_ id: String, _ properties: String) -> String {
      """
      {"type":"Feature","id":"\(id)","geometry":{"type":"Point","coordinates":[127.1,37.1]},"properties":{\(properties)}}
      """
    }
    let imported = try ImportedPlaces(
      [
        feature("w100", #""name":"가온","category":"cafe""#), feature("a200", #""name":"나래","phone":"02-1""#),
        feature("a201", #""name":"다솜","building":"yes""#), feature("n7", #""name":"라온","amenity":"cafe""#),
      ].joined(separator: "\n")
    )
    #expect(imported.rows.map(\.id) == ["w100", "a200", "relation/100", "node/7"])
  }

  @Test func `an element made in an editor keeps its negative id`() throws {
    var elements = OSMElements()
    elements.nodes = [
      OSMElements.Node(id: -5, latitude: 521_000_000, longitude: 51_000_000, tags: [("amenity", "cafe")]),
      OSMElements.Node(id: -6, latitude: 521_100_000, longitude: 51_100_000),
    ]
    elements.ways = [OSMElements.Way(id: -5, nodes: [-5, -6], tags: [("leisure", "park")])]
    elements.relations = [OSMElements.Relation(id: -5, members: [(1, -5)], tags: [("amenity", "school")])]
    let ids = ["node/-5", "way/-5", "relation/-5"]
    var writer = OSMFileWriter()
    #expect(try ImportedPlaces(writer.file(elements)).rows.map(\.id) == ids)
    writer.isDense = false
    let file = writer.file(elements)
    for bytes in [file, Array(elements.xml.utf8), Array(elements.overpass { !$0.isEmpty }.utf8)] {
      #expect(try ImportedPlaces(bytes).rows.map(\.id) == ids)
    }
    func feature(_ id: String, _ properties: String) -> String {
      """
      {"type":"Feature"\(id),"geometry":{"type":"Point","coordinates":[127.1,37.1]},"properties":{\(properties)}}
      """
    }
    let features = [
      feature("", #""@type":"node","@id":-5,"amenity":"cafe""#), feature("", #""@id":"way/-5","amenity":"cafe""#),
      feature(#","id":"n-6""#, #""amenity":"cafe""#), feature(#","id":"a-14""#, #""amenity":"cafe""#),
      feature(#","id":"a-15""#, #""amenity":"cafe""#),
    ]
    let exported = try ImportedPlaces(features.joined(separator: "\n"))
    #expect(exported.rows.map(\.id) == ["node/-5", "way/-5", "node/-6", "way/-7", "relation/-7"])
    var importer = PlaceImporter()
    try importer.read(file, name: "a.osm.pbf")
    try importer.read(Array(#"{"id":"b","lat":1,"lng":1,"category":"cafe"}"#.utf8), name: "b.json")
    var rest = PlaceImporter()
    try rest.read(try importer.builder.makeIndex(), without: ["b.json"])
    let index = try rest.builder.makeIndex()
    for id in ids { #expect(try index.place(withID: id) != nil) }
  }

  @Test func `notices and sources are reported once, however often an index is added to`() throws {
    var description = IndexDescription()
    description.inputs = [IndexInput("/b.csv", attribution: "Narae", license: "free")]
    var index = try PlaceIndexBuilder(description: description).makeIndex(name: "a.pfx")
    for _ in 0..<3 {
      description.inputs[0].attribution = "Gaon"
      var importer = PlaceImporter(description: description, rules: ImportRules())
      try importer.read(index)
      index = try importer.builder.makeIndex(name: "a.pfx")
    }
    #expect(index.description.inputs == [IndexInput("/b.csv", attribution: "Gaon; Narae", license: "free")])
    #expect(index.attribution == "Gaon; Narae, free")
  }

  @Test func `a place has its inputs, and a result the attributions of their licences`() throws {
    var importer = PlaceImporter()
    let header = "id,name,lat,lng,category\n"
    for (name, rows) in [
      ("a", "1,가온,37.1,127.1,cafe\n2,나래,37.2,127.2,cafe\n"), ("b", "2,나래,37.2,127.2,bank\n3,다솜,37.3,127.3,cafe\n"),
    ] {
      importer.input = IndexInput("/\(name).csv", attribution: "© \(name)")
      var window = InputWindow(JoinedStream(Array((header + rows).utf8)), path: name)
      try importer.read(&window, category: nil, progress: nil)
    }
    var copy = PlaceImporter()
    try copy.read(try importer.builder.makeIndex())
    for index in [try importer.builder.makeIndex(), try copy.builder.makeIndex()] {
      try index.checkFormat()
      #expect(index.summary.inputs.map(\.placeCount) == [2, 2])
      #expect(index.attribution == "© a; © b")
      let expected = ["1": "© a", "2": "© a; © b", "3": "© b"]
      for (id, attribution) in expected {
        #expect(index.attribution(of: try #require(try index.place(withID: id))) == attribution)
      }
      let query = try PlaceQuery(categories: [.group(.cafe)], area: .anywhere(center: nil))
      #expect(index.attribution(of: try index.places(matching: query, limit: 1)) == "© a")
      #expect(index.attribution(of: try index.places(matching: query)) == "© a; © b")
      #expect(index.attribution(of: try index.places(named: try #require(SearchText("다솜")), limit: 1)) == "© b")
    }
    var rest = PlaceImporter()
    try rest.read(try importer.builder.makeIndex(), without: ["/a.csv"])
    #expect(try rest.builder.makeIndex().summary.inputs.map(\.placeCount) == [2])
  }

  @Test func `the copyright and the ids of OpenStreetMap determine the attribution`() throws {
    func input(_ text: String) throws -> IndexInput? {
      var importer = PlaceImporter()
      try importer.read(Array(text.utf8), name: "a.json")
      return importer.builder.description.inputs.first
    }
    let element = #"{"type":"node","id":1,"lat":37.1,"lon":127.1,"tags":{"amenity":"cafe"}}"#
    let overpass = #"{"version":0.6,"osm3s":{"copyright":"From OSM, under ODbL."},"elements":[\#(element)]}"#
    #expect(try input(overpass)?.notice == "From OSM, under ODbL.")
    let usual =
      "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."
    for head in [#""osm3s":{"copyright":"\#(usual)"}"#, #""osm3s":{}"#, #""copyright":"\#(usual)""#] {
      #expect(try input(#"{\#(head),"elements":[\#(element)]}"#)?.notice == OpenStreetMapNotice.attribution)
    }
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.1]},"id":"node/1","properties":{}}"#
    #expect(try input(feature)?.notice == "ODbL 1.0, © OpenStreetMap contributors")
    #expect(try input(#"{"id":"a/1","lat":37.1,"lng":127.1,"copyright":"a row's"}"#)?.notice == nil)
  }

  @Test(arguments: [
    ("W", "way/7"), ("n", "node/7"), ("R", "relation/7"), ("Way", "way/7"), ("way", "way/7"), ("", "node/7"),
  ])
  func `the type of an element may be a letter`(type: String, id: String) throws {
    let row = #"{"osm_id":7,"osm_type":"\#(type)","osm_value":"pharmacy","name":"a","lat":37.1,"lon":127.1}"#
    let place = try #require(try ImportedPlaces("[\(row)]").rows.first)
    #expect(place.id == id && place.group == .pharmacy)
  }

  @Test func `an unknown type of an element makes no id`() throws {
    let row = #"{"osm_id":7,"osm_type":"X","name":"a","lat":37.1,"lon":127.1}"#
    #expect(try ImportedPlaces("[\(row)]").rows.first?.id.hasPrefix("~") == true)
  }

  @Test func `an index is an input like any other`() throws {
    var first = PlaceImporter(description: IndexDescription(), rules: ImportRules())
    try first.read(
      Array(#"{"id":"a","name":"가온","name:en":"Gaon","category":"cafe","lat":37.1,"lng":127.1,"phone":"02-1"}"#.utf8),
      name: "a"
    )
    let index = try first.builder.makeIndex(name: "a.pfx")
    var second = PlaceImporter(rules: ImportRules())
    try second.read(index, category: nil, nil)
    let copy = try second.builder.makeIndex()
    try copy.checkFormat()
    let area = SearchArea.circle(
      center: try Coordinate(latitude: 37.1, longitude: 127.1),
      radius: try #require(Distance(meters: 10).flatMap(SearchRadius.init))
    )
    let query = try PlaceQuery(categories: [.group(.cafe)], text: SearchText("gaon"), area: area)
    #expect(try copy.places(matching: query) == (try index.places(matching: query)))
    #expect(try copy.places(matching: query).totalCount == 1)
  }

  private func found(_ words: String, of places: [String]) throws -> [String] {
    var importer = PlaceImporter(rules: ImportRules())
    let both = [String](repeating: #""amenity":"cafe","name":"스타벅스","name:en":"Starbucks""#, count: 3)
    let text = (both + places).enumerated().map { number, tags in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.\#(100 + number)]},"properties":{"@id":"node/\#(number)",\#(tags)}}"#
    }
    try importer.read(Array(text.joined(separator: "\n").utf8), name: "input")
    let query = try PlaceQuery(text: SearchText(words), area: .anywhere(center: nil))
    let index = try importer.builder.makeIndex()
    return try index.places(matching: query, limit: nil).places.map { $0.place.name ?? "" }.sorted()
  }

  @Test func `a place with one name of its chain is found by the other`() throws {
    let places = ["스타벅스", "스타벅스 삼청점", "STARBUCKS COFFEE", "starbucks"].map { #""amenity":"cafe","name":"\#($0)""# }
    let others = [#""amenity":"cafe","name":"커피빈""#]
    let all = try found("스타벅스", of: places + others)
    #expect(all.count == 7 && !all.contains("커피빈"))
    #expect(try found("Starbucks", of: places + others) == all)
    #expect(try found("starbucks 삼청점", of: places) == ["스타벅스 삼청점"])
  }

  @Test func `the names of chains do not depend on how the rows are cut into files`() throws {
    let names = (1...6).map { #""amenity":"bank","name":"신한은행","name:en":"Shinhan Bank \#($0 < 4 ? "" : "\($0)")""# }
    let others = [#""amenity":"bank","name":"신한은행""#, #""amenity":"bank","name":"우리은행","name:en":"Woori""#]
    let rows = (names + others).enumerated().map { number, properties in
      #"{"type":"Feature","id":"n\#(number)","geometry":{"type":"Point","coordinates":[127.\#(number),37.5]},"properties":{\#(properties)}}"#
    }
    func index(of parts: [[String]]) throws -> PlaceIndex {
      var importer = PlaceImporter()
      for (number, part) in parts.enumerated() {
        try importer.read(Array(part.joined(separator: "\n").utf8), name: "\(number).geojsonl")
      }
      return try importer.builder.makeIndex()
    }
    let query = try PlaceQuery(text: SearchText("Shinhan"), area: .anywhere(center: nil))
    for parts in [[rows], rows.map { [$0] }, [Array(rows.prefix(2)), Array(rows.dropFirst(2))]] {
      let index = try index(of: parts)
      try index.checkFormat()
      #expect(try index.places(matching: query, limit: nil).totalCount == 7)
    }
  }

  @Test func `names of few rows, of another category and those that mostly occur with others stay`() throws {
    let places = [
      #""tourism":"hotel","name":"Starbucks Hotel""#, #""amenity":"bank","name":"가온","name:en":"Gaon""#,
      #""amenity":"bank","name":"가온","name:en":"Gaon""#, #""amenity":"bank","name":"Gaon""#,
    ]
    #expect(try found("스타벅스", of: places) == ["스타벅스", "스타벅스", "스타벅스"])
    #expect(try found("가온", of: places) == ["가온", "가온"])
    let cafes = ["커피빈", "커피빈", "커피빈", "커피베이", "커피니", "커피랑", "커피고"].map {
      #""amenity":"cafe","name":"\#($0)","name:en":"Coffee \#($0 == "커피빈" ? "Bean" : "Other")""#
    }
    let coffees = ["Coffee Only", "Coffee Bean"].map { #""amenity":"cafe","name":"\#($0)""# }
    #expect(try found("커피빈", of: cafes + coffees) == ["Coffee Bean", "커피빈", "커피빈", "커피빈"])
  }
}
