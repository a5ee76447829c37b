import Domain

/// What a column of a table of places can hold, and its known names.
///
/// A table to be maintained by hand. Names are compared without case, spaces, punctuation and brackets, so `WGS84_LAT`,
/// `위도(WGS84)` and `Y좌표` are written `wgs84lat`, `위도wgs84` and `y좌표`. The order matters: of two columns that fit, the
/// one whose name comes first is taken. `*` stands for any prefix.
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
  /// The source category, in full.
  case categoryPath
  /// Whether the place is open.
  case status
  /// The confidence of the source that the place exists, 0...1.
  case confidence
  /// The branch of a chain.
  case branch
  /// Another name of the place.
  case otherName
  /// When the place was closed.
  case closingDate
  /// The ISO code or the name of the country.
  case country
  case postcode
  /// A name that is used if no column has a better one.
  case lastResortName

  /// The names, separated by white space, best first.
  var names: String {
    switch self {
    case .id: "id placeid 관리번호 고유번호 상가업소번호 시설관리번호 관리코드 식별자 요양기호 암호화요양기호 mgtno uuid"
    case .name:
      """
      name placename namesprimary 명칭 이름 상호 상호명 사업장명 업소명 업체명 시설명 장소명 점포명 매장명 가게명 bplcnm bizesnm yadmnm osnm
      약국명 역사명 역명 병원명 의료기관명 요양기관명 학교명 유치원명 어린이집명 학원명 주차장명 주유소명 충전소명 은행명
      관광지명 숙박업소명 호텔명 음식점명 식당명 카페명 도서관명 박물관명 미술관명 공연장명 문화시설명 공원명 마트명 편의점명
      중개업소명 사무소명 기관명 title primary namekor nameko 지점명 정류소명 정류장명 shopname storename aptnm shopnm storenm facilityname *약국명 *역명 *병원명 *학교명 *시설명
      """
    case .category:
      "category categorygroupcode categoriesprimary primarycategory categoryprimary basiccategory categories 카테고리 상권업종소분류명 indssclsnm 업종 업종명 업태 업태명 업태구분명 uptaenm 업종구분 분류 분류명 유형 종류 종별코드명 clcdnm fclass 주차장유형 주차장구분 학교급구분 도서관유형 공원구분 관광지구분 시설유형 시설구분 시설종류 개방서비스명 opnsvcnm categorymain categoryname1 소분류 중분류 대분류 type kind"
    case .phone: "phone phones 전화번호 전화 대표전화 대표전화번호 연락처 tel telephone telno sitetel phonenumber *전화번호 *전화 *연락처"
    case .lotAddress: "lotaddress 지번주소 소재지지번주소 소재지전체주소 지번 addressname sitewhladdr lnoadr vanadr *지번주소"
    case .roadAddress:
      "roadaddress 도로명주소 소재지도로명주소 도로명전체주소 roadaddressname 신주소 rdnwhladdr rdnmadr newadr *도로명주소"
    case .anyAddress: "주소 address addr freeform 소재지 소재지주소 위치 fulladdress *주소 *소재지"
    case .url: "url website placeurl homepage 홈페이지 홈페이지주소 누리집 web *홈페이지주소 *홈페이지"
    case .categoryPath: "categoryname"
    case .status: "operatingstatus 영업상태명 영업상태 상세영업상태명 운영상태 trdstatenm 영업상태구분명"
    case .confidence: "confidence"
    case .branch: "branch branchname brchnm 지점명 분점명"
    case .otherName: "영문명 영문상호 영문상호명 영문역사명 한자역사명 영문명칭 nameen nameeng englishname altname 약칭 별칭 *영문명"
    case .closingDate: "dateclosed"
    case .country: "country countrycode 국가"
    case .postcode: "postcode zipcode 우편번호 도로명우편번호"
    case .lastResortName: "*name *명 *nm"
    }
  }
}

extension CSVColumnRole {
  /// Columns that end like a name but are not names of places: names of operators, regions and the like.
  static let namesOfOthers =
    """
    시도명 시군구명 시군명 구군명 자치구명 읍면동명 행정동명 법정동명 동명 리명 도로명 노선명 호선명 대분류명 중분류명 소분류명 분류명 업종명 업태명 구분명 코드명
    제공기관명 관리기관명 운영기관명 소관기관명 담당부서명 부서명 담당자명 대표자명 대표자성명 운영사명 관리업체명 사업자명 성명 설명 상태명 지역명 권역명
    기관명 프로그램명 통신사명 제품명 모델명 유형명 종류명 단계명 행사명 건물명 영문명 username filename firstname lastname cityname districtname
    sigunnm sidonm sggnm emdnm ctprvnnm signgunm adongnm ldongnm rdnm bldnm indslclsnm indsmclsnm indssclsnm ksicnm dongnm countryname regionname
    streetname statename typename categoryname brandname companyname ownername
    """

