/// What a column of a table of places can hold, and the names it goes by.
///
/// A table to be read and corrected by hand. Names are compared without case, blanks, punctuation and brackets, so
/// `WGS84_LAT`, `위도(WGS84)` and `Y좌표` are written `wgs84lat`, `위도wgs84` and `y좌표`. Names stand in order: where two
/// columns fit, the one whose name comes first is taken. `*` stands for any beginning.
/// Source: headers of Korean public data (data.go.kr, localdata.go.kr, Gyeonggi Data Dream) and of common exports.
enum CSVColumnRole: Int, Sendable, CaseIterable {
  case id
  case name
  case category
  case phone
  case lotAddress
  case roadAddress
  case anyAddress
  case url
  /// What the source calls the kind of place, in full.
  case kindName
  /// Whether the place is open.
  case status
  /// How sure the source is that the place exists, 0...1.
  case confidence

  /// The names, parted by white space, best first.
  var names: String {
    switch self {
    case .id: "id placeid osmid 관리번호 고유번호 상가업소번호 시설관리번호 관리코드 식별자 요양기호 암호화요양기호 mgtno uuid"
    case .name:
      """
      name placename namesprimary 명칭 이름 상호 상호명 사업장명 업소명 업체명 시설명 장소명 점포명 매장명 가게명 지점명 bplcnm
      약국명 역사명 역명 병원명 의료기관명 요양기관명 학교명 유치원명 어린이집명 학원명 주차장명 주유소명 충전소명 은행명
      관광지명 숙박업소명 호텔명 음식점명 식당명 카페명 도서관명 박물관명 미술관명 공연장명 문화시설명 공원명 마트명 편의점명
      중개업소명 사무소명 기관명 title namekor nameko *약국명 *역명 *병원명 *학교명 *시설명
      """
    case .category:
      "category categorygroupcode categoriesprimary basiccategory categories 카테고리 상권업종소분류명 업종 업종명 업태 업태명 업태구분명 업종구분 분류 분류명 유형 종류 종별코드명 type kind"
    case .phone: "phone phones 전화번호 전화 대표전화 대표전화번호 연락처 tel telephone phonenumber *전화번호 *전화 *연락처"
    case .lotAddress: "lotaddress 지번주소 소재지지번주소 소재지전체주소 지번 addressname *지번주소"
    case .roadAddress:
      "roadaddress 도로명주소 소재지도로명주소 도로명전체주소 roadaddressname 신주소 *도로명주소"
    case .anyAddress: "주소 address addr 소재지 소재지주소 위치 fulladdress *주소 *소재지"
    case .url: "url website placeurl homepage 홈페이지 홈페이지주소 누리집 web *홈페이지주소 *홈페이지"
    case .kindName: "categoryname"
    case .status: "operatingstatus 영업상태명 영업상태 상세영업상태명 운영상태"
    case .confidence: "confidence"
    }
  }
}

/// The names of a pair of columns that holds coordinates, in the order in which pairs are looked for.
///
/// A pair is taken only whole. Source: as for ``CSVColumnRole``.
enum CSVCoordinateNames: Int, Sendable, CaseIterable {
  /// Says that it holds degrees on WGS 84. The mark `wgs84` is not part of the names below.
  case geodetic
  /// Says that it holds latitude and longitude.
  case degrees
  /// Says it in a name that says more.
  case degreesWithin
  /// Is called x and y: only the values tell what it holds.
  case plane

  /// Names of the column of latitudes, parted by white space, best first.
  var latitude: String {
    switch self {
    case .geodetic: "위도 latitude lat y y좌표 좌표y *위도 *latitude *lat *y"
    case .degrees: "latitude lat 위도 역위도 위도값 위도좌표 좌표위도 위도y 위도도 geolat"
    case .degreesWithin: "*위도 *latitude"
    case .plane: "y y좌표 좌표y 좌표정보y ycoord coordy ypos mapy 지도y좌표 *y좌표"
    }
  }

  /// Names of the column of longitudes, parted by white space, best first.
  var longitude: String {
    switch self {
    case .geodetic: "경도 longitude lng lon long logt x x좌표 좌표x *경도 *longitude *lng *lon *logt *x"
    case .degrees: "longitude lng lon long 경도 역경도 경도값 경도좌표 좌표경도 경도x 경도도 geolng geolon"
    case .degreesWithin: "*경도 *longitude"
    case .plane: "x x좌표 좌표x 좌표정보x xcoord coordx xpos mapx 지도x좌표 *x좌표"
    }
  }

  /// The mark of a column that holds degrees on WGS 84.
  static let geodeticMark = "wgs84"
  /// Marks of columns that hold metres on a grid; digits behind a mark belong to it.
  static let gridMarks = "epsg utmk utm katech katec tm bessel grs 중부원점 평면직각"
}
