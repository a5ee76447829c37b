/// The names of the properties of features and the columns of tables, to be maintained by hand.
///
/// Of several names for one field, the first wins. Names are compared without ASCII case; `_` and a space are the same as `-`.
enum FieldVocabulary {
  /// The contents of a property or column.
  enum Field: UInt8, CaseIterable {
    case id
    case name
    case latitude
    case longitude
    /// `x` and `y`: longitude and latitude in most files, swapped in some.
    case easting
    case northing
    /// Minutes and seconds in separate properties or columns, next to whole degrees.
    case latitudeMinutes
    case latitudeSeconds
    case longitudeMinutes
    case longitudeSeconds
    case category
    case categoryPath
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
    /// An object or array of Overture.
    case names
    case categories
    case basicCategory
    case taxonomy
    case addresses
    case phones
    case websites
    /// An object that holds properties.
    case nested
    /// An OSM key of a category, such as `amenity`.
    case categoryTag
    /// The branch of a chain, whose text is appended to the name.
    case branch
    /// Another name of the place.
    case otherName
    /// A name in the language at the end of the key.
    case localName
    /// A road-name or lot-number address.
    case anyAddress
    /// Codes of ``CategoryCodes``.
    case semasCode
    case ksicCode
    case licenceCode
    /// The service that a licence is for, in words.
    case serviceName
    case foursquareLabels
    /// Both coordinates in one text.
    case latitudeLongitude
    case longitudeLatitude
    /// WKT or GeoJSON.
    case geometryText
    /// An object or a list of two numbers with the coordinate.
    case position
    /// When the place was closed.
    case closingDate
    case country
    case postcode
    /// `node`, `way` or `relation`.
    case osmType
    /// The number of an element of OpenStreetMap.
    case osmNumber
    case osmWayNumber
    /// Tags of OpenStreetMap as `"key"=>"value",…`.
    case hstore
    /// The object of Overture about a brand.
    case brandObject
    /// Opening hours, of which only `closed` is used.
    case openingHours
    /// A key of OpenStreetMap that marks a station of the metro.
    case metroTag
  }

  /// The names of each field, the best first.
  static let names: [(field: Field, names: [String])] = [
    (.id, ["id", "@id", "관리번호", "상가업소번호", "고유번호", "place_id", "uuid"]),
    (
      .name,
      [
        "name", "place_name", "명칭", "이름", "상호명", "업소명", "사업장명", "시설명", "기관명", "약국명", "병원명",
        "의료기관명", "요양기관명", "학교명", "유치원명", "어린이집명", "주차장명", "충전소명", "주유소명", "역사명", "역명", "도서관명",
        "박물관명", "관광지명", "매장명", "점포명", "가맹점명", "title", "official_name", "brand",
      ]
    ),
    (
      .category,
      [
        "category_group_code", "category", "카테고리", "분류", "업종", "업종명", "업태구분명", "상권업종소분류명", "시설구분", "종류",
        "category_group_name",
      ]
    ),
    (.categoryPath, ["category_name"]),
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
    (.status, ["operating_status", "operational_status", "영업상태명", "영업상태", "상세영업상태명", "운영상태"]),
    (.closingDate, ["date_closed"]),
    (.branch, ["branch", "지점명"]),
    (
      .otherName,
      ["alt_name", "short_name", "loc_name", "int_name", "official_name", "brand", "operator:brand", "old_name"]
    ),
    (.country, ["addr:country", "country"]),
    (.postcode, ["addr:postcode", "postcode"]),
    (.houseNumber, ["addr:housenumber"]),
    (.street, ["addr:street", "addr:place"]),
    (.district, ["addr:district", "addr:suburb", "addr:subdistrict"]),
    (.city, ["addr:city", "locality"]),
    (.province, ["addr:province", "addr:state", "region"]),
    (.disused, ["disused", "abandoned", "demolished"]),
    (.names, ["names"]),
    (.categories, ["categories"]),
    (.basicCategory, ["basic_category"]),
    (.taxonomy, ["taxonomy"]),
    (.addresses, ["addresses"]),
    (.phones, ["phones"]),
    (.websites, ["websites"]),
    (.nested, ["properties", "tags"]),
    (
      .position,
      [
        "center", "location", "position", "coordinates", "coordinate", "coord", "coords", "geopoint", "geo", "bbox",
      ]
    ),
    (.geometryText, ["wkt", "geom", "the_geom", "wkb_geometry"]),
    (.hstore, ["other_tags"]),
    (.osmType, ["@type", "osm_type"]),
    (.osmNumber, ["osm_id"]),
    (.osmWayNumber, ["osm_way_id"]),
    (.openingHours, ["opening_hours"]),
    (.metroTag, ["subway", "light_rail", "monorail"]),
  ]

  /// Words for a closed place; the numbers are codes of the licences.
  static let closedWords = [
    "permanently_closed", "temporarily_closed", "closed", "closed_permanently", "closed_temporarily", "02", "03", "04",
    "05",
  ]
  /// The codes of the licences after a spreadsheet removed their leading zeros.
  static let closedLicenceCodes = ["2", "3", "4", "5"]
  /// Parts of Korean words for a closed place: 폐업, 직권폐업, 취소/말소/만료/정지/중지, 제외/삭제/전출, 휴교.
  static let closedParts: [StaticString] = [
    "폐업", "휴업", "취소", "말소", "만료", "정지", "중지", "제외", "삭제", "전출", "폐쇄", "폐교", "휴교", "폐원", "휴원", "폐지", "폐점",
  ]
}
