/// What the properties of a feature and the columns of a table are called: a table to be read and corrected by hand.
///
/// Among several names for one thing the one that stands first wins. Names are compared without regard to ASCII case;
/// `_` and a blank count as `-`.
enum FieldVocabulary {
  /// The things that a property or column can tell.
  enum Field: UInt8, CaseIterable {
    case id
    case name
    case latitude
    case longitude
    /// `x` and `y`: usually longitude and latitude, now and then the other way round.
    case easting
    case northing
    case category
    case kindName
    case phone
    case lotAddress
    case roadAddress
    case url
    case confidence
    case status
    case houseNumber
    case street
    case district
    case city
    case province
    case disused
    /// An object or array of Overture's.
    case names
    case categories
    case basicCategory
    case taxonomy
    case addresses
    case phones
    case websites
    /// An object that holds properties.
    case nested
    /// An OSM key that says what kind of place it is.
    case kindTag
  }

  /// The names of each thing, the best first.
  static let names: [(field: Field, names: [String])] = [
    (.id, ["id", "@id", "관리번호", "상가업소번호", "고유번호"]),
    (
      .name,
      [
        "name", "place_name", "name:ko", "명칭", "이름", "상호명", "업소명", "사업장명", "시설명", "기관명", "약국명", "병원명",
        "의료기관명", "요양기관명", "학교명", "유치원명", "어린이집명", "주차장명", "충전소명", "주유소명", "역사명", "역명", "도서관명",
        "박물관명", "관광지명", "매장명", "점포명", "가맹점명", "title", "name:en", "official_name", "brand",
      ]
    ),
    (
      .latitude,
      ["lat", "latitude", "위도", "역위도", "wgs84위도", "위도(wgs84)", "위도(y)", "y좌표(wgs84)", "lat_wgs84", "wgs84_lat"]
    ),
    (
      .longitude,
      [
        "lng", "lon", "long", "longitude", "경도", "역경도", "wgs84경도", "경도(wgs84)", "경도(x)", "x좌표(wgs84)", "lng_wgs84",
        "wgs84_lng", "wgs84_lon",
      ]
    ),
    (.easting, ["x", "x좌표", "좌표x", "좌표정보(x)", "좌표정보x(epsg5174)"]),
    (.northing, ["y", "y좌표", "좌표y", "좌표정보(y)", "좌표정보y(epsg5174)"]),
    (
      .category,
      [
        "category_group_code", "category", "카테고리", "분류", "업종", "업종명", "업태구분명", "상권업종소분류명", "시설구분", "종류",
        "category_group_name",
      ]
    ),
    (.kindName, ["category_name"]),
    (
      .phone,
      [
        "phone", "contact:phone", "tel", "telephone", "전화번호", "전화", "연락처", "대표전화", "소재지전화", "약국전화번호",
        "역사전화번호", "대표전화번호", "phone_number", "contact:mobile", "mobile",
      ]
    ),
    (
      .lotAddress,
      ["address_name", "지번주소", "소재지지번주소", "지번", "lot_address", "address", "addr:full", "주소", "소재지", "소재지전체주소"]
    ),
    (
      .roadAddress,
      ["road_address_name", "도로명주소", "소재지도로명주소", "도로명전체주소", "역사도로명주소", "도로명", "road_address"]
    ),
    (.url, ["place_url", "website", "contact:website", "url", "homepage", "홈페이지", "홈페이지주소"]),
    (.confidence, ["confidence"]),
    (.status, ["operating_status", "영업상태명", "영업상태", "상세영업상태명", "운영상태"]),
    (.houseNumber, ["addr:housenumber"]),
    (.street, ["addr:street", "addr:place"]),
    (.district, ["addr:district", "addr:suburb", "addr:subdistrict"]),
    (.city, ["addr:city"]),
    (.province, ["addr:province", "addr:state"]),
    (.disused, ["disused", "abandoned", "demolished"]),
    (.names, ["names"]),
    (.categories, ["categories"]),
    (.basicCategory, ["basic_category"]),
    (.taxonomy, ["taxonomy"]),
    (.addresses, ["addresses"]),
    (.phones, ["phones"]),
    (.websites, ["websites"]),
    (.nested, ["properties", "tags"]),
  ]

  /// Words for a place that is closed.
  static let closedWords = [
    "permanently_closed", "temporarily_closed", "closed", "폐업", "휴업", "폐업 등", "취소/말소/만료/정지/중지", "제외/삭제/전출", "폐쇄",
  ]
}
