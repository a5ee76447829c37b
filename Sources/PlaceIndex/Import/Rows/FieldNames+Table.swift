import Domain

extension FieldNames {
  /// The names of the properties of features and the columns of tables: a table to be extended by a word.
  ///
  /// Names are compared without case, spaces, punctuation and brackets, so `WGS84_LAT`, `위도(WGS84)` and `addr:city` are written
  /// `lat`, `위도` and `addrcity`; those of OpenStreetMap keep their `@`. `*` stands for any beginning, and counts only where no
  /// whole name fits. The order matters: of two columns for one field, the one whose name comes first is used.
  /// Source: headers of Korean public data (data.go.kr, localdata.go.kr, Gyeonggi Data Dream) and of common exports.
  static let table = rows([
    Row(.id, "id @id placeid 관리번호 고유번호 상가업소번호 시설관리번호 관리코드 식별자 요양기호 암호화요양기호 mgtno uuid stopid stationid"),
    Row(
      .name,
      """
      name placename namesprimary 명칭 이름 상호 상호명 사업장명 업소명 업체명 시설명 장소명 점포명 매장명 가게명 bplcnm bizesnm yadmnm osnm
      약국명 역사명 역명 병원명 의료기관명 요양기관명 학교명 유치원명 어린이집명 학원명 주차장명 주유소명 충전소명 은행명
      관광지명 숙박업소명 호텔명 음식점명 식당명 카페명 도서관명 박물관명 미술관명 공연장명 문화시설명 공원명 마트명 편의점명
      중개업소명 사무소명 기관명 title primary namekor nameko 지점명 정류소명 정류장명 shopname storename aptnm shopnm storenm facilityname
      가맹점명 stopname stationname 名称 施設名 店舗名 名前 名稱 bezeichnung *약국명 *역명 *병원명 *학교명 *시설명
      """
    ),
    Row(.name, "officialname brand", only: .properties),
    Row(.categoryPath, "categoryname"),
    Row(.semasCode, "상권업종소분류코드 indssclscd"),
    Row(.ksicCode, "표준산업분류코드 ksiccd"),
    Row(
      .category,
      """
      category categorygroupcode categoriesprimary primarycategory categoryprimary 카테고리 상권업종소분류명 indssclsnm 업종 업종명 업태 업태명 업태구분명 uptaenm 업종구분 분류 분류명 유형 종류
      종별코드명 clcdnm fclass 주차장유형 주차장구분 학교급구분 도서관유형 공원구분 관광지구분 시설유형 시설구분 시설종류 개방서비스명 opnsvcnm
      categorymain categoryname1 소분류 중분류 대분류 kind categorygroupname 상권업종중분류명 표준산업분류명 kategorie
      """
    ),
    // Among properties, `type` is Overture's or that of a relation of OpenStreetMap, and the others are objects of Overture.
    Row(.category, "basiccategory categories type", only: .columns),
    Row(
      .phone,
      """
      phone contactphone phones tel telephone 전화번호 전화 대표전화 대표전화번호 연락처 telno sitetel phonenumber contactmobile mobile
      電話番号 電話 电话 telefon telefonnummer *전화번호 *전화 *연락처
      """
    ),
    Row(
      .url,
      "placeurl website contactwebsite url homepage 홈페이지 홈페이지주소 누리집 websites web stopurl webseite *홈페이지주소 *홈페이지"
    ),
    Row(
      .lotAddress,
      "addressname 지번주소 소재지지번주소 소재지전체주소 지번 lotaddress sitewhladdr lnoadr vanadr *지번주소"
    ),
    Row(
      .roadAddress,
      "roadaddressname 도로명주소 소재지도로명주소 도로명전체주소 roadaddress 신주소 rdnwhladdr rdnmadr newadr *도로명주소"
    ),
    Row(.lotAddress, "address addrfull 주소 소재지", only: .properties),
    Row(.roadAddress, "도로명", only: .properties),
    Row(
      .anyAddress,
      "주소 address addr freeform 소재지 소재지주소 위치 fulladdress 住所 所在地 所在地連結表記 地址 adresse anschrift *주소 *소재지"
    ),
    Row(.status, "operatingstatus operationalstatus 영업상태명 영업상태 상세영업상태명 운영상태 trdstatenm 영업상태구분명"),
    Row(.confidence, "confidence"),
    Row(.branch, "branch branchname brchnm 지점명 분점명"),
    Row(.closingDate, "dateclosed"),
    Row(.country, "addrcountry country countrycode 국가"),
    Row(.postcode, "addrpostcode postcode zipcode 우편번호 도로명우편번호 plz postleitzahl"),
    Row(.houseNumber, "addrhousenumber hausnummer hausnr hnr"),
    Row(.street, "addrstreet addrplace straße strasse"),
    Row(.district, "addrdistrict addrsuburb addrsubdistrict"),
    Row(.city, "addrcity locality ort"),
    Row(.province, "addrprovince addrstate region"),
    Row(.disused, "disused abandoned demolished"),
    Row(.names, "names"),
    Row(.categories, "categories"),
    Row(.basicCategory, "basiccategory"),
    Row(.taxonomy, "taxonomy"),
    Row(.addresses, "addresses"),
    Row(.nested, "properties tags"),
    Row(
      .position,
      """
      center location position coordinates coordinate coord coords geopoint geo bbox
      좌표 위치좌표 좌표정보 위치정보 point gps gps좌표 geolocation
      """
    ),
    Row(.geometryText, "wkt geom thegeom wkbgeometry geometry shape"),
    // `geo_point_2d` is Opendatasoft's, and `coordonneesXY` of French cities.
    Row(.latitudeLongitude, "*latlng *latlon *latlong *latitudelongitude *위도경도 *위경도 *위경도좌표 *geopoint2d"),
    Row(.longitudeLatitude, "*lnglat *lonlat *longlat *longitudelatitude *경도위도 *경위도 *경위도좌표 *xy"),
    Row(.hstore, "othertags"),
    Row(.osmType, "@type osmtype"),
    Row(.osmNumber, "osmid"),
    Row(.osmWayNumber, "osmwayid"),
    Row(.openingHours, "openinghours"),
    Row(.metroTag, CategoryTable.osmMetroKeys.joined(separator: " ")),
    Row(.categoryTag, CategoryTable.osmKeys.joined(separator: " ")),
    // Only where nothing else names the place.
    Row(.name, "*name *명 *nm", from: .lastResort),
    Row(
      .otherName,
      """
      altname shortname locname intname operatorbrand oldname 영문명 영문상호 영문상호명 영문역사명 한자역사명 영문명칭 nameen nameeng
      englishname 약칭 별칭 名称カナ 名称英語 *영문명
      """,
      from: .otherName
    ),
  ])

