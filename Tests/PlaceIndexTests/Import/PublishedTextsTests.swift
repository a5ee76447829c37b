import Domain
import Testing

@testable import PlaceIndex

/// Texts from portals and services: with markup, with placeholders, and next to names of resources.
@Suite struct PublishedTextsTests {
  @Test(
    arguments: [
      ("<b>가온</b>커피 &amp; 빵", "가온커피 & 빵"), ("Caf&eacute; &#8220;A&#x201D;", "Café “A”"),
      ("&lt;b&gt;가온&lt;/b&gt;", "가온"), ("A&nbsp;B<br/>C", "A B C"), ("<a href=\"x\">가온</a>", "가온"),
      ("<주>가온", "<주>가온"), ("a < b > c", "a < b > c"), ("R&D &co; 가온", "R&D &co; 가온"), ("<b></b>", "<b></b>"),
      ("A &amp;amp; B", "A & B"), ("<EM>가온</EM>", "가온"),
      ("Tom&#39;s", "Tom's"), ("&quot;A&quot;", "\"A\""), ("A &lt; B", "A < B"), ("&#x1F355; Pizza", "🍕 Pizza"),
      ("L&rsquo;&icirc;le", "L’île"), ("<p>Para</p>", "Para"), ("<span class=x>S</span>", "S"),
      ("I <3 Food", "I <3 Food"),
      ("&copy; C&trade;", "© C™"), ("&#xD800;", "&#xD800;"), ("A&apos;s", "A's"),
    ] as [(String, String)]
  )
  func `names and addresses have no markup`(text: String, plain: String) throws {
    let quoted = text.replacing("\"", with: "\"\"")
    let table = try ImportedPlaces("name,address,lat,lng\n\"\(quoted)\",\"\(quoted)\",37.1,127.1\n")
    let escaped = text.replacing("\"", with: "\\\"")
    let json = try ImportedPlaces(#"{"name":"\#(escaped)","address":"\#(escaped)","lat":37.1,"lng":127.1}"#)
    for row in [table, json].flatMap(\.rows) { #expect(row.name == plain && row.lotAddress == plain) }
    #expect(table.rows.count == 1 && json.rows.count == 1)
  }

  @Test func `a category has no markup`() throws {
    let table = try ImportedPlaces(
      "name,category,lat,lng\na,Caf&eacute;,37.1,127.1\nb,<b>cafe</b>,37.2,127.2\nc,R&D,37.3,127.3\n"
    )
    #expect(
      table.rows.map(\.sourceCategory) == ["Café", "cafe", "R&D"] && table.rows.map(\.group) == [.cafe, .cafe, nil]
    )
  }

  @Test(arguments: [
    "nan", "None", "NULL", "N/A", "NaN", "null", "-", "없음", "#N/A",
    "(null)", "[NULL]", "<null>", "<NA>", "undefined", "NaT", "#REF!", "#VALUE!", "N.A.", "--",
  ])
  func `a null word has no value in JSON as in a table`(word: String) throws {
    let table = try ImportedPlaces("name,category,id,lat,lng\n\(word),\(word),\(word),37.1,127.1\n")
    let json = try ImportedPlaces(
      #"{"name":"\#(word)","category":"\#(word)","id":"\#(word)","lat":37.1,"lng":127.1}"#
    )
    #expect(table.rows == json.rows && json.rows.map(\.name) == [""] && json.rows.map(\.sourceCategory) == [""])
    #expect(json.rows.map { $0.id.hasPrefix("~") } == [true])
    let feature =
      #"{"type":"Feature","properties":{"name":"\#(word)","shop":"\#(word)"},"geometry":{"type":"Point","coordinates":[127.1,37.1]}}"#
    #expect(try ImportedPlaces(feature).rows.map(\.name) == [""])
    let position = #"{"name":"a","lat":"\#(word)","lng":"\#(word)"}"#
    #expect(try ImportedPlaces(position).skips == [.missingCoordinate: 1])
  }

  @Test func `the name of a resource isn't a place name, and is the id if there is no other`() throws {
    let imported = try ImportedPlaces(
      """
      {"name":"places/ChIJaaa111","displayName":{"text":"가온"},"location":{"latitude":37.1,"longitude":127.1}}
      {"name":"places/ChIJbbb222","id":"b","displayName":{"text":"나래"},"location":{"latitude":37.2,"longitude":127.1}}
      {"name":"Places/other","id":"c","location":{"latitude":37.3,"longitude":127.1}}
      """
    )
    #expect(imported.rows.map(\.name) == ["가온", "나래", "Places/other"])
    #expect(imported.rows.map(\.id) == ["ChIJaaa111", "b", "c"])
  }

  @Test func `a saved place has its name and address within its location`() throws {
    let imported = try ImportedPlaces(
      """
      {"type":"FeatureCollection","features":[
      {"geometry":{"coordinates":[127.1,37.1],"type":"Point"},"properties":{"date":"2023-01-01T00:00:00Z",
      "google_maps_url":"http://maps.google.com/?cid=1","location":{"address":"1 Main St","country_code":"KR","name":"가온"}},
      "type":"Feature"},
      {"geometry":{"coordinates":[127.2,37.2],"type":"Point"},"properties":{"Title":"나래","Location":{"Address":"2 Main St",
      "Business Name":"나래 2","Geo Coordinates":{"Latitude":"37.2","Longitude":"127.2"}}},"type":"Feature"}]}
      """
    )
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    #expect(imported.rows.map(\.lotAddress) == ["1 Main St", "2 Main St"])
  }

  @Test func `the name of a place's surroundings doesn't become its own name`() throws {
    let rows = [
      #"{"location":{"name":"강남","lat":37.1,"lng":127.1},"name":"가온"}"#,
      #"{"name":"가온","location":{"lat":37.1,"lng":127.1,"name":"강남"}}"#,
    ]
    for row in rows {
      let found = try #require(try ImportedPlaces(row).rows.first)
      #expect(found.name == "가온" && found.latitude == 37.1)
    }
  }

  @Test(
    arguments: [
      ("building,office,shop", "12,Main office,Nr 4", "14,Branch,Nr 5", ""),
      ("BUILDING,OFFICE,SHOP", "A,main,x", "B,north,y", ""), ("emergency,shop", "02-119,yes", "02-112,no", ""),
      ("shop,building", "bakery,yes", "frame,house", "shop=bakery"),
      ("Amenity,x", "cafe,1", "Restaurant,2", "Amenity=cafe"),
      ("building,x", "yes,1", "yes,2", "building=yes"),
      ("amenity,x", "cafe;bar,1", "bar; cafe,2", "amenity=cafe;bar"),
      ("shop,osm_id", "unheard_of,1", "unheard_of,2", "shop=unheard_of"),
      // Numbers of shops nearby.
      ("shop,osm_id", "12,1", "5,2", ""), ("type,id", "Health Centre,1", "Clinic,2", "Health Centre"),
    ] as [(String, String, String, String)]
  )
  func `columns named like keys of OpenStreetMap contain tags only if some values are tags`(
    titles: String,
    first: String,
    second: String,
    category: String
  ) throws {
    let table = "name,lat,lng,\(titles)\n가온,37.1,127.1,\(first)\n나래,37.2,127.2,\(second)\n"
    #expect(try ImportedPlaces(table).rows.map(\.sourceCategory).first == category)
    let names = titles.split(separator: ",")
    let objects = [first, second].enumerated().map { number, row in
      let members = zip(names, row.split(separator: ",")).map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
      return #"{"name":"\#(number)","lat":37.1,"lng":127.1,\#(members)}"#
    }
    #expect(try ImportedPlaces(objects.joined(separator: "\n")).rows.map(\.sourceCategory).first == category)
  }

  @Test(arguments: ["unheard_of", "Nr 4", "cafe; bar"])
  func `elements of OpenStreetMap have tags whatever the values are`(value: String) throws {
    let imported = try ImportedPlaces(
      #"{"elements":[{"type":"node","id":1,"lat":37.1,"lon":127.1,"tags":{"amenity":"\#(value)"}}]}"#
    )
    #expect(imported.rows.map(\.sourceCategory) == ["amenity=\(value)"])
  }
}
