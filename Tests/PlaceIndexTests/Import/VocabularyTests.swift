import Domain
import Testing

@testable import PlaceIndex

/// Every vocabulary puts a type of place into the same group, which is that of Kakao.
@Suite struct VocabularyTests {
  /// A type of place, in the words of each vocabulary that has some; several are separated by `|`.
  struct PlaceType: Sendable, CustomTestStringConvertible {
    let name: String
    let group: CategoryGroup?
    let words: [String]
    var testDescription: String { name }
    var osm: String { words[0] }
    var overture: String { words[1] }
    var foursquare: String { words[2] }
    var semas: String { words[3] }
    var industry: String { words[4] }
    var licence: String { words[5] }
    var everyday: String { words[6] }

    init(line: Substring) {
      let parts = line.split(separator: "; ").map { $0 == "-" ? "" : String($0) }
      name = parts[0]
      group = CategoryGroup.allCases.first { "\($0)" == parts[1] }
      words = Array(parts[2...])
    }
  }

  /// The name of a type of place; its group; its words in osm, Overture, Foursquare, SEMAS, KSIC, the licences and everyday use.
  static let placeTypes = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(PlaceType.init)

  private static let table = """
    café; cafe; amenity=cafe|shop=coffee; cafe|coffee_shop|tea_room; Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop; I21201|Q12A01; I56221|I56229; 커피숍|다방|전통찻집; 카페|커피숍|coffee
    restaurant; restaurant; amenity=restaurant|amenity=fast_food; restaurant|korean_restaurant|fast_food_restaurant; Dining and Drinking > Restaurant > Korean Restaurant; I20101|I20401|Q01A01; I56111|I56199; 한식|경양식|분식|횟집; 식당|맛집|음식점
    # 음식점 > 간식 > 제과,베이커리 is FD6.
    bakery; restaurant; shop=bakery; bakery; Dining and Drinking > Bakery; I21001; I56191; 제과점영업; 빵집|bakery
    # 음식점 > 술집 is FD6.
    bar; restaurant; amenity=bar|amenity=pub|amenity=nightclub; bar|pub|wine_bar; Dining and Drinking > Bar > Wine Bar; I21103|I21101; I56213|I56211; 호프/통닭|정종/대포집/소주방|룸살롱; 술집|bar|pub
    # 음식점 > 구내식당 is FD6.
    canteen; restaurant; amenity=canteen; cafeteria|canteen; Dining and Drinking > Cafeteria; I20701; I56130; 집단급식소; -
    # 가정,생활 > 슈퍼마켓 > 대형슈퍼 is MT1.
    supermarket; supermarket; shop=supermarket; supermarket|grocery_store; Retail > Food and Beverage Retail > Supermarket; G20404|D03A02; G47121; 대형마트/할인점|할인점; 마트|슈퍼마켓|supermarket
    # 가정,생활 > 백화점 is in no group.
    department store; -; shop=department_store; department_store; Retail > Department Store; G20401; G47111; 백화점; 백화점
    convenience store; convenience; shop=convenience; convenience_store; Retail > Convenience Store; G20405|D03A01; G47122; 편의점; 편의점
    kindergarten; kindergarten; amenity=kindergarten|amenity=childcare; preschool|day_care_preschool; Community and Government > Education > Preschool; R08A02; -; 국공립어린이집; 유치원|어린이집
    school; school; amenity=school|amenity=university; school|elementary_school|college_university; Community and Government > Education > High School; R11A01; -; 초등학교|고등학교; 학교|대학교
    language school; academy; amenity=language_school; language_school; Community and Government > Education > Language School; P10615; P85631|P85501; 어학원; 어학원|학원
    driving school; academy; amenity=driving_school; driving_school; Community and Government > Education > Driving School; P10623; -; 자동차운전학원; 운전학원
    car park; parking; amenity=parking; parking|parking_garage; Travel and Transportation > Parking; F14A07; -; 공영주차장; 주차장|parking
    fuel; gas; amenity=fuel; gas_station; Travel and Transportation > Fuel Station; G21401|F16A01; G47711; -; 주유소|gas station
    charging station; gas; amenity=charging_station; ev_charging_station; Travel and Transportation > Electric Vehicle Charging Station; -; -; 전기차충전소; 전기차충전소
    metro station; subway; station=subway; metro_station; Travel and Transportation > Transport Hub > Metro Station; -; -; 도시철도역; 지하철역|metro
    railway station; -; railway=station; train_station; Travel and Transportation > Transport Hub > Rail Station; -; -; -; 기차역
    bus stop; -; highway=bus_stop|amenity=bus_station; bus_station; Travel and Transportation > Transport Hub > Bus Stop; -; -; -; 정류장
    bank; bank; amenity=bank; bank|bank_credit_union; Business and Professional Services > Financial Service > Banking and Finance > Bank; -; -; 새마을금고; 은행|bank
    # 금융,보험 > 금융서비스 > 은행 > ATM is BK9.
    cash machine; bank; amenity=atm; atms; Business and Professional Services > Financial Service > Banking and Finance > ATM; -; -; 현금인출기; -
    museum; culture; tourism=museum; museum|history_museum; Arts and Entertainment > Museum > History Museum; N03A01; -; 박물관; 박물관|museum
    cinema; culture; amenity=cinema; cinema|movie_theater; Arts and Entertainment > Movie Theater; -; -; 영화상영관; 영화관|cinema
    library; culture; amenity=library; library; Community and Government > Library; -; -; 공공도서관; 도서관|library
    estate agent; realtor; office=estate_agent|shop=estate_agent; real_estate_agent; Business and Professional Services > Real Estate Service > Real Estate Agency; L10203|L01A01; L68221; 부동산중개업; 부동산|공인중개사
    public office; public; amenity=townhall|amenity=police|amenity=post_office; town_hall|police_department|post_office; Community and Government > Government Building > City Hall|Community and Government > Government Building > Post Office; -; -; 구청|우체국; 구청|경찰서|우체국
    sight; attraction; tourism=attraction|tourism=viewpoint|historic=castle; landmark_and_historical_building|castle; Landmarks and Outdoors > Monument; -; -; 관광지|유원지; 관광지|명소
    zoo; attraction; tourism=zoo|tourism=theme_park; zoo|amusement_park; Arts and Entertainment > Zoo|Arts and Entertainment > Amusement Park; -; -; 동물원; 동물원|놀이공원
    # 여행 > 공원 > 도시근린공원 is in no group.
    town park; -; leisure=park; park; Landmarks and Outdoors > Park; -; -; 근린공원; 공원|park
    hotel; lodging; tourism=hotel|tourism=motel|tourism=guest_house; hotel|motel|hostel; Travel and Transportation > Lodging > Hotel; I10101|I10102|O02A01; I55101|I55102; 관광호텔|여관업|생활숙박업; 호텔|모텔|hotel
    camp site; lodging; tourism=camp_site; campground; Landmarks and Outdoors > Campground; I10104; I55909; 일반야영장업; 캠핑장
    hospital; hospital; amenity=hospital|amenity=clinic|healthcare=doctor; hospital|doctor; Health and Medicine > Hospital; Q10101|Q10201|S01B10; Q86101|Q86201; 종합병원|의원|상급종합; 병원|의원
    dentist; hospital; amenity=dentist; dentist; Health and Medicine > Dentist; Q10210; Q86202; 치과의원; 치과
    veterinary; -; amenity=veterinary; veterinarian; Business and Professional Services > Veterinarian; M11101; M73100; 동물병원; 동물병원
    pharmacy; pharmacy; amenity=pharmacy|healthcare=pharmacy; pharmacy|drugstore; Retail > Pharmacy; G21501; G47811; 약국; 약국|pharmacy
    hairdresser; -; shop=hairdresser; hair_salon; Business and Professional Services > Health and Beauty Service > Hair Salon; S20701; S96112; 일반미용업; 미용실
    gym; -; leisure=fitness_centre; gym|yoga_studio; Sports and Recreation > Gym and Studio; P10603|R10306; -; 체력단련장업; 헬스장
    clothes shop; -; shop=clothes; clothing_store; Retail > Fashion Retail > Clothing Store; G20901; G47411; -; 옷가게
    internet café; -; amenity=internet_cafe; internet_cafe; Arts and Entertainment > Gaming Cafe|Dining and Drinking > Cafe, Coffee, and Tea House > Internet Cafe; -; -; 인터넷컴퓨터게임시설제공업; pc방
    """