  /// The groups that follow from the title of the name column: 주차장명 is the name of a car park.
  static let groupsByNameColumn: [(group: CategoryGroup, columns: String)] = [
    (.parking, "주차장명 parkingname prkplcenm"),
    (.gas, "충전소명 주유소명 osnm statnm"),
    (.school, "학교명 schoolname schoolnm"),
    (.kindergarten, "유치원명 어린이집명 kindername crname"),
    (.academy, "학원명 학원교습소명"),
    (.subway, "역사명 역명 지하철역명 전철역명"),
    (.bank, "은행명"),
    (.culture, "도서관명 박물관명 미술관명 공연장명 문화시설명 공연시설명 영화관명"),
    (.realtor, "중개업소명 중개사무소명 부동산명"),
    (.attraction, "관광지명 공원명 관광명소명"),
    (.lodging, "숙박업소명 호텔명 숙소명 모텔명 펜션명"),
    (.restaurant, "음식점명 식당명 맛집명 restaurantname"),
    (.cafe, "카페명 cafename"),
    (.hospital, "병원명 의료기관명 의원명 hospitalname"),
    (.pharmacy, "약국명 pharmacyname"),
    (.convenience, "편의점명"),
    (.supermarket, "마트명 대형마트명"),
  ]

  /// The group that follows from the title of a name column; longer titles count too: 공영주차장명, 성북구약국명.
  static func group(ofNameColumn letters: String) -> CategoryGroup? {
    for (group, columns) in groupsByNameColumn {
      for column in columns.split(whereSeparator: \.isWhitespace) where letters.hasSuffix(column) { return group }
    }
    return nil
  }
}

/// The names of pairs of coordinate columns, in the order in which pairs are looked for.
///
/// A pair is used only if both columns are there. Source: as for ``CSVColumnRole``.
enum CSVCoordinateNames: Int, Sendable, CaseIterable {
  /// Marked as degrees on WGS 84. The mark `wgs84` is not part of the names below.
  case geodetic
  /// Called latitude and longitude.
  case degrees
  /// Longer names that end so, and names that mean something else elsewhere: `lot` is the longitude of the Korean standard
  /// terms.
  case degreesWithin
  /// Called x and y: only the values tell what they hold.
  case plane

  /// The names of the latitude column, separated by white space, best first.
  var latitude: String {
    switch self {
    case .geodetic: "위도 latitude lat y y좌표 좌표y *위도 *latitude *lat *y"
    case .degrees: "latitude lat 위도 역위도 위도값 위도좌표 좌표위도 위도y 위도도 geolat 위도좌표y wgslat maplat"
    case .degreesWithin: "*위도 *latitude lat fcltyla lcla latituden 위도n latdeg latitudedeg"
    case .plane: "y y좌표 좌표y 좌표정보y ycoord coordy ypos mapy 지도y좌표 gisycoor 위치정보y ycrd ycrdnt northing *y좌표 *좌표y"
    }
  }

  /// The names of the longitude column, separated by white space, best first.
  var longitude: String {
    switch self {
    case .geodetic: "경도 longitude lng lon long logt x x좌표 좌표x *경도 *longitude *lng *lon *logt *x"
    case .degrees:
      "longitude lng lon long 경도 역경도 경도값 경도좌표 좌표경도 경도x 경도도 geolng geolon 경도좌표x wgslng wgslon maplng maplon logt"
    case .degreesWithin: "*경도 *longitude lot fcltylo lclo longitudee 경도e londeg lngdeg longitudedeg"
    case .plane: "x x좌표 좌표x 좌표정보x xcoord coordx xpos mapx 지도x좌표 gisxcoor 위치정보x xcrd xcrdnt easting *x좌표 *좌표x"
    }
  }

  /// The names of a column that holds both, and does not say which is first.
  static let both =
    "좌표 위치좌표 좌표정보 위치정보 위치 coordinates coordinate coords coord location position point gps gps좌표 geopoint geolocation geo"
  /// The endings of the names of a column that holds both, latitude first; `geo_point_2d` is Opendatasoft's.
  static let latitudeFirst = "*latlng *latlon *latlong *latitudelongitude *위도경도 *위경도 *위경도좌표 *geopoint2d"
  /// The endings of the names of a column that holds both, longitude first: `coordonneesXY` too.
  static let longitudeFirst = "*lnglat *lonlat *longlat *longitudelatitude *경도위도 *경위도 *경위도좌표 *xy"

  /// The names of columns with the minutes or seconds of a coordinate whose whole degrees are in another column.
  ///
  /// `lat_min` is not one of them: next to `lat_max` it is the edge of a box, and next to `lat_deg` it holds minutes.
  static let partsOfDegrees: [(field: FieldVocabulary.Field, names: String)] = [
    (.latitudeMinutes, "위도분 latminutes latitudeminute latitudeminutes *위도분"),
    (.latitudeSeconds, "위도초 latsec latitudesec latseconds latitudesecond latitudeseconds *위도초"),
    (.longitudeMinutes, "경도분 lonminutes lngminutes longitudeminute longitudeminutes *경도분"),
    (.longitudeSeconds, "경도초 lonsec lngsec longitudesec lonseconds lngseconds longitudesecond longitudeseconds *경도초"),
  ]

  /// The mark of a column that holds degrees on WGS 84.
  static let geodeticMark = "wgs84"
  /// The marks of columns that hold metres on a grid; digits after a mark belong to it.
  static let gridMarks = "epsg utmk utm katech katec tm bessel grs 중부원점 평면직각"
}
