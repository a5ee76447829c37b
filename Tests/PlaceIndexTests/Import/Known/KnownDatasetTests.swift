import Domain
import Testing

@testable import PlaceIndex

/// A handmade table for each dataset, in its published format.
@Suite struct KnownDatasetTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let dataset: String?
    let text: String
    var file = "input"
    /// The name and the group of each place, in the order of the rows.
    let places: [(name: String, group: CategoryGroup?)]
    var testDescription: String { dataset ?? "unknown" }
  }

  static let shopHeader =
    "상가업소번호,상호명,지점명,상권업종대분류코드,상권업종대분류명,상권업종중분류코드,상권업종중분류명,상권업종소분류코드,상권업종소분류명,표준산업분류코드,표준산업분류명,지번주소,도로명주소,경도,위도"

  static let licenceHeader =
    "개방자치단체코드,관리번호,인허가일자,인허가취소일자,영업상태코드,영업상태명,폐업일자,전화번호,지번주소,도로명주소,사업장명,업태구분명,좌표정보(X),좌표정보(Y)"

  @Test func `no hint takes the type of a feature or relation for a category`() throws {
    let text =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[127.1,37.1]},"properties":{"name":"x","type":"multipolygon"}}"#
    let report = try #require(try ImportedPlaces(text).input)
    #expect(report.ungroupedCount == 1 && report.categoryColumn == nil)
  }

  static let samples: [Sample] = [
    Sample(
      dataset: "SEMAS shops",
      text: """
        \(shopHeader)
        "MA0101","가온","강남점","I2","음식","I212","비알코올 ","I21201","카페","I56221","커피 전문점","서울 가온동 1","서울 가온로 1",127.1,37.1
        "MA0102","나래국수","","I2","음식","I201","한식","I20105","국수/칼국수","I56111","한식","","서울 가온로 2",127.1,37.2
        "MA0103","다솜독서실","","R1","예술","R102","도서관","R10202","독서실/스터디 카페","R90212","독서실","","서울 가온로 3",127.1,37.3
        "MA0104","라온","","","","","","","","I56221","","","서울 가온로 4",127.1,37.4
        "MA0105","마루","","","","","","","편의점","","","","서울 가온로 5",127.1,37.5
        "MA0106","바다","","","","","","D03A01","편의점","","","","서울 가온로 6",127.1,37.6
        """,
      places: [
        ("가온 강남점", .cafe), ("나래국수", .restaurant), ("다솜독서실", nil), ("라온", .cafe), ("마루", .convenience),
        ("바다", .convenience),
      ]
    ),
    Sample(
      dataset: "SEMAS shops",
      text: "\u{FEFF}상가업소번호|상호명|지점명|상권업종소분류코드|상권업종소분류명|표준산업분류코드|도로명주소|경도|위도\r\n"
        + "20169459|가온모텔||O02A01|여관/모텔|I55102|서울 가온로 1|127.1|37.1\r\n",
      places: [("가온모텔", .lodging)]
    ),
    Sample(
      dataset: "SEMAS shops (API)",
      text: """
        {"header":{"description":"x","columns":["상가업소번호"]},"body":{"items":[{"bizesId":"MA1","bizesNm":"가온","brchNm":"역삼점",\
        "indsSclsCd":"Q10210","indsSclsNm":"치과의원","ksicCd":"Q86202","rdnmAdr":"서울 가온로 1","lnoAdr":"서울 가온동 1","lon":127.1,"lat":37.1}],\
        "numOfRows":1,"totalCount":1}}
        """,
      places: [("가온 역삼점", .hospital)]
    ),
    Sample(
      dataset: "LOCALDATA licences",
      text: """
        \(licenceHeader)
        "3000000","3000000-104-1","20200101","","01","영업/정상","","02-1","서울 가온동 1","서울 가온로 1","가온","커피숍","198000.1   ","451000.1   "
        "3000000","3000000-104-2","20200101","","01","영업/정상","","","","","나래매점","백화점","198000.1","451000.2"
        "3000000","3000000-104-3","20200101","","03","폐업","20210101","","","","다솜","커피숍","198000.1","451000.3"
        "3000000","3000000-104-4","20200101","","01","영업/정상","","","","","라온","기타","198000.1","451000.4"
        """,
      file: "서울특별시 휴게음식점 인허가 정보.csv",
      places: [("가온", .cafe), ("나래매점", .restaurant), ("라온", .restaurant)]
    ),
    Sample(
      dataset: "LOCALDATA licences",
      text: """
        번호,개방서비스명,개방서비스아이디,개방자치단체코드,관리번호,인허가일자,영업상태구분코드,영업상태명,소재지전체주소,도로명전체주소,사업장명,업태구분명,좌표정보x(epsg5174),좌표정보y(epsg5174)
        1,관광숙박업,03_11_02_P,1,A1,2020-01-01,01,영업/정상,,,가온호텔,관광호텔,198000.1,451000.1
        2,휴게음식점,07_24_05_P,1,A2,2020-01-01,01,영업/정상,,,나래,관광호텔,198000.1,451000.2
        3,동물병원,02_03_01_P,1,A3,2020-01-01,01,영업/정상,,,다솜동물병원,,198000.1,451000.3
        4,약국,01_01_06_P,1,A4,2020-01-01,02,휴업,,,라온약국,,198000.1,451000.4
        """,
      places: [("가온호텔", .lodging), ("나래", .restaurant), ("다솜동물병원", nil)]
    ),
    Sample(
      dataset: "LOCALDATA licences",
      text: """
        관리번호,인허가일자,영업상태구분코드,사업장명,업태구분명,좌표정보x(epsg5174),좌표정보y(epsg5174)
        A1,2020-01-01,1,가온,한식,198000.1,451000.1
        A2,2020-01-01,3,나래,한식,198000.1,451000.1
        A3,2020-01-01,03,다솜,한식,198000.1,451000.1
        """,
      places: [("가온", .restaurant)]
    ),
    Sample(
      dataset: "LOCALDATA licences (API)",
      text: """
        {"LOCALDATA_072404":{"list_total_count":2,"RESULT":{"CODE":"INFO-000","MESSAGE":"정상"},"row":[\
        {"OPNSFTEAMCODE":"3000000","MGTNO":"1","APVPERMYMD":"20200101","TRDSTATEGBN":"01","TRDSTATENM":"영업/정상","BPLCNM":"가온",\
        "UPTAENM":"한식","SITEWHLADDR":"서울 가온동 1","RDNWHLADDR":"서울 가온로 1","X":"198000.1 ","Y":"451000.1 "},\
        {"MGTNO":"2","TRDSTATEGBN":"03","TRDSTATENM":"폐업","BPLCNM":"나래","UPTAENM":"한식","X":"198000.1","Y":"451000.2"}]}}
        """,
      places: [("가온", .restaurant)]
    ),
    Sample(
      dataset: "HIRA hospitals and pharmacies",
      text: """
        암호화요양기호,요양기관명,종별코드,종별코드명,시도코드명,시군구코드명,주소,전화번호,개설일자,좌표(X),좌표(Y)
        JDQ4,가온병원,01,상급종합,서울,가온구,서울 가온구 가온로 1,02-1,2000-01-01,127.1,37.1
        JDQ5,나래약국,81,약국,서울,가온구,서울 가온구 가온로 2,02-2,2000-01-01,127.2,37.2
        JDQ6,다솜의원,31,의원,서울,가온구,서울 가온구 가온로 3,02-3,2000-01-01,,
        """,
      places: [("가온병원", .hospital), ("나래약국", .pharmacy)]
    ),
    Sample(
      dataset: "OPINET stations",
      text: """
        {"RESULT":{"OIL":[{"UNI_ID":"A1","POLL_DIV_CD":"SKE","OS_NM":"가온주유소","VAN_ADR":"서울 가온동 1","NEW_ADR":"서울 가온로 1",\
        "GIS_X_COOR":309907.46,"GIS_Y_COOR":552077.264,"DISTANCE":1.5,"PRICE":1600}]}}
        """,
      places: [("가온주유소", .gas)]
    ),
    Sample(
      dataset: "car parks (standard data)",
      text: """
        주차장관리번호,주차장명,주차장구분,주차장유형,소재지도로명주소,소재지지번주소,주차구획수,관리기관명,전화번호,위도,경도
        260-2-1,가온주차장,공영,노외,부산 가온로 1,,10,가온구청,051-1,35.1,129.1
        260-2-1,나래주차장,민영,부설,부산 가온로 9,,10,나래구청,051-1,35.3,129.1
        """,
      places: [("가온주차장", .parking), ("나래주차장", .parking)]
    ),
    Sample(
      dataset: "charging stations (standard data)",
      text: "충전소명,충전소위치상세,소재지도로명주소,위도,경도,급속충전가능여부\n가온충전소,1층,서울 가온로 1,37.1,127.1,Y\n",
      places: [("가온충전소", .gas)]
    ),
    Sample(
      dataset: "schools (standard data)",
      text: "학교ID,학교명,학교급구분,설립일자,운영상태,소재지지번주소,소재지도로명주소,위도,경도\nB1,가온초등학교,초등학교,2000,운영,,서울 가온로 1,37.1,127.1\n"
        + "B2,나래고등학교,고등학교,2000,폐교,,서울 가온로 1,37.2,127.1\n",
      places: [("가온초등학교", .school)]
    ),
    Sample(
      dataset: "sights (standard data)",
      text: """
        {"fields":[{"id":"관광지명"},{"id":"관광지구분"},{"id":"위도"},{"id":"경도"}],"records":[{"관광지명":"가온","관광지구분":"관광지",\
        "소재지도로명주소":"","위도":"37.1","경도":"127.1","관리기관전화번호":"02-1"}]}
        """,
      places: [("가온", .attraction)]
    ),
    Sample(
      dataset: "parks (standard data)",
      text: "관리번호,공원명,공원구분,소재지도로명주소,소재지지번주소,위도,경도,공원면적\n1,가온공원,근린공원,,서울 가온동 1,37.1,127.1,10\n",
      places: [("가온공원", nil)]
    ),
    Sample(
      dataset: "libraries (standard data)",
      text: "도서관명,시도명,시군구명,도서관유형,휴관일,위도,경도,WGS84위도,WGS84경도\n"
        + "가온도서관,서울,가온구,공공도서관,\"\"2,4주 월요일\"\",37.1,127.1,,\n나래도서관,서울,가온구,작은도서관,일요일,,,37.2,127.2\n",
      places: [("가온도서관", .culture), ("나래도서관", .culture)]
    ),
    Sample(
      dataset: "metro stations (standard data)",
      text: "역번호,역사명,노선번호,노선명,영문역사명,역위도,역경도,운영기관명,역사도로명주소,역사전화번호\n201,가온,S1,1호선,Gaon,37.1,127.1,공사,서울 가온로 1,02-1\n"
        + "201,나래,S2,2호선,Narae,35.1,129.1,공사,부산 가온로 1,051-1\n",
      places: [("가온", .subway), ("나래", .subway)]
    ),
    Sample(
      dataset: "day-care centres (standard data)",
      text: "시도명,시군구명,어린이집명,어린이집유형구분,운영현황,상세주소,위도,경도\n서울,가온구,가온어린이집,국공립,정상,서울 가온로 1,37.1,127.1\n",
      places: [("가온어린이집", .kindergarten)]
    ),
    Sample(
      dataset: "kindergartens (standard data)",
      text: "유치원명,설립유형,주소,위도,경도\n가온유치원,사립(사인),서울 가온로 1,37.1,127.1\n",
      places: [("가온유치원", .kindergarten)]
    ),
    Sample(
      dataset: "bus stops",
      text: "시군명,정류소명,정류소ID,정류소번호,WGS84위도,WGS84경도\n가온시,가온역,1,2,37.1,127.1\n",
      places: [("가온역", nil)]
    ),
    Sample(
      dataset: "Foursquare OS Places",
      text: """
        fsq_place_id,name,latitude,longitude,address,locality,region,postcode,country,date_closed,tel,fsq_category_labels
        4a1,Gaon,37.1,127.1,1 Gaon Street,Austin,TX,78701,US,,1,"[Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop, Retail > Bookstore]"
        4a2,Narae,37.2,127.1,,,,,US,2024-01-01,,[Dining and Drinking > Bakery]
        4a3,Dasom,37.3,127.1,,,,,US,,,"['Travel and Transportation > Transport Hub > Rail Station', 'Landmarks and Outdoors > Park']"
        4a4,Raon,37.4,127.1,,,,,US,,,Dining and Drinking > Restaurant > Asian Restaurant > Korean Restaurant
        """,
      places: [("Gaon", .cafe), ("Dasom", nil), ("Raon", .restaurant)]
    ),
    Sample(
      dataset: "Foursquare OS Places",
      text: """
        {"fsq_place_id":"4a1","name":"Gaon","latitude":37.1,"longitude":127.1,"date_closed":null,"fsq_category_labels":\
        ["Health and Medicine > Dentist"],"bbox":{"xmin":127.1,"ymin":37.1,"xmax":127.1,"ymax":37.1}}
        """,
      places: [("Gaon", .hospital)]
    ),
    Sample(
      dataset: nil,
      text: """
        {"version":0.6,"generator":"Overpass API","osm3s":{"copyright":"x"},"elements":[
        {"type":"node","id":1,"lat":37.1,"lon":127.1,"tags":{"amenity":"cafe","name":"Gaon"}},
        {"type":"way","id":2,"center":{"lat":37.2,"lon":127.1},"nodes":[7,8],"tags":{"railway":"station","subway":"yes","name":"Narae"}},
        {"type":"way","id":3,"geometry":[{"lat":37.3,"lon":127.0},{"lat":37.3,"lon":127.2}],"tags":{"railway":"station","name":"Dasom"}},
        {"type":"node","id":7,"lat":37.1,"lon":127.1}]}
        """,
      places: [("Gaon", .cafe), ("Narae", .subway), ("Dasom", nil)]
    ),
    Sample(
      dataset: nil,
      text:
        "\u{1E}{\"type\":\"Feature\",\"id\":\"w100\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[127.1,37.1],[127.2,37.1]]},"
        + "\"properties\":{\"amenity\":\"bank\",\"name\":\"Gaon\"}}\n\u{1E}{\"type\":\"Feature\",\"id\":\"a200\",\"geometry\":{\"type\":"
        + "\"MultiPolygon\",\"coordinates\":[[[[127.1,37.1],[127.2,37.1],[127.1,37.1]]]]},\"properties\":{\"amenity\":\"bank\",\"name\":\"Gaon\"}}\n",
      places: [("Gaon", .bank)]
    ),
    Sample(
      dataset: nil,
      text: "id,primary,primary_category,lat,lon\na,Gaon,pharmacy,37.1,127.1\n",
      places: [("Gaon", .pharmacy)]
    ),
    Sample(
      dataset: nil,
      text: """
        {"id":"a","bbox":{"xmin":127.0,"xmax":127.2,"ymin":37.0,"ymax":37.2},"names":{"primary":"Gaon"},"categories":{"primary":"cafe"}}
        {"id":"b","bbox":[127.0,37.0,127.2,37.2],"names":{"primary":"Narae"},"categories":{"primary":"bank"}}
        {"attributes":{"name":"x"},"name":"Dasom","category":"bank","geometry":{"x":127.1,"y":37.1}}
        """,
      places: [("Gaon", .cafe), ("Narae", .bank), ("Dasom", .bank)]
    ),
    Sample(
      dataset: nil,
      text: "@type\t@id\t@lat\t@lon\tname\tamenity\nnode\t7\t37.1\t127.1\tGaon\tcafe\n",
      places: [("Gaon", .cafe)]
    ),
    Sample(
      dataset: "OpenStreetMap (ogr2ogr)",
      text: """
        {"type":"FeatureCollection","name":"points","features":[{"type":"Feature","properties":{"osm_id":"1","name":"Gaon","barrier":null,\
        "other_tags":"\\"amenity\\"=>\\"cafe\\",\\"name:en\\"=>\\"River, \\\\\\"East\\\\\\"\\""},"geometry":{"type":"Point","coordinates":[127.1,37.1]}}]}
        """,
      places: [("Gaon", .cafe)]
    ),
    Sample(
      dataset: "OpenStreetMap (Geofabrik)",
      text: "osm_id,code,fclass,name,WKT\n1,2501,supermarket,Gaon,POINT (127.1 37.1)\n",
      places: [("Gaon", .supermarket)]
    ),
    Sample(
      dataset: "OpenStreetMap (QuickOSM)",
      text: "full_id,osm_id,osm_type,amenity,name,lat,lon\nn1,1,node,pharmacy,Gaon,37.1,127.1\n",
      places: [("Gaon", .pharmacy)]
    ),
  ]

  @Test(arguments: samples)
  func `a dataset is known by its header, and its rows have their groups`(sample: Sample) throws {
    let imported = try ImportedPlaces(sample.text, name: sample.file)
    #expect(imported.input?.dataset == sample.dataset)
    #expect(imported.rows.map(\.name) == sample.places.map(\.name))
    #expect(imported.rows.map(\.group) == sample.places.map(\.group))
    #expect(imported.input?.ungroupedCount == imported.rows.count { $0.group == nil && $0.kinds.isEmpty })
    #expect(imported.input?.unnamedCount == 0)
  }

  @Test(arguments: [
    ("parks (standard data)", "park"), ("libraries (standard data)", "library"), ("bus stops", "bus-stop"),
    ("charging stations (standard data)", "ev-charging"), ("day-care centres (standard data)", "daycare"),
    ("kindergartens (standard data)", "preschool"),
  ]) func `every place of a dataset is of its kind`(dataset: String, kind: String) throws {
    let sample = try #require(Self.samples.first { $0.dataset == dataset })
    let rows = try ImportedPlaces(sample.text, name: sample.file).rows
    #expect(!rows.isEmpty && rows.allSatisfy { $0.kinds.contains(kind) })
  }

  @Test func `every dataset of the table has a sample, and no name of a column is misspelt`() {
    let sampled = Set(Self.samples.compactMap(\.dataset))
    for dataset in KnownDataset.all
    where dataset.name != "HIRA hospitals and pharmacies (API)"
      && dataset.name != "bus stops (standard data)"
    {
      #expect(sampled.contains(dataset.name), "\(dataset.name)")
    }
    for dataset in KnownDataset.all {
      for name in dataset.header { #expect(ColumnName(name).letters == name) }
    }
  }

  @Test func `ids of OpenStreetMap are in the notation of its own site`() throws {
    let ids = try Self.samples.filter { $0.text.contains("amenity") }.flatMap {
      try ImportedPlaces($0.text).rows.map(\.id)
    }
    #expect(
      ids.contains("node/1") && ids.contains("way/2") && ids.contains("way/100") && ids.contains("node/7")
        && !ids.contains("a200")
    )
  }

  @Test func `a bounding box alone says where a place is, by its middle`() throws {
    let boxes = Self.samples.filter { $0.text.contains("bbox") && !$0.text.contains("latitude") }
    #expect(boxes.count == 1)
    for row in try boxes.flatMap({ try ImportedPlaces($0.text).rows }) {
      #expect(abs(row.latitude - 37.1) < 1e-6 && abs(row.longitude - 127.1) < 1e-6, "\(row.name)")
    }
  }

  @Test func `a column order of its own, spaces in the header and more columns change nothing`() throws {
    let imported = try ImportedPlaces(
      "위도 , 경도,\"상호명\", 상권업종소분류코드 ,상가업소번호,새열,지점명\n37.1,127.1,가온, I21201 ,MA1,x,null\n37.2,127.1,나래,,MA2,,\n"
    )
    #expect(imported.rows.map(\.name) == ["가온", "나래"])
    #expect(imported.rows.map(\.group) == [.cafe, nil])
  }
}