  /// Imports a row for each word and gives the groups of those rows, by what the row is called.
  private func groups(
    _ words: (PlaceType) -> String,
    header: String = "",
    file: String = "input",
    row: (_ word: String, _ name: String, _ number: Int) -> String
  ) throws -> [String: CategoryGroup?] {
    var text = header
    var number = 0
    for placeType in Self.placeTypes {
      for word in words(placeType).split(separator: "|") {
        number += 1
        text += row(String(word), "\(placeType.name): \(word)", number) + "\n"
      }
    }
    return Dictionary(uniqueKeysWithValues: try ImportedPlaces(text, name: file).rows.map { ($0.name, $0.group) })
  }

  private func expect(_ groups: [String: CategoryGroup?], are words: (PlaceType) -> String, in vocabulary: String) {
    for placeType in Self.placeTypes {
      for word in words(placeType).split(separator: "|") {
        let found = groups["\(placeType.name): \(word)"]
        #expect(found == .some(placeType.group), "\(vocabulary): \(placeType.name): \(word)")
      }
    }
  }

  @Test func `every vocabulary of open data puts a type of place into the same group`() throws {
    let json = { (number: Int, name: String, rest: String) in
      #"{"id":"\#(number)","lat":37.\#(100 + number),"lng":127.1,"name":"\#(name)",\#(rest)}"#
    }
    expect(
      try groups(\.osm) { word, name, number in
        let parts = word.split(separator: "=")
        return json(number, name, #""\#(parts[0])":"\#(parts[1])""#)
      },
      are: \.osm,
      in: "osm"
    )
    expect(
      try groups(\.overture) { word, name, number in json(number, name, #""categories":{"primary":"\#(word)"}"#) },
      are: \.overture,
      in: "overture"
    )
    expect(
      try groups(\.foursquare) { word, name, number in
        #"{"fsq_place_id":"\#(number)","latitude":37.\#(100 + number),"longitude":127.1,"name":"\#(name)","fsq_category_labels":["\#(word)"]}"#
      },
      are: \.foursquare,
      in: "foursquare"
    )
    expect(
      try groups(\.semas, header: "상가업소번호,상호명,상권업종소분류코드,상권업종소분류명,경도,위도\n") { word, name, number in
        "\(number),\(name),\(word),,127.1,37.\(100 + number)"
      },
      are: \.semas,
      in: "semas"
    )
    expect(
      try groups(\.industry, header: "상가업소번호,상호명,상권업종소분류코드,표준산업분류코드,경도,위도\n") { word, name, number in
        "\(number),\(name),,\(word),127.1,37.\(100 + number)"
      },
      are: \.industry,
      in: "ksic"
    )
    expect(
      try groups(\.licence, header: "관리번호,인허가일자,사업장명,업태구분명,좌표정보(X),좌표정보(Y)\n", file: "인허가.csv") { word, name, number in
        "\(number),20200101,\(name),\(word),\(198_000 + number),451000.5"
      },
      are: \.licence,
      in: "localdata"
    )
  }

  @Test func `every line of the table has nine parts, and a group that exists`() {
    #expect(Self.placeTypes.count == 38 && Self.placeTypes.allSatisfy { $0.words.count == 7 })
    #expect(Self.placeTypes.count { $0.group == nil } == 9)
  }

  @Test(arguments: placeTypes) func `everyday words mean the same`(placeType: PlaceType) {
    for word in placeType.everyday.split(separator: "|") {
      #expect(PlaceCategory(word: String(word)).group == placeType.group, "\(word)")
    }
  }
}
