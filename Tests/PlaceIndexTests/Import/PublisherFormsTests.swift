import Domain
import Testing

@testable import PlaceIndex
@testable import Rows

/// Publishers' variants of common tables.
@Suite struct PublisherFormsTests {
  @Test(arguments: [
    // A code column and a column with its name, in any order.
    "clsNo,clsNoName,bureauName,lat,lng\nG6,first class,가온,37.1,127.1\n",
    "shelterKind,shelterKindName,shelterName,lat,lng\nG6,first class,가온,37.1,127.1\n",
    "dutyEmclsName,dutyName,lat,lng\nfirst class,가온,37.1,127.1\n",
    #"{"spotGradeNm":"first class","spotGrade":"1","spotNm":"가온","lat":37.1,"lng":127.1}"#,
    #"{"spotGradeNm":"first class","spotGradeCd":"1","placeLabel":"가온","lat":37.1,"lng":127.1}"#,
  ])
  func `the name of a part or a property is not the place's name`(text: String) throws {
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.name == "가온")
  }

  @Test func `a column of names with its own column of codes is the name if there is no other`() throws {
    let imported = try ImportedPlaces("spot,spotName,lat,lng\n7,가온,37.1,127.1\n")
    #expect(imported.rows.map(\.name) == ["가온"])
  }

  @Test(
    arguments: [
      ("_id,ID,name,lat,lng\n1,9001,가온,37.1,127.1\n", "9001"), ("ID,_id,name,lat,lng\n9001,1,가온,37.1,127.1\n", "9001"),
      ("_id,name,lat,lng\n7,가온,37.1,127.1\n", "7"), ("_id,관리번호,name,lat,lng\n1,A-7,가온,37.1,127.1\n", "A-7"),
      (#"{"_id":1,"id":"9001","name":"가온","lat":37.1,"lng":127.1}"#, "9001"),
      (#"{"id":"9001","_id":1,"name":"가온","lat":37.1,"lng":127.1}"#, "9001"),
      (#"{"_id":{"$oid":"5f1"},"name":"가온","lat":37.1,"lng":127.1}"#, "5f1"),
      (
        #"{"type":"Feature","id":"node/12","properties":{"id":"12","amenity":"cafe","name":"가온"},"# + point,
        "node/12"
      ),
      (#"{"type":"Feature","properties":{"id":12,"@id":"way/12","name":"가온"},"# + point, "way/12"),
      (#"{"type":"Feature","id":"a","properties":{"id":"b","name":"가온"},"# + point, "b"),
    ] as [(String, String)]
  )
  func `the number of a row gives way to an id, and an id to an element of OpenStreetMap`(
    text: String,
    id: String
  ) throws {
    #expect(try ImportedPlaces(text).rows.map(\.id) == [id])
  }

  private static let point = #""geometry":{"type":"Point","coordinates":[127.1,37.1]}}"#

  @Test(arguments: [
    #"[{"text":"Ganagae","language":"fi"},{"text":"Gaon","language":"sv"}]"#, #"{"fi":"Ganagae","sv":"Gaon"}"#,
    #"{"translation":[{"text":"Ganagae","language":"fi"},{"text":"Gaon","language":"sv"}]}"#,
    #"[{"value":"Ganagae","lang":"fi-FI"},{"lang":"sv-SE","value":"Gaon"}]"#,
    #"{"fi":["Ganagae"],"sv":["Gaon","Gaonen"]}"#,
    #"[{"@value":"Ganagae","@language":"fi"},{"@value":"Gaon","@language":"sv"}]"#,
    #"{"und":"Ganagae","sv_SE":"Gaon"}"#, #"[{"name":"Ganagae","locale":"fi"},{"name":"Gaon","locale":"sv"}]"#,
  ])
  func `a text in several languages is the user's language, or else the first`(value: String) throws {
    let text = #"{"stations":[{"id":"a","name":\#(value),"lat":60.1,"lon":24.9}]}"#
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["Ganagae"])
    var rules = ImportRules()
    rules.language = "sv"
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.name) == ["Gaon"])
    rules.language = "ko"
    #expect(try ImportedPlaces(text, rules: rules).rows.map(\.name) == ["Ganagae"])
  }

  @Test func `other texts may be in several languages or wrapped too`() throws {
    let text = """
      {"id":{"type":"uri","value":"http://a/1"},"name":{"type":"literal","value":"Gaon"},\
      "street_address":{"fi":"Katu 1","sv":"Gata 1"},"category":{"fi":"kirjasto","en":"library"},"phone":["1","2"],\
      "lat":{"type":"literal","value":"60.1"},"lon":{"type":"literal","value":"24.9"}}
      """
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.id == "http://a/1" && row.name == "Gaon" && row.lotAddress == "Katu 1" && row.phone == "1")
    #expect(row.kinds.contains("library") && row.latitude == 60.1 && row.longitude == 24.9)
  }

  @Test(arguments: [
    #"{"response":{"body":{"items":{"item":{"name":"a","lat":37.1,"lng":127.1}},"numOfRows":10}}}"#,
    #"{"items":{"name":"a","lat":37.1,"lng":127.1},"total":1}"#,
    #"{"SearchX":{"row":{"name":"a","x":127.1,"y":37.1}}}"#,
    #"{"data":{"record":{"name":"a","location":{"lat":37.1,"lng":127.1}}}}"#,
  ])
  func `one row instead of a list is read`(text: String) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.name) == ["a"] && imported.skipped.isEmpty)
    // Several response pages in one file.
    #expect(try ImportedPlaces(text + "\n" + text.replacing("127.1", with: "127.2")).rows.count == 2)
  }

  @Test(arguments: ["Address Line 1", "address1", "AddressLine"])
  func `the first line of an address is a street in a table too`(title: String) throws {
    let row = try #require(
      try ImportedPlaces("name,\(title),City,lat,lng\nA,Obere Str. 1,Bern,46.9,7.4\n").rows.first
    )
    #expect(row.roadAddress == "Obere Str. 1, Bern", "\(row)")
  }

  @Test func `the lines of an address are joined, and an object of contacts has the telephone number`() throws {
    let yelp = """
      {"businesses":[{"id":"a","name":"Gaon","categories":[{"alias":"coffee","title":"Coffee & Tea"}],\
      "coordinates":{"latitude":37.5,"longitude":-122.1},"location":{"address1":"4 Church St","city":"Boston",\
      "zip_code":"02116","display_address":["4 Church St","Boston, MA 02116"]},"display_phone":"1"}],"total":1}
      """
    var row = try #require(try ImportedPlaces(yelp).rows.first)
    #expect(row.lotAddress == "4 Church St, Boston, MA 02116" && row.group == .cafe, "\(row)")
    let foursquare = """
      {"response":{"venues":[{"id":"a","name":"Gaon","contact":{"phone":"02-1","formattedPhone":"2","name":"B"},\
      "location":{"lat":37.5,"lng":-122.1,"formattedAddress":["4 Church St","Boston"]}}]}}
      """
    row = try #require(try ImportedPlaces(foursquare).rows.first)
    #expect(row.lotAddress == "4 Church St, Boston" && row.phone == "02-1" && row.name == "Gaon", "\(row)")
  }

  @Test(arguments: [
    (#"{"type":"Point","coordinates":[127.1,37.5]}"#, [127.1]),
    (#"{"coordinates":[[127.1,37.5],[127.3,37.5]],"type":"MultiPoint"}"#, [127.2]),
    (#"{"type":"Polygon","coordinates":[[[127,37],[128,37],[127,38],[127,37]]]}"#, [127.5]),
    (
      #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[127.1,37.5]},"#
        + #"{"type":"LineString","coordinates":[[127,37],[128,37]]}]}"#, [127.1, 127.5]
    ),
  ])
  func `geometries without features are places`(text: String, longitudes: [Double]) throws {
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.map(\.longitude) == longitudes && imported.skips.isEmpty)
    #expect(imported.rows.allSatisfy { $0.sourceCategory.isEmpty && $0.name.isEmpty })
  }

  @Test(arguments: [1, 20_000, 100_000])
  func `a long text before the other properties hides none of them`(length: Int) throws {
    let long = String(repeating: "x", count: length)
    let row = #"{"description":"\#(long)","school":"Gaon School","lat":37.5,"lng":127.1}"#
    let imported = try ImportedPlaces("[\(row),\(row.replacing("Gaon", with: "Narae"))]")
    #expect(imported.rows.map(\.name) == ["Gaon School", "Narae School"])
  }

  @Test func `an item of a place isn't a row`() throws {
    let imported = try ImportedPlaces(#"{"name":"a","lat":37.1,"lng":127.1,"item":{"name":"b","lat":1,"lng":2}}"#)
    #expect(imported.rows.map(\.name) == ["a"])
  }

  @Test(arguments: [
    ("delYn", "Y", "N"), ("삭제여부", "Y", ""), ("폐업여부", "예", "아니오"), ("폐업여부", "폐업", "영업"), ("useYn", "N", "Y"),
    ("is_open", "0", "1"), ("폐업일자", "2020-01-01", ""), ("SALS_STTS_NM", "폐업", "영업/정상"),
    ("business_status", "CLOSED_PERMANENTLY", "OPERATIONAL"),
  ])
  func `a column can mark a place as closed`(column: String, closed: String, open: String) throws {
    let table = "name,lat,lng,\(column)\na,37.1,127.1,\(closed)\nb,37.2,127.1,\(open)\n"
    let imported = try ImportedPlaces(table)
    #expect(imported.rows.map(\.name) == ["b"] && imported.skips == [.closed: 1])
    let rows = [("a", closed), ("b", open)].map { #"{"name":"\#($0)","lat":37.1,"lng":127.1,"\#(column)":"\#($1)"}"# }
    #expect(try ImportedPlaces(rows.joined(separator: "\n")).rows.map(\.name) == ["b"])
  }

  @Test func `true and false are flags in JSON, and a status takes precedence over a date`() throws {
    let imported = try ImportedPlaces(
      """
      {"name":"a","lat":37.1,"lng":127.1,"deleted":true}
      {"name":"b","lat":37.1,"lng":127.1,"deleted":false}
      {"name":"c","lat":37.1,"lng":127.1,"영업상태명":"영업/정상","폐업일자":"2001-01-01"}
      """
    )
    #expect(imported.rows.map(\.name) == ["b", "c"])
    // `isOpen` says whether a place is open now.
    let now = try ImportedPlaces(#"[{"name":"a","lat":37.1,"lng":127.1,"isOpen":false}]"#)
    #expect(now.rows.map(\.name) == ["a"])
  }

  @Test(arguments: [
    ("名称,ido,keido\n가온,37.1,127.1\n"), ("name,la,lo\n가온,37.1,127.1\n"), (#"{"name":"가온","la":37.1,"lo":127.1}"#),
    ("nombre;latitud;longitud;name\nx;37,1;127,1;가온\n"), ("이름;위도;경도\n가온;37,1;127,1\n"),
  ])
  func `coordinates are recognised by further names`(text: String) throws {
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.name == "가온" && row.latitude == 37.1 && row.longitude == 127.1)
  }

  @Test(arguments: [
    ("시장명,시장유형,아케이드보유여부,주차장보유여부,고객휴게실\n광장시장,상설장,Y,Y,N\n통인시장,상설장,Y,N,N\n", ["시장명"], []),
    ("시장명,소재지,엘리베이터,주차장\n광장시장,서울 종로구,O,X\n통인시장,서울 종로구,Y,X\n나래시장,서울,X,Y\n", ["시장명"], ["소재지"]),
    ("기관명,주소,전화번호\n가온,서울 종로구 자하문로19길 36,02-1\n", ["기관명"], ["주소"]),
  ])
  func `a table without coordinates is refused, whatever its cells contain`(
    text: String,
    first: [String],
    addresses: [String]
  ) {
    #expect {
      try ImportedPlaces(text)
    } throws: { error in
      guard case .coordinatesMissing("input", let columns, let found)? = error as? IndexFileError else { return false }
      return columns.starts(with: first) && found == addresses
    }
  }

  @Test func `a row with as many cells as the row above it is a header if the rows below have numbers`() throws {
    let imported = try ImportedPlaces("시설,가로,세로\nname,x,y\n가온,127.1,37.1\n")
    #expect(imported.rows.map(\.name) == ["가온"])
  }

  @Test func `a market is recognised by the title of its name column`() throws {
    let imported = try ImportedPlaces("시장명,위도,경도\n광장시장,37.1,127.1\n")
    #expect(imported.rows.first?.kinds == ["market"] && imported.rows.first?.name == "광장시장")
  }

  @Test func `a row with an extra cell is reported as such`() throws {
    let imported = try ImportedPlaces("name,lat,lng\na,37.1,127.1,x\nb,37.2,127.1\n")
    #expect(imported.rows.map(\.name) == ["b"] && imported.skips == [.tooManyCells: 1])
  }

  @Test(arguments: [
    ("서울특별시 종로구 세종로 80-1", false), ("세종로 80-1", false), ("서울특별시 종로구 세종대로 175", true), ("서울특별시 종로구 종로 1", true),
    ("세종특별자치시 조치원읍 세종로 2639", true), ("경상남도 진주시 세종로 1", true),
  ])
  func `a neighbourhood that is called like a road has lots`(address: String, isByRoad: Bool) throws {
    let row = try #require(try ImportedPlaces("name,주소,lat,lng\na,\(address),37.1,127.1\n").rows.first)
    #expect(row.roadAddress == (isByRoad ? address : ""))
    #expect(row.lotAddress == (isByRoad ? "" : address))
  }

  @Test func `a property is a category if the caller names it`() throws {
    let features = ["library", "atm", "cafe"].map {
      #"{"type":"Feature","properties":{"name":"x","usage":"\#($0)"},"# + Self.point
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let report = try #require(try ImportedPlaces(text).input)
    #expect(report.ungroupedCount == 3)
    var rules = ImportRules()
    rules.columns.columns["category"] = "usage"
    #expect(try ImportedPlaces(text, rules: rules).input?.ungroupedCount == 0)
  }

  @Test(
    arguments: [
      (
        "Name,Easting,Northing\nBig Ben,530268,179640\nYork,460350,451950\n", "EPSG:27700", ["Easting", "Northing"],
        false
      ),
      ("nom,x,y\nTour,648237,6862271\nLouvre,651500,6862500\n", "EPSG:2154", ["x", "y"], false),
      ("nom,x_l93,y_l93\nTour,648237,6862271\n", "EPSG:2154", ["x_l93", "y_l93"], false),
      ("naam,x,y\nDam,121400,487400\nVenlo,209000,375700\n", "EPSG:28992", ["x", "y"], true),
      (#"[{"name":"a","x":648237,"y":6862271},{"name":"b","x":651500,"y":6862500}]"#, "EPSG:2154", [], false),
    ] as [(String, String, [String], Bool)]
  )
  func `metres of another country are attributed to it, not to Korea`(
    text: String,
    code: String,
    columns: [String],
    hasCandidates: Bool
  ) {
    #expect {
      try ImportedPlaces(text)
    } throws: { error in
      guard case .systemForeign("input", let systems, let found, let candidates)? = error as? IndexFileError else {
        return false
      }
      return systems.contains { $0.code == code } && found == columns && candidates.isEmpty != hasCandidates
    }
  }

  @Test func `metres in a table with a Korean word are in a Korean CRS`() {
    #expect {
      try ImportedPlaces("name,x,y\n가온,198811,452040\n나래,198812,452041\n")
    } throws: { error in
      guard case .crsUnknown? = error as? IndexFileError else { return false }
      return true
    }
  }

  @Test(arguments: [
    "@prefix schema: <http://schema.org/> .\n<http://a/1> a schema:Place ; schema:name \"A\" .\n",
    "# a comment\n\n@base <http://a/> .\n<1> a <Place> .\n",
    "PREFIX schema: <http://schema.org/>\n<a:1> a schema:Place .\n",
    "<http://a/1> <http://schema.org/name> \"A\" .\n", "_:b0 <http://schema.org/name> \"A\" .\n",
  ])
  func `Turtle is named as the format`(text: String) {
    #expect(throws: IndexFileError.foreignFormat(path: "input", .turtle)) { try ImportedPlaces(text) }
  }

  @Test(arguments: [
    ("n1 v1 dV c0 t i0 u Tamenity=cafe,name=A x127.1 y37.1\nn2 v1 x127 y37\n", ForeignFormat.osmOPL),
    ("w-12 Tshop=yes Nn1,n2\n", .osmOPL),
    (#"<osmChange version="0.6"><modify><node id="1" lat="1" lon="2"/></modify></osmChange>"#, .osmChange),
    ("nl\n1\n\t3.5E+00\t5.1E+01\n\t4.5\t51\n\t4.5\t52\nEND\nEND\n", .polygonFilter),
  ])
  func `files next to OpenStreetMap extracts are recognised`(text: String, format: ForeignFormat) {
    #expect(throws: IndexFileError.foreignFormat(path: "input", format)) { try ImportedPlaces(text) }
  }

  @Test(arguments: ["prefix,base,name,lat,lng\na,b,가온,37.1,127.1\n", "base <x>,name,lat,lng\nb,가온,37.1,127.1\n"])
  func `a table that contains such words stays a table`(text: String) throws {
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["가온"])
  }

  @Test(arguments: [
    "name,lat,lng\n", #"[{"name":"a","lat":37.1,"lng":127.1},"#, #"{"name":"a","lat":37.1,"lng":127.1}"#,
  ])
  func `very many empty lines without a row are refused`(start: String) {
    var pace = ImportPace(threads: 1, chunkBytes: 1 << 10)
    pace.maximumBlankByteCount = 1 << 16
    var importer = PlaceImporter(rules: ImportRules(), pace: pace)
    // More than the part that is examined before the first row.
    let input = RepeatedBytes(Array(start.utf8), then: 0x0A, count: 2 << 20)
    #expect {
      var window = InputWindow(input, path: "input", capacity: 1 << 12)
      try importer.read(&window, category: nil, progress: nil)
    } throws: { error in
      guard case .malformed("input", let detail, _)? = error as? IndexFileError else { return false }
      return detail.contains("MiB of")
    }
  }
}

/// Some bytes, followed by one repeated byte.
final class RepeatedBytes: ByteStream {
  private var first: ArraySlice<UInt8>
  private let byte: UInt8
  private var left: Int

  init(_ first: [UInt8], then byte: UInt8, count: Int) { (self.first, self.byte, left) = (first[...], byte, count) }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard first.isEmpty else {
      let part = first.prefix(buffer.count)
      unsafe buffer.copyBytes(from: part)
      first = first.dropFirst(part.count)
      return part.count
    }
    let count = min(left, buffer.count)
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: byte)
    left -= count
    return count
  }
}
