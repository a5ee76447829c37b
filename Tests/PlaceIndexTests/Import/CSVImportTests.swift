import Domain
import Testing

@testable import PlaceIndex
@testable import Rows
@testable import Tables

@Suite struct CSVImportTests {
  @Test func `a Korean table becomes places with every field`() throws {
    let imported = try ImportedPlaces(
      """
      약국명,주소,약국전화번호,기준일자,위도,경도,행정동
      가온약국,"서울특별시 성북구 가온로47길 12, 1층 (길음동)",02-000-0001,2019-06-24,37.60894036,127.029052,길음2동
      나래약국,서울특별시 성북구 길음동 1280,-,2019-06-24,37.61040424,127.0569046,석관동

      """
    )
    let first = try #require(imported.rows.first)
    #expect(first.name == "가온약국")
    #expect(first.roadAddress == "서울특별시 성북구 가온로47길 12, 1층 (길음동)")
    #expect(first.lotAddress == "")
    #expect(first.phone == "02-000-0001")
    #expect(first.latitude == 37.6089404 && first.longitude == 127.029052)
    #expect(first.group == .pharmacy)
    let second = try #require(imported.rows.last)
    #expect(second.lotAddress == "서울특별시 성북구 길음동 1280")
    #expect(second.phone == "")
    #expect(imported.rows.count == 2 && imported.skipped.isEmpty)
  }

  @Test(arguments: ["wkt", "geom", "the_geom", "geometry", "좌표"])
  func `a header is recognised even if the first rows have no geometry`(title: String) throws {
    let rows = ["id,name,\(title)", "1,가온,POINT EMPTY", "2,나래,POINT (127 37.5)", "3,다솜,POINT (127.1 37.6)"]
    let imported = try ImportedPlaces(rows.joined(separator: "\n"))
    #expect(imported.rows.map(\.name) == ["나래", "다솜"])
    #expect(imported.skipped.map(\.count) == [1])
  }

  @Test func `a mark, CRLF and quotes in the header alone change nothing`() throws {
    let rows = ["번호,역사명,역위도,역경도", "1,가온,35.1,128.5", "2,나래,35.2,128.6"]
    let plain = try ImportedPlaces(rows.joined(separator: "\n"))
    let windows = try ImportedPlaces("\u{FEFF}" + rows.joined(separator: "\r\n") + "\r\n")
    let twice = try ImportedPlaces("\u{FEFF}\u{FEFF}" + rows.joined(separator: "\n"))
    #expect(twice.rows == plain.rows && twice.rows.map(\.id) == plain.rows.map(\.id))
    let quoted = try ImportedPlaces("\"번호\"" + rows.joined(separator: "\r\n").dropFirst(2))
    #expect(plain.rows.map(\.name) == ["가온", "나래"])
    #expect(windows.rows == plain.rows)
    #expect(quoted.rows == plain.rows)
  }

  @Test func `escapes are read in tables of places that this program wrote, and nowhere else`() throws {
    let rows = "\tCE7\t37.5\t127.1\n"
    let written = try ImportedPlaces("place_name\tcategory_group_code\tlat\tlng\na\\tb\\\\n\\x\\nc\\\\" + rows)
    #expect(written.rows.map(\.name) == ["a\tb\\n\\x\nc\\"])
    let other = try ImportedPlaces("name\tcategory_group_code\tlat\tlng\na\\tb" + rows)
    #expect(other.rows.map(\.name) == ["a\\tb"])
  }

  @Test(arguments: [
    ("37.5,127.1,,\n,,127.2,37.6\n0,0,127.2,37.6", [127.1, 127.2, 127.2]),
    ("37.5,127.1,127.1,37.5\n,,127.2,37.6", [127.1, 127.2]),
    (",,127.2,37.6\n0,0,127.2,37.6", [127.2, 127.2]), (",,37.6,127.2\n", [127.2]),
    // Cells of a grid, and metres.
    ("37.5,127.1,60,127\n,,61,127", [127.1]), ("37.5,127.1,200000,500000\n,,200000,500000", [127.1]),
    ("37.5,127.1,5,5\n0,0,6,5", [127.1]),
  ])
  func `x and y replace a missing latitude and longitude if they agree with others`(
    rows: String,
    longitudes: [Double]
  ) throws {
    let imported = try ImportedPlaces("위도,경도,x,y\n" + rows + "\n")
    #expect(imported.rows.map(\.longitude) == longitudes)
  }