  /// The names of pairs of coordinates, in the order in which pairs are looked for; a pair is used only if both are there.
  ///
  /// `lot` is the longitude of the Korean standard terms, and something else elsewhere.
  static let coordinates = rows([
    Row(.latitude, "위도 latitude lat y y좌표 좌표y *위도 *latitude *lat *y", in: .geodetic),
    Row(.longitude, "경도 longitude lng lon long logt x x좌표 좌표x *경도 *longitude *lng *lon *logt *x", in: .geodetic),
    Row(.latitude, "latitude lat 위도 역위도 위도값 위도좌표 좌표위도 위도y geolat 위도좌표y wgslat maplat stoplat 緯度 纬度", in: .degrees),
    Row(
      .longitude,
      "longitude lng lon long 경도 역경도 경도값 경도좌표 좌표경도 경도x geolng geolon 경도좌표x wgslng wgslon maplng maplon logt stoplon 経度 經度 经度",
      in: .degrees
    ),
    Row(
      .latitude,
      "*위도 *latitude lat fcltyla lcla latituden 위도n latitudedeg breitengrad breite geobreite *緯度",
      in: .degreesWithin
    ),
    Row(
      .longitude,
      "*경도 *longitude lot fcltylo lclo longitudee 경도e longitudedeg längengrad laengengrad länge laenge geolänge geolaenge *経度",
      in: .degreesWithin
    ),
    Row(
      .northing,
      "y y좌표 좌표y 좌표정보y ycoord coordy ypos mapy 지도y좌표 gisycoor 위치정보y ycrd ycrdnt northing *y좌표 *좌표y",
      in: .plane
    ),
    Row(
      .easting,
      "x x좌표 좌표x 좌표정보x xcoord coordx xpos mapx 지도x좌표 gisxcoor 위치정보x xcrd xcrdnt easting *x좌표 *좌표x",
      in: .plane
    ),
  ])

  /// The endings of columns that end like a name but are not names of places: names of operators, regions and the like.
  static let namesOfOthers = words(
    """
    시도명 시군구명 시군명 구군명 자치구명 읍면동명 행정동명 법정동명 동명 리명 도로명 노선명 호선명 대분류명 중분류명 소분류명 분류명 업종명 업태명 구분명 코드명
    제공기관명 관리기관명 운영기관명 소관기관명 담당부서명 부서명 담당자명 대표자명 대표자성명 운영사명 관리업체명 사업자명 성명 설명 상태명 지역명 권역명
    기관명 프로그램명 통신사명 제품명 모델명 유형명 종류명 단계명 행사명 건물명 영문명 username filename firstname lastname cityname districtname
    sigunnm sidonm sggnm emdnm ctprvnnm signgunm adongnm ldongnm rdnm bldnm indslclsnm indsmclsnm indssclsnm ksicnm dongnm countryname regionname
    streetname statename typename categoryname brandname companyname ownername
    """
  )

  /// The groups and kinds that follow from the end of the title of the name column: 주차장명, 공영주차장명 are names of car parks.
  static let categoriesByNameColumn: [(category: String, endings: [String])] = [
    ("parking", words("주차장명 parkingname prkplcenm")),
    ("charging", words("충전소명 statnm")),
    ("gas", words("주유소명 osnm")),
    ("school", words("학교명 schoolname schoolnm")),
    ("preschool", words("유치원명 kindername")),
    ("daycare", words("어린이집명 crname")),
    ("academy", words("학원명 학원교습소명")),
    ("subway", words("역사명 역명 지하철역명 전철역명")),
    ("bus-stop", words("정류소명 정류장명")),
    ("bank", words("은행명")),
    ("library", words("도서관명")),
    ("museum", words("박물관명")),
    ("gallery", words("미술관명")),
    ("theatre", words("공연장명 공연시설명")),
    ("cinema", words("영화관명")),
    ("culture", words("문화시설명")),
    ("realtor", words("중개업소명 중개사무소명 부동산명")),
    ("park", words("공원명")),
    ("attraction", words("관광지명 관광명소명")),
    ("hotel", words("호텔명")),
    ("motel", words("모텔명")),
    ("pension", words("펜션명")),
    ("lodging", words("숙박업소명 숙소명")),
    ("restaurant", words("음식점명 식당명 맛집명 restaurantname")),
    ("cafe", words("카페명 cafename")),
    ("hospital", words("병원명 의료기관명 의원명 hospitalname")),
    ("pharmacy", words("약국명 pharmacyname")),
    ("convenience", words("편의점명")),
    ("supermarket", words("마트명 대형마트명")),
    ("toilets", words("화장실명")),
    ("playground", words("놀이터명 어린이놀이시설명")),
  ]

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }
}
