import Domain

/// What Korean public data calls kinds of place, by group: a table to be read and corrected by hand.
///
/// For the words of a file alone: a person who types 한식 does not mean every restaurant. `_` stands for a blank.
/// Source: 업태구분명 of localdata.go.kr, 상권업종소분류명 of the 상가(상권)정보 of data.go.kr, 종별코드명 of the health
/// insurance review (names as published up to 2024).
enum KoreanVocabulary {
  /// The words of each group, parted by white space.
  static let words: [(group: CategoryGroup, words: String)] = [
    (.supermarket, "슈퍼마켓 할인점 백화점 대규모점포 쇼핑센터 복합쇼핑몰"),
    (.kindergarten, "가정어린이집 국공립어린이집 민간어린이집 사회복지법인어린이집 직장어린이집 병설유치원 사립유치원"),
    (.school, "초등학교 중학교 고등학교 특수학교 대학 대학교 전문대학"),
    (.academy, "교습소 어학원 입시·교과학원 외국어학원 음악학원 미술학원 예체능학원 컴퓨터학원 태권도/무술학원 자동차운전학원"),
    (.parking, "공영주차장 민영주차장 노외주차장 노상주차장 부설주차장"),
    (.gas, "전기차충전소 전기자동차충전소 수소충전소 가스충전소 lpg충전소"),
    (.subway, "전철역 도시철도역 기차역"),
    (.bank, "저축은행 신용협동조합 새마을금고"),
    (.culture, "박물관 미술관 공연장 도서관 공공도서관 작은도서관 영화관 영화상영관 문화원 문예회관 전시장 기념관"),
    (.realtor, "부동산중개 부동산_중개/대리업 부동산중개업 공인중개사 개업공인중개사"),
    (.public, "시청 구청 군청 주민센터 행정복지센터 동주민센터 경찰서 지구대 파출소 소방서 119안전센터 우체국 법원 보건소 세무서"),
    (.attraction, "관광지 관광특구 공원 근린공원 어린이공원 유원지 수목원 동물원 식물원 해수욕장 전망대 놀이공원"),
    (.lodging, "호텔 모텔 여관 여관업 여인숙업 민박 펜션 호스텔 관광호텔 생활숙박업 일반호텔 호텔/리조트 여관/모텔 게스트하우스 캠핑장 야영장"),
    (
      .restaurant,
      """
      한식 중식 일식 양식 분식 경양식 중국식 뷔페식 횟집 일반음식점 패스트푸드 제과점 제과점영업 과자점 치킨 피자 버거 냉면집 탕류(보신용)
      호프/통닭 통닭(치킨) 식육(숯불구이) 김밥(도시락) 외국음식전문점(인도 정종/대포집/소주방 감성주점 복어취급 백반/한정식 국/탕/찌개류
      족발/보쌈 돼지고기_구이/찜 소고기_구이/찜 닭/오리고기_구이/찜 곱창_전골/구이 일식_회/초밥 일식_면_요리 일식_카레/돈가스/덮밥
      중국집 마라탕/훠궈 파스타/스테이크 베트남식_전문 빵/도넛 아이스크림 아이스크림/빙수 떡/한과 토스트/샌드위치/샐러드 김밥/만두/분식
      요리_주점 생맥주_전문 일반_유흥_주점 구내식당 단란주점
      """
    ),
    (.cafe, "까페 커피숍 커피전문점 커피/음료 다방 전통찻집 떡카페 북카페"),
    (
      .hospital,
      """
      종합병원 상급종합병원 의원 한의원 한방병원 치과 치과의원 치과병원 요양병원 정신병원 조산원 내과/소아과_의원 안과_의원
      이비인후과_의원 피부/비뇨기과_의원 정형/성형외과_의원 일반병원
      """
    ),
  ]
}