  /// The third case begins after the part that is read to detect the encoding.
  @Test(arguments: [0, 1, 10_000])
  func `CP949 is recognised by its characters, wherever they begin`(plainCount: Int) throws {
    // "명칭,위도,경도,전화번호" and a place called 약국 in CP949.
    let header: [UInt8] = [
      0xB8, 0xED, 0xC4, 0xAA, 0x2C, 0xC0, 0xA7, 0xB5, 0xB5, 0x2C, 0xB0, 0xE6, 0xB5, 0xB5, 0x0D, 0x0A,
    ]
    let row = "plain,35,128," + String(repeating: "n", count: 100) + "\n"
    let plain = Array(("name,lat,lng,note\n" + String(repeating: row, count: plainCount)).utf8)
    let name: [UInt8] = [0xBE, 0xE0, 0xB1, 0xB9]
    let imported = try ImportedPlaces((plainCount == 0 ? header : plain) + name + Array(",35.1,128.5\n".utf8))
    #expect(imported.rows.map(\.name) == (plainCount == 0 ? [] : ["plain"]) + ["약국"])
  }

  @Test func `a broken character skips its row, not the file`() throws {
    let text = Array("명칭,위도,경도\n가온,35.1,128.5\n나래".utf8)
    let imported = try ImportedPlaces(text + [0xEA, 0xB0] + Array(",35.2,128.5\n다솜,35.3,128.5\n".utf8))
    #expect(imported.rows.map(\.name) == ["가온", "다솜"])
    #expect(imported.skips == [.notText: 1])
    #expect(imported.skipped.first?.example.row == 2)
  }

  @Test func `a last row without a line end that lacks cells is skipped, because the file was cut`() throws {
    let text = "name,lat,lng,phone\r\n가온,37.1,127.1,02\r\n나래,37.2,127.2\r\n다솜,37.3,127.3,02\r\n"
    for end in text.utf8.indices.dropLast(2).suffix(20) {
      let bytes = Array(text.utf8[..<end])
      guard let last = bytes.last, last != 0x0A else { continue }
      let imported = try ImportedPlaces(bytes)
      // A truncated last cell can't be detected.
      let isWhole = bytes.split(separator: 0x0A).last?.count { $0 == 0x2C } == 3
      #expect(imported.rows.map(\.name) == (isWhole ? ["가온", "나래", "다솜"] : ["가온", "나래"]), "\(end)")
      #expect(imported.skips == (isWhole ? [:] : [.cut: 1]))
    }
    #expect(try ImportedPlaces("name,lat,lng\na,37.1,127.1\n\"b, c").skips == [.cut: 1])
    #expect(try ImportedPlaces("name,lat,lng\na,37.1,127.1\n\u{1A}").skipped.isEmpty)
  }

  @Test(arguments: [
    ("", "it is empty"), (" \n", "it is empty"),
    ("\u{0}\u{1}PFX", "it is neither text nor a known format of data"),
  ])
  func `anything but a table of places is refused`(text: String, detail: String) {
    #expect(throws: IndexFileError.unknownFormat(path: "input", detail: detail)) { try ImportedPlaces(text) }
  }

