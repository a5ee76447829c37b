import Domain
import TestSupport
import Testing

@testable import PlaceIndex

/// JSON with properties in objects and lists of its rows: the report names only properties that are read.
@Suite struct NestedPropertyTests {
  @Test(arguments: ["tags.", "tags/", "properties.", "properties/", "Properties.tags.", "attributes_", "tags_"])
  func `a flattened title has the meaning of its member`(mark: String) throws {
    let titles = ["name", "amenity", "phone", "opening_hours", "address"].map { mark + $0 }.joined(separator: ",")
    let text = "\(titles),lat,lon\n가온,pharmacy,02-123,24/7,x 1,37.1,127.1\n"
    let imported = try ImportedPlaces(text)
    let row = try #require(imported.rows.first)
    #expect(row.name == "가온" && row.group?.slug == "pharmacy" && row.phone == "02-123" && row.lotAddress == "x 1")
    #expect(try AttributeImportTests.attributes(text) == [["opening_hours": "24/7"]])
    #expect(imported.input?.mapping?.column(of: "name")?.title == mark + "name")
    #expect(imported.input?.mapping?.unused == [])
  }

  @Test(arguments: [
    ("name,tags.name", "가온,나래", "가온"), ("tags.name,properties.name", "가온,나래", ""), ("tags_count,id", "가온,7", ""),
    ("user.name,id", "가온,7", ""), ("properties_sold,id", "가온,7", ""),
  ])
  func `a flattened title next to an equal one, or of another object, stays`(
    titles: String,
    cells: String,
    name: String
  ) throws {
    #expect(try ImportedPlaces("\(titles),lat,lng\n\(cells),37.1,127.1\n").rows.map(\.name) == [name])
  }

  @Test func `the position of a flattened feature has the longitude first`() throws {
    let pair = "properties.name,geometry.coordinates.0,geometry.coordinates.1\n가온,127.1,37.1\n"
    let list = "properties.name;geometry.coordinates\n가온;[127.1, 37.1]\n"
    for text in [pair, list, pair.replacing(".", with: "/").replacing("127/1,37/1", with: "127.1,37.1")] {
      let row = try #require(try ImportedPlaces(text).rows.first)
      #expect(row.name == "가온" && row.latitude == 37.1 && row.longitude == 127.1)
    }
  }

  @Test(arguments: ["properties.type", "properties.kind_of_place"])
  func `the type of a flattened feature isn't the kind of the place`(title: String) throws {
    let titles = "type,properties.name,\(title),geometry.type,geometry.coordinates"
    let imported = try ImportedPlaces("\(titles)\nFeature,가온,Museum,Point,\"[127.1, 37.1]\"\n")
    #expect(imported.rows.map { $0.group?.slug } == [title == "properties.type" ? "culture" : nil])
    #expect(imported.rows.map(\.sourceCategory) != ["Feature"])
  }

  @Test func `a user may choose a flattened column by its title`() throws {
    var rules = ImportRules()
    rules.columns.columns["name"] = "tags.operator"
    let imported = try ImportedPlaces("tags.operator,tags.name,lat,lng\n나래,가온,37.1,127.1\n", rules: rules)
    #expect(imported.rows.map(\.name) == ["나래"])
  }

