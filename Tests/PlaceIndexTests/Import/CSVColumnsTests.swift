import Domain
import Testing

@testable import PlaceIndex
@testable import Rows
@testable import Tables

@Suite struct CSVColumnsTests {
  private func table(_ header: String, names: FieldNames = FieldNames()) throws -> CSVTable {
    try ByteView.over(Array(header.utf8)) { try CSVTable.opened($0, isAtEnd: true, path: "input", names: names) }
  }

  /// Returns the titles of the latitude and longitude columns.
  private func pair(_ header: String, names: FieldNames = FieldNames()) throws -> [String] {
    let table = try table(header, names: names)
    let found = try #require(table.columns.pairs.first)
    return [table.titles[found.latitude], table.titles[found.longitude]]
  }

  @Test(arguments: [
    ("이름,위도,경도", ["위도", "경도"]),
    ("역번호,역위도,역경도", ["역위도", "역경도"]),
    ("name,Latitude,LONGITUDE", ["Latitude", "LONGITUDE"]),
    ("name,lng,lat", ["lat", "lng"]),
    ("name,lat,lon", ["lat", "lon"]),
    ("x,y,name", ["y", "x"]),
    ("X좌표,Y좌표,상호", ["Y좌표", "X좌표"]),
    ("상호,위도(WGS84),경도(WGS84)", ["위도(WGS84)", "경도(WGS84)"]),
    ("BIZPLC_NM,REFINE_WGS84_LOGT,REFINE_WGS84_LAT", ["REFINE_WGS84_LAT", "REFINE_WGS84_LOGT"]),
    ("상호,시설위도,시설경도", ["시설위도", "시설경도"]),
    ("상호,위도,경도,주차장위도,주차장경도", ["위도", "경도"]),
    ("상호,좌표정보X(EPSG5174),좌표정보Y(EPSG5174),위도,경도", ["위도", "경도"]),
    ("상호,x,y,WGS84 위도,WGS84 경도", ["WGS84 위도", "WGS84 경도"]),
    ("상호,x좌표,y좌표,lat,lng", ["lat", "lng"]),
    ("lat,x,y", ["y", "x"]),
    ("Longitude (x),Latitude (y),Station Name", ["Latitude (y)", "Longitude (x)"]),
    ("name,Latitud (Y),Longitud (X)", ["Latitud (Y)", "Longitud (X)"]),
    ("name,latitude_y,longitude_x", ["latitude_y", "longitude_x"]),
    ("name,coord_x_lon,coord_y_lat", ["coord_y_lat", "coord_x_lon"]),
    ("名称,緯度（北緯）,経度（東経）", ["緯度（北緯）", "経度（東経）"]),
    ("상호,좌표정보X(EPSG5174),좌표정보Y(EPSG5174)", ["좌표정보Y(EPSG5174)", "좌표정보X(EPSG5174)"]),
  ])
  func `the pair of coordinates is found, degrees before metres`(header: String, expected: [String]) throws {
    #expect(try pair(header) == expected)
  }

  @Test(
    arguments: [(nil, "b", ["lat", "b"]), ("b", nil, ["b", "lng"]), ("lng", "lat", ["lng", "lat"])]
      as [(String?, String?, [String])]
  )
  func `a named column is half of the pair, and the other half is found`(
    latitude: String?,
    longitude: String?,
    expected: [String]
  ) throws {
    var names = FieldNames()
    (names.choice.columns["lat"], names.choice.columns["lng"]) = (latitude, longitude)
    #expect(try pair("id,lat,lng,b", names: names) == expected)
  }

  @Test func `the values of x and y decide their order`() throws {
    #expect(try pair("x,y\n37.5,127\n") == ["x", "y"])
    #expect(try pair("경도,위도\n37.5,127\n") == ["위도", "경도"])
  }

  private static func twice(_ title: String) -> IndexFileError {
    .unknownFormat(
      path: "input",
      detail: "two columns could be \(title)",
      advice: "name the right ones with --map lat=COLUMN and --map lng=COLUMN"
    )
  }

  @Test(arguments: [
    ("이름,주소", IndexFileError.coordinatesMissing(path: "input", columns: ["이름", "주소"], addresses: ["주소"])),
    ("이름,위도", .coordinatesMissing(path: "input", columns: ["이름", "위도"])),
    ("상호,TM_X,TM_Y", .crsUnknown(path: "input", columns: ["TM_X", "TM_Y"], candidates: [])),
    ("위도,위도,경도", twice("위도")),
    ("출발위도,출발경도,도착위도,도착경도", twice("도착위도")),
  ])
  func `a header without one valid pair refuses the file`(header: String, refusal: IndexFileError) {
    #expect(throws: refusal) { try pair(header) }
  }

  @Test(arguments: [
    ("약국명,주소,약국전화번호,위도,경도,행정동", ImportField.placeText(.name), "약국명"),
    ("약국명,주소,약국전화번호,위도,경도,행정동", .placeText(.phone), "약국전화번호"),
    ("약국명,주소,약국전화번호,위도,경도,행정동", .anyAddress, "주소"),
    ("역번호,역사명,노선명,영문역사명,역위도,역경도,운영기관명,역사도로명주소,역사전화번호", .placeText(.name), "역사명"),
    ("역번호,역사명,노선명,영문역사명,역위도,역경도,운영기관명,역사도로명주소,역사전화번호", .placeText(.roadAddress), "역사도로명주소"),
    ("관리번호,사업장명,소재지전체주소,도로명전체주소,위도,경도,업태구분명,소재지전화", .placeText(.id), "관리번호"),
    ("관리번호,사업장명,소재지전체주소,도로명전체주소,위도,경도,업태구분명,소재지전화", .placeText(.lotAddress), "소재지전체주소"),
    ("관리번호,사업장명,소재지전체주소,도로명전체주소,위도,경도,업태구분명,소재지전화", .placeText(.roadAddress), "도로명전체주소"),
    ("관리번호,사업장명,소재지전체주소,도로명전체주소,위도,경도,업태구분명,소재지전화", .category, "업태구분명"),
    ("관리번호,사업장명,소재지전체주소,도로명전체주소,위도,경도,업태구분명,소재지전화", .placeText(.phone), "소재지전화"),
    ("ID,Name,lat,lng,Category,Phone,Website", .placeText(.url), "Website"),
    ("ID,Name,lat,lng,Category,Phone,Website", .placeText(.id), "ID"),
  ])
  func `the other columns are found by their names`(header: String, field: ImportField, expected: String) throws {
    let table = try table(header)
    let use = try #require(table.columns.uses.first { $0.entry.field == field })
    #expect(table.titles[use.column] == expected)
  }

  @Test(arguments: [
    ("역번호,역위도,역경도,노선명,운영기관명", ImportField.placeText(.name)), ("역번호,연번,역위도,역경도", .placeText(.id)),
    ("lat,lng,팩스번호", .placeText(.phone)),
    ("lat,lng,이메일주소제공여부", .anyAddress),
  ])
  func `a column with only a similar title isn't used`(header: String, field: ImportField) throws {
    #expect(try !table(header).columns.uses.contains { $0.entry.field == field })
  }
}
