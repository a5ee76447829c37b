/// The everyday words that people type for the 18 groups, in English and Korean; maintained by hand.
///
/// These are words for categories, not for dishes, brands or subjects, which are found by name. A word is listed under
/// one group only, in lower case, with `-` for a blank. It may be narrower than its group (치과, dentist, finds hospitals
/// of every type), because a service knows no finer categories. Words are left out when Kakao puts their places into
/// another group or none, as it does with department stores, town parks and railway stations.
enum EverydayVocabulary {
  /// The words of each group, separated by white space.
  static let words: [(group: CategoryGroup, words: String)] = [
    (.supermarket, "mart grocery groceries 마트 슈퍼 슈퍼마켓 할인점 할인마트 식료품점"),
    (.convenience, "convenience-store cvs corner-shop 구멍가게"),
    (.kindergarten, "daycare preschool nursery 놀이방 탁아소"),
    (.school, "university college 초등학교 중학교 고등학교 고교 대학 대학교 특수학교"),
    (.academy, "hagwon cram-school 교습소 공부방 어학원 영어학원 수학학원 입시학원 보습학원 음악학원 피아노학원 미술학원 태권도장 운전학원"),
    (.parking, "car-park parking-lot 주차 공영주차장 주차타워"),
    (
      .gas,
      """
      fuel petrol gas-station petrol-station charging charging-station ev-charging 충전 기름집 셀프주유소 lpg충전소 가스충전소 전기충전소
      전기차충전소 수소충전소
      """
    ),
    (.subway, "metro station subway-station metro-station 지하철 역 전철 전철역 도시철도 도시철도역"),
    (.bank, "savings-bank 저축은행 새마을금고 신협"),
    (
      .culture,
      """
      museum theatre theater cinema movie-theater library gallery concert-hall 문화 문화센터 문화원 문화회관 영화관 극장 시네마 박물관 미술관 갤러리
      공연장 콘서트홀 도서관 과학관 전시장 전시관 기념관 아트센터
      """
    ),
    (.realtor, "real-estate estate-agent 부동산 중개소 중개사무소 공인중개사 공인중개사사무소 부동산중개 부동산중개소 부동산중개업소 복덕방"),
    (
      .public,
      """
      public-office government police police-station post-office city-hall fire-station 관공서 공공 시청 구청 군청 도청 읍사무소 면사무소
      동사무소 주민센터 행정복지센터 경찰서 파출소 지구대 소방서 우체국 법원 등기소 세무서 보건소 대사관
      """
    ),
    (
      .attraction,
      """
      sight sights sightseeing landmark tourist-attraction zoo 명소 관광 관광지 여행지 볼거리 유원지 놀이공원 테마파크 동물원 식물원 수목원 전망대 해수욕장
      유적지 고궁 궁궐
      """
    ),
    (
      .lodging,
      """
      hotel hostel motel inn guesthouse guest-house accommodation 호텔 모텔 펜션 여관 여인숙 민박 호스텔 게스트하우스 리조트 콘도 캠핑장 야영장 글램핑 숙소
      숙박업소 숙박시설
      """
    ),
    (
      .restaurant,
      """
      food eatery bar pub bakery 식당 맛집 밥집 음식 레스토랑 중국집 횟집 고깃집 고기집 분식집 치킨집 피자집 국밥집 뷔페 패스트푸드점 술집 주점 호프집 빵집 제과점 베이커리
      """
    ),
    (.cafe, "café coffee coffee-shop coffeehouse 커피 커피숍 커피점 커피집 커피전문점 까페 찻집 다방 디저트카페 북카페"),
    (
      .hospital,
      """
      clinic doctor dentist 의원 병의원 의료기관 클리닉 종합병원 대학병원 요양병원 응급실 치과 치과의원 한의원 한방병원 내과 외과 소아과 소아청소년과 산부인과 이비인후과 피부과 안과
      정형외과 성형외과 비뇨기과 비뇨의학과 신경과 신경외과 정신과 정신건강의학과 가정의학과 재활의학과
      """
    ),
    (.pharmacy, "drugstore drug-store chemist 약방"),
  ]

  /// The words of a group.
  static func words(of group: CategoryGroup) -> [String] {
    words.filter { $0.group == group }.flatMap { $0.words.split(whereSeparator: \.isWhitespace).map(String.init) }
  }
}