  /// An input, the expected columns of its mapping, its unused properties, and the name of its first place.
  struct Input: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String
    let columns: [String]
    var unused: [String] = []
    var name = ""
  }

  static let inputs = [
    Input(
      testDescription: "a box of a collection",
      json: """
        {"type":"FeatureCollection","bbox":[2.3,48.8,2.5,48.9],"features":[
        {"properties":{"title":"Alma","Type":"Library"},"geometry":{"type":"Point","coordinates":[2.31,48.81]}},
        {"properties":{"title":"Brisa","Type":"Museum"},"geometry":{"type":"Point","coordinates":[2.32,48.82]}}]}
        """,
      columns: ["name title", "category Type", "point geometry"],
      name: "Alma"
    ),
    Input(
      testDescription: "the centre of a search around its results",
      json: """
        {"meta":{"lat":48.8,"lon":2.3},"lat":48.8,"lon":2.3,"results":[
        {"title":"Alma","lat":48.81,"lon":2.31},{"title":"Brisa","lat":48.82,"lon":2.32}]}
        """,
      columns: ["name title", "lat lat", "lng lon"],
      name: "Alma"
    ),
    Input(
      testDescription: "an object that occurs once",
      json: #"{"title":"Alma","lat":1.5,"lng":2.5,"details":{"phone":"02-1"}}"#,
      columns: ["name title", "lat lat", "lng lng"],
      unused: ["details.phone"],
      name: "Alma"
    ),
    Input(
      testDescription: "a name in an unknown object",
      json: """
        [{"business":{"title":"Joe","owner_name":"Al"},"loc":{"lat":40.7,"lng":-73.9},"type":"cafe"},
        {"business":{"title":"Bo","owner_name":"Cy"},"loc":{"lat":40.8,"lng":-73.8},"type":"bank"}]
        """,
      columns: ["category type", "lat lat", "lng lng"],
      unused: ["business.title", "business.owner_name"]
    ),
    Input(
      testDescription: "a name in the object of an address",
      json: """
        [{"ID":1,"AddressInfo":{"Title":"Alma","AddressLine1":"1 Rua","Latitude":1.5,"Longitude":2.5}},
        {"ID":2,"AddressInfo":{"Title":"Brisa","AddressLine1":"2 Rua","Latitude":1.6,"Longitude":2.6}}]
        """,
      columns: ["name AddressInfo", "lat Latitude", "lng Longitude", "address AddressInfo", "id ID"],
      name: "Alma"
    ),
    Input(
      testDescription: "a name in a list of named objects",
      json: """
        {"data":[{"name":"Chain","list":[{"shop":"Alma","lat":1.5,"lng":2.5},{"shop":"Brisa","lat":1.6,"lng":2.5}]},
        {"name":"Chain 2","list":[{"shop":"Casa","lat":1.5,"lng":2.6},{"shop":"Duna","lat":1.6,"lng":2.6}]}]}
        """,
      columns: ["name shop", "lat lat", "lng lng"],
      name: "Alma"
    ),
    Input(
      testDescription: "a name in a list of a row",
      json: """
        [{"label":"Alma","lat":1.5,"lng":2.5,"menu":[{"name":"Latte"},{"name":"Mocha"}]},
        {"label":"Brisa","lat":1.6,"lng":2.6,"menu":[{"name":"Tea"}]}]
        """,
      columns: ["name label", "lat lat", "lng lng"],
      unused: ["menu"],
      name: "Alma"
    ),
    Input(
      testDescription: "a name around the rows",
      json: """
        {"groups":[{"name":"North","shops":[{"label":"Alma","lat":1.5,"lng":2.5},{"label":"Brisa","lat":1.6,"lng":2.6}]},
        {"name":"South","shops":[{"label":"Cala","lat":1.7,"lng":2.7},{"label":"Duna","lat":1.8,"lng":2.8}]}]}
        """,
      columns: ["name label", "lat lat", "lng lng"],
      name: "Alma"
    ),
    Input(
      testDescription: "two lists of rows",
      json: """
        {"places":[{"label":"Alma","lat":1.5,"lng":2.5}],"n":[1],
        "stores":[{"label":"Brisa","lat":1.6,"lng":2.6,"phone":"1"}]}
        """,
      columns: ["name label", "lat lat", "lng lng", "phone phone"],
      name: "Alma"
    ),
    Input(
      testDescription: "rows by their names",
      json: #"{"A":{"title":"Alma","lat":1.5,"lng":2.5},"B":{"title":"Brisa","lat":1.6,"lng":2.6}}"#,
      columns: ["name title", "lat lat", "lng lng"],
      name: "Alma"
    ),
    Input(
      testDescription: "a feature collection",
      json: """
        {"type":"FeatureCollection","name":"layer","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[2.5,1.5]},"properties":{"label":"Alma","note":{"name":"x"}}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[2.6,1.6]},"properties":{"label":"Brisa","note":{"name":"y"}}}]}
        """,
      columns: ["name label", "point geometry"],
      unused: ["properties.note.name"],
      name: "Alma"
    ),
    Input(
      testDescription: "objects and lists that supply something, or nothing",
      json: #"[{"name":"Alma","lat":1.5,"lng":2.5,"contact":{"phone":"02-1234","fax":"1"},"capacity":[{"total":"5"}],"#
        + #""address":{"city":"York"},"opening_times":{"note":1},"location":{"address":"1 Main St","country_code":"GB"}}]"#,
      columns: ["name name", "lat lat", "lng lng", "address location", "phone contact"],
      unused: ["capacity", "address", "opening_times"],
      name: "Alma"
    ),
    Input(
      testDescription: "the parts of an address",
      json: #"[{"name":[{"value":"Alma"}],"lat":1.5,"lng":2.5,"address":{"streetAndNumber":"High St 1","zip":"N1"}}]"#,
      columns: ["name name", "lat lat", "lng lng", "address address"],
      name: "Alma"
    ),
    Input(
      testDescription: "a position under the key of a tag",
      json:
        #"[{"shop":{"id":"a","name":"Alma","lat":1.5,"lng":2.5}},{"shop":{"id":"b","name":"Brisa","lat":1.6,"lng":2.6}}]"#,
      columns: ["name name", "lat lat", "lng lng", "id id"],
      name: "Alma"
    ),
    Input(
      testDescription: "a position in an unknown object",
      json: """
        {"id":1,"where":{"lat":1.5,"lng":2.5,"name":"Alma"}}
        {"id":2,"where":{"lat":1.6,"lng":2.6,"name":"Brisa"}}
        """,
      columns: ["name name", "lat lat", "lng lng", "id id"],
      name: "Alma"
    ),
  ]

  @Test(arguments: inputs) func `the mapping has the properties that are read`(input: Input) throws {
    let imported = try ImportedPlaces(input.json)
    let mapping = try #require(imported.input?.mapping)
    #expect(mapping.columns.map { "\($0.field) \($0.title)" } == input.columns)
    #expect(mapping.unused == input.unused)
    #expect(!mapping.columns.flatMap(\.samples).contains { $0.hasSuffix(".0") })
    #expect(imported.rows.first?.name == input.name)
  }

  @Test func `properties after a long outline are seen`() throws {
    let corners = (0..<2000).map { "[2.3\($0),48.8]" }.joined(separator: ",")
    let geometry = #""geometry":{"coordinates":[[\#(corners)]],"type":"Polygon"}"#
    let features = ["Alma", "Brisa"].map { #"{"type":"Feature",\#(geometry),"properties":{"label":"\#($0)"}}"# }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["Alma", "Brisa"])
    let mapping = try #require(imported.input?.mapping)
    #expect(mapping.columns.map { "\($0.field) \($0.title)" } == ["name label", "point geometry"])
  }

  @Test func `a chosen path is used`() throws {
    var rules = ImportRules()
    rules.columns.columns["name"] = "info.title"
    let json =
      #"{"lat":1.5,"lng":2.5,"info":{"title":"Alma"}}"# + "\n" + #"{"lat":1.6,"lng":2.6,"info":{"title":"Brisa"}}"#
    let imported = try ImportedPlaces(json, rules: rules)
    let mapping = try #require(imported.input?.mapping)
    #expect(mapping.columns.map { "\($0.field) \($0.title)" } == ["name info.title", "lat lat", "lng lng"])
    #expect(mapping.unused == [])
    #expect(imported.rows.map(\.name) == ["Alma", "Brisa"])
  }

  @Test(arguments: [
    #"[{"business":{"title":"Joe"},"loc":{"lat":40.7,"lng":-73.9}}]"#,
    #"{"sites":[{"list":[{"business":{"title":"Joe"},"loc":{"lat":40.7,"lng":-73.9}}]}]}"#,
    #"{"A":{"business":{"title":"Joe"},"lat":40.7,"lng":-73.9},"B":{"business":{"title":"Bo"},"lat":40.8,"lng":-73.8}}"#,
  ])
  func `a chosen path is read wherever the position of a row is`(json: String) throws {
    var rules = ImportRules()
    rules.columns.columns["name"] = "business.title"
    #expect(try ImportedPlaces(json, rules: rules).rows.first?.name == "Joe")
  }
}
