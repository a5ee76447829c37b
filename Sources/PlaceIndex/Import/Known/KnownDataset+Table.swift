import Domain

extension KnownDataset {
  private static let korea = "Korea Open Government License, type 1 (attribution)"
  private static let osm = "ODbL 1.0, © OpenStreetMap contributors"

  /// The datasets that are known: a table to be read, corrected and extended by a line.
  ///
  /// The first whose header fits is taken. Most lines name only what the names of columns do not tell by themselves.
  /// Source: the files of data.go.kr, localdata.go.kr, opinet.co.kr, hira.or.kr, Overture, Foursquare and OpenStreetMap.
  static let all: [KnownDataset] = [
    // Shops of the small enterprise agency, and the same from its API.
    KnownDataset(
      name: "SEMAS shops",
      header: "상가업소번호 상호명",
      id: "상가업소번호",
      placeName: "상호명",
      branch: "지점명",
      category: "semas:상권업종소분류코드 ksic:표준산업분류코드 상권업종소분류명 표준산업분류명 상권업종중분류명",
      road: "도로명주소",
      lot: "지번주소",
      license: korea
    ),
    KnownDataset(
      name: "SEMAS shops (API)",
      header: "bizesid bizesnm",
      id: "bizesid",
      placeName: "bizesnm",
      branch: "brchnm",
      category: "semas:indssclscd ksic:ksiccd indssclsnm ksicnm indsmclsnm",
      road: "rdnmadr",
      lot: "lnoadr",
      license: korea
    ),

    // Licences of local governments, open and closed; metres of the modified central belt.
    KnownDataset(
      name: "LOCALDATA licences",
      header: "관리번호 인허가일자 사업장명",
      id: "관리번호",
      placeName: "사업장명",
      category: "업태구분명 위생업태명 licence:개방서비스아이디 licence:개방서비스id service:개방서비스명 service:인허가업종명",
      road: "도로명주소 도로명전체주소",
      lot: "지번주소 소재지전체주소",
      phone: "전화번호 소재지전화",
      grid: .modifiedCentralBelt,
      status: "영업상태명 영업상태구분코드 영업상태코드 상세영업상태명",
      license: korea
    ),
    KnownDataset(
      name: "LOCALDATA licences (API)",
      header: "mgtno bplcnm",
      id: "mgtno",
      placeName: "bplcnm",
      category: "uptaenm sntuptaenm licence:opnsvcid service:opnsvcnm",
      road: "rdnwhladdr",
      lot: "sitewhladdr",
      phone: "sitetel",
      latitude: "y",
      longitude: "x",
      grid: .modifiedCentralBelt,
      status: "trdstatenm trdstategbn dtlstatenm",
      license: korea
    ),

    // Health insurance review: hospitals and pharmacies; X and Y are degrees.
    KnownDataset(
      name: "HIRA hospitals and pharmacies",
      header: "암호화요양기호 요양기관명",
      id: "암호화요양기호",
      placeName: "요양기관명",
      category: "종별코드명 종별코드",
      license: korea
    ),
    KnownDataset(
      name: "HIRA hospitals and pharmacies (API)",
      header: "ykiho yadmnm",
      id: "ykiho",
      placeName: "yadmnm",
      category: "clcdnm clcd",
      road: "addr",
      phone: "telno",
      latitude: "ypos",
      longitude: "xpos",
      license: korea
    ),

    // Oil prices: stations in KATEC metres.
    KnownDataset(
      name: "OPINET stations",
      header: "uniid osnm",
      group: .gas,
      id: "uniid",
      placeName: "osnm",
      category: "-",
      road: "newadr",
      lot: "vanadr",
      latitude: "gisycoor",
      longitude: "gisxcoor",
      grid: .katec
    ),

    // Standard data of data.go.kr: one table for each type of place. 주차장관리번호 stands for several
    // car parks in some files, which ``CollectedPlaces`` tells apart.
    KnownDataset(
      name: "car parks (standard data)",
      header: "주차장관리번호 주차장명",
      group: .parking,
      id: "주차장관리번호",
      category: "주차장유형 주차장구분",
      license: korea
    ),
    KnownDataset(name: "charging stations (standard data)", header: "충전소명", group: .gas, category: "-", license: korea),
    KnownDataset(
      name: "schools (standard data)",
      header: "학교명 학교급구분",
      group: .school,
      id: "학교id",
      category: "학교급구분",
      license: korea
    ),
    KnownDataset(
      name: "sights (standard data)",
      header: "관광지명 관광지구분",
      group: .attraction,
      category: "관광지구분",
      license: korea
    ),
    KnownDataset(
      name: "parks (standard data)",
      header: "공원명 공원구분",
      group: .attraction,
      id: "관리번호",
      category: "공원구분",
      license: korea
    ),
    KnownDataset(
      name: "libraries (standard data)",
      header: "도서관명 도서관유형",
      group: .culture,
      category: "도서관유형",
      license: korea
    ),
    KnownDataset(
      name: "metro stations (standard data)",
      header: "역사명 노선명",
      group: .subway,
      id: "-",
      category: "-",
      license: korea
    ),
    KnownDataset(
      name: "day-care centres (standard data)",
      header: "어린이집명",
      group: .kindergarten,
      category: "어린이집유형구분 어린이집유형",
      license: korea
    ),
    KnownDataset(
      name: "kindergartens (standard data)",
      header: "유치원명",
      group: .kindergarten,
      category: "설립유형",
      license: korea
    ),
    KnownDataset(
      name: "bus stops",
      header: "정류소명",
      id: "정류소id 정류소아이디 정류소번호",
      placeName: "정류소명",
      category: "-",
      license: korea
    ),
    KnownDataset(
      name: "bus stops (standard data)",
      header: "정류장명",
      id: "정류장번호",
      placeName: "정류장명",
      category: "-",
      license: korea
    ),

    // Overture and Foursquare, from JSON or a table.
    KnownDataset(
      name: "Foursquare OS Places",
      header: "fsqplaceid",
      id: "fsqplaceid",
      placeName: "name",
      category: "foursquare:fsqcategorylabels",
      lot: "address",
      license: "Apache 2.0, © Foursquare"
    ),

    // OpenStreetMap as tables.
    KnownDataset(name: "OpenStreetMap (QuickOSM)", header: "fullid osmid osmtype", id: "fullid", license: osm),
    KnownDataset(name: "OpenStreetMap (ogr2ogr)", header: "osmid othertags", license: osm),
    KnownDataset(name: "OpenStreetMap (Geofabrik)", header: "osmid fclass", category: "fclass", license: osm),
  ]
}