  @Test(
    arguments: [
      ("이름,주소\n가온,나래\n", ["이름", "주소"]), ("제목\n이름;주소;연도\n가온;나래;2024\n", ["이름", "주소", "연도"]),
      ("가온,37.5,127.1\n나래,,\n다솜,라온,마루\n", []),
      ("name,geom\na,0101000020E61000006666666666C65F40CDCCCCCCCC8C4240\n", ["name", "geom"]),
      ("name,bbox\na,\"{'west': 127.0, 'south': 37.0}\"\n", ["name", "bbox"]),
    ] as [(String, [String])]
  )
  func `a table without coordinates is refused with its columns and no values`(text: String, columns: [String]) {
    #expect {
      try ImportedPlaces(text)
    } throws: { error in
      guard case .coordinatesMissing("input", let found, _)? = error as? IndexFileError else { return false }
      return found == columns
    }
  }

  @Test(
    arguments: [
      ("stop_id,stop_code,stop_name,stop_lat,stop_lon\nA1,7,가온,37.1,127.1\n", "A1", ""),
      ("NO,名称,名称_カナ,所在地_連結表記,緯度,経度,電話番号\n1,가온,ガオン,東京都千代田区 1,37.1,127.1,03-1\n", nil, "東京都千代田区 1"),
      ("施設名,住所,施設緯度,施設経度\n가온,北海道 1,37.1,127.1\n", nil, "北海道 1"),
      ("Bezeichnung;Adresse;Breite;Länge\n가온;Hauptstr. 1;37,1;127,1\n", nil, "Hauptstr. 1"),
      ("Name;Straße;Hausnr;PLZ;Ort;Breitengrad;Längengrad\n가온;Hauptweg;12;1;Bonn;37,1;127,1\n", nil, nil),
      ("名稱,地址,經度,緯度,電話\n가온,臺北市 1,127.1,37.1,02\n", nil, "臺北市 1"), ("名称,地址,经度,纬度\n가온,北京市 1,127.1,37.1\n", nil, "北京市 1"),
      ("상호명,상권업종소분류코드,상권업종소분류명,지번주소,경도,위도\n가온,I21201,카페,서울 1,127.1,37.1\n", nil, "서울 1"),
    ] as [(String, String?, String?)]
  )
  func `columns are known as the portals of several countries name them`(text: String, id: String?, address: String?)
    throws
  {
    let imported = try ImportedPlaces(text)
    let row = try #require(imported.rows.first)
    #expect(row.name == "가온" && row.latitude == 37.1 && row.longitude == 127.1)
    #expect(id == nil || row.id == id)
    #expect(address == nil || row.lotAddress == address)
    #expect(!text.contains("I21201") || row.group == .cafe)
  }

  @Test func `every row that is not a place is counted by its reason, with the first example`() throws {
    let imported = try ImportedPlaces(
      """
      name,lat,lng
      valid one,37.5,127.0
      valid two,37.6,127.1
      valid three,37.7,127.1
      empty,,127.0
      dash,-,-
      word,N/A,없음
      database,\\N,#N/A
      unreadable,north,127.0
      metres,450000.5,200000.5
      swapped,127.0,37.5
      island,0,0
      island too,-0.0000086,0.0000292
      absurd,999,999
      too far,37.5,181
      too many,37.5,127.0,x
      "unclosed" text, too,37.5,127.0
      "stray" quote,37.5,127.0
      """
    )
    #expect(imported.rows.map(\.name) == ["valid one", "valid two", "valid three", "\"stray\" quote"])
    #expect(
      imported.skips == [
        .missingCoordinate: 4, .unreadableCoordinate: 1, .projectedCoordinate: 1, .swappedCoordinate: 1,
        .nullIsland: 2, .coordinateOutOfRange: 2, .tooManyCells: 1, .malformed: 1,
      ]
    )
    let island = try #require(imported.skipped.first { $0.reason == .nullIsland })
    #expect(island.example == SkippedRows.Example(path: "input", row: 11, text: "island,0,0"))
  }

  @Test func `columns whose rows are mostly in metres or swapped refuse the file`() {
    #expect {
      try ImportedPlaces("name,위도,경도\na,37.5,127\nb,450000,200000\nc,450000,200001\n")
    } throws: { error in
      guard case .crsUnknown("input", ["경도", "위도"], let found)? = error as? IndexFileError else { return false }
      let candidates = found.map(\.crs)
      return candidates.contains(.modifiedCentralBelt) && candidates.contains(.centralBelt)
        && !candidates.contains(.unified)
    }
    #expect(
      throws: IndexFileError.unknownFormat(
        path: "input",
        detail: "latitude and longitude look swapped in most rows (1 swapped, 0 as named)",
        advice: "to swap the columns, build with --map 'lat=경도' --map 'lng=위도'"
      )
    ) {
      try ImportedPlaces("name,위도,경도\na,127,37.5\n")
    }
  }

  @Test(arguments: [
    ("name,x,y\na,127.01,37.5\n", 37.5, 127.01),
    ("name,x,y\na,37.5,127.01\n", 37.5, 127.01),
    ("name,x,y\nb,5.1,52.1\nc,5.2,52.2\n", 52.1, 5.1),
    ("name,X좌표,Y좌표\na,37.5,127.01\n", 37.5, 127.01),
    ("名称,X座標,Y座標\na,127.01,37.5\n", 37.5, 127.01), ("名称,Ｘ座標,Ｙ座標\na,127.01,37.5\n", 37.5, 127.01),
    ("ｎａｍｅ,ＬＡＴ,ｌｎｇ\na,37.5,127.01\n", 37.5, 127.01),
  ])
  func `columns x and y are read in the order that is valid on the globe`(
    text: String,
    latitude: Double,
    longitude: Double
  ) throws {
    let row = try #require(try ImportedPlaces(text).rows.first)
    #expect(row.latitude == latitude && row.longitude == longitude)
  }

  @Test func `x and y are swapped for a whole table or not at all`() throws {
    let imported = try ImportedPlaces("name,x,y\na,127.01,37.5\nb,127.02,37.6\nc,37.7,127.03\n")
    #expect(imported.rows.map(\.latitude) == [37.5, 37.6])
    #expect(imported.skips == [.swappedCoordinate: 1])
  }

  @Test func `one wrong number does not swap x and y of a table whose rows fit the globe either way`() throws {
    let rows = (0..<20).map { "a,5.1,\(50 + $0)\n" }.joined()
    let imported = try ImportedPlaces("name,x,y\n" + rows + "b,5.1,151\n")
    let latitudes: [Double] = (50..<70).map { Double($0) }
    #expect(imported.rows.map(\.latitude) == latitudes)
    #expect(imported.skips == [.swappedCoordinate: 1])
  }

  @Test func `degrees win over metres in the same file`() throws {
    let imported = try ImportedPlaces("상호,x,y,위도,경도\n가온,200123.5,451234.5,37.5,127.01\n나래,200123.5,451234.5,,\n")
    #expect(imported.rows.map(\.latitude) == [37.5])
    #expect(imported.skips == [.missingCoordinate: 1])
  }

  @Test(
    arguments: [
      ("cafe", CategoryGroup.cafe), ("CE7", .cafe), ("coffee", .cafe), ("카페", .cafe), ("amenity=cafe", .cafe),
      ("coffee_shop", .cafe), ("Coffee Shop", .cafe), ("thai_restaurant", .restaurant), ("음식점 > 카페", .cafe),
      ("\"교통,수송 > 자동차 > 주유소,충전소\"", .gas), ("음식점 > 카페 > 우리동네", .cafe), ("cave dwelling", nil),
      ("한식", .restaurant), ("호프/통닭", .restaurant), ("\"외국음식전문점(인도,태국등)\"", .restaurant), ("부동산 중개/대리업", .realtor),
      ("관광특구", .attraction),
    ] as [(String, CategoryGroup?)]
  )
  func `a category is named by any word for it`(word: String, group: CategoryGroup?) throws {
    let row = try #require(try ImportedPlaces("name,category,lat,lng\na,\(word),37,127\n").rows.first)
    #expect(row.group == group)
    #expect("\"\(row.sourceCategory)\"" == word || row.sourceCategory == word)
  }

  @Test func `a place may belong to several groups, and the forced one replaces them`() throws {
    let text = "name,category,lat,lng\na,cafe;restaurant,37,127\n"
    #expect(try ImportedPlaces(text).rows.first?.groups == [.cafe, .restaurant])
    var rules = ImportRules()
    rules.forcedCategory = .group(.pharmacy)
    let forced = try #require(try ImportedPlaces(text, rules: rules).rows.first)
    #expect(forced.groups == [.pharmacy] && forced.group == .pharmacy)
  }

  @Test func `columns called like OSM's keys hold categories`() throws {
    let row = try #require(try ImportedPlaces("@id,name,amenity,shop,@lat,@lon\nnode/1,a,cafe,,37,127\n").rows.first)
    #expect(row.id == "node/1" && row.group == .cafe && row.sourceCategory == "amenity=cafe")
  }

  @Test func `closed places and places of low confidence are left out by rule`() throws {
    let text = "name,lat,lng,영업상태명,confidence\na,37,127,영업/정상,0.9\nb,37,127.1,폐업,0.9\nc,37,127.2,,0.2\n"
    #expect(try ImportedPlaces(text).rows.map(\.name) == ["a", "c"])
    var rules = ImportRules()
    rules.includesClosed = true
    rules.minimumConfidence = 0.5
    let imported = try ImportedPlaces(text, rules: rules)
    #expect(imported.rows.map(\.name) == ["a", "b"])
    #expect(imported.skips == [.lowConfidence: 1])
  }

  @Test func `a row without an id gets a derived one, the same in every build and order`() throws {
    let rows = ["가온,37.5,127.0,02-1", "나래,37.5,127.0,02-1", "가온,37.5,127.1,02-1"]
    let header = "name,lat,lng,phone\n"
    let forth = try ImportedPlaces(header + rows.joined(separator: "\n"))
    let back = try ImportedPlaces(header + rows.reversed().joined(separator: "\n"))
    #expect(Set(forth.rows.map(\.id)).count == 3)
    #expect(forth.rows.map(\.id) == back.rows.reversed().map(\.id))
    #expect(forth.rows.allSatisfy { $0.id.hasPrefix("~") })
  }

  @Test(arguments: ["[가온]", "[가온] 나래 [다솜]", "{가온}", "{'가온': 1}"])
  func `a name in brackets or braces is not a list or structure`(name: String) throws {
    #expect(try ImportedPlaces("name,lat,lng\n\(name),37.5,127\n").rows.map(\.name) == [name])
  }

  @Test func `a table without a named column is refused`() {
    var rules = ImportRules()
    rules.columns.columns["id"] = "번호"
    let (chosen, detail) = (rules, "no column '번호' among: id, lat, lng")
    #expect(throws: IndexFileError.unknownFormat(path: "input", detail: detail)) {
      try ImportedPlaces("id,lat,lng\n1,37.1,127.1\n", rules: chosen)
    }
  }

  @Test func `a table larger than the window is read to its end`() throws {
    let count = 10_000
    let note = String(repeating: "note ", count: 40)
    var text = "id,name,lat,lng,note\n"
    for number in 0..<count { text += "\(number),\"place, number \(number)\",37.\(number),127.\(number),\(note)\n" }
    #expect(text.utf8.count > 2 << 20)
    let imported = try ImportedPlaces(text)
    #expect(imported.rows.count == count)
    #expect(imported.rows.last?.name == "place, number \(count - 1)")
  }

  @Test(arguments: [
    ("서울특별시 성북구 가온로47길 12", true), ("대구광역시 달성군 나래로 지하2600", true), ("경기도 다솜시 가온대로 1", true),
    ("서울특별시 성북구 길음동 1280", false), ("종로", false), ("서울 구로 디지털단지", false), ("1 Main Street", false), ("", false),
  ])
  func `addresses by roads are distinguished from those by lots`(address: String, isByRoad: Bool) {
    #expect(ByteView.over(Array(address.utf8), KoreanAddress.isByRoad) == isByRoad)
  }

  @Test(arguments: [
    ("화장실명,지역명", "가", "toilets"), ("지역명,화장실명", "나", "toilets"), ("쉼터명,위험구역명", "가", "shelter"),
    ("동물병원명,x", "가", "veterinary"), ("대학원명,x", "가", "university"), ("지하철역명,권역명", "가", "subway"),
    ("x,환승역명", "나", "subway"),
  ])
  func `a region isn't a station, and a longer title is more specific`(titles: String, name: String, slug: String?)
    throws
  {
    // The header may end with empty cells.
    let row = try #require(try ImportedPlaces("\(titles),위도,경도,,\n가,나,37.5,127.1,주,\n").rows.first)
    #expect(row.name == name && (row.kinds.first ?? row.group?.slug) == slug, "\(row)")
  }
}
