import Domain
import Testing

@testable import PlaceIndex

/// Every vocabulary puts a type of place into the same group, which is that of Kakao.
@Suite struct VocabularyTests {
  /// A type of place, in the words of each vocabulary that has some; several are separated by `|`.
  struct PlaceType: Sendable, CustomTestStringConvertible {
    let name: String
    let group: CategoryGroup?
    var osm = ""
    var overture = ""
    var foursquare = ""
    var semas = ""
    var industry = ""
    var licence = ""
    var everyday = ""
    var testDescription: String { name }
  }

  static let placeTypes: [PlaceType] = [
    PlaceType(
      name: "café",
      group: .cafe,
      osm: "amenity=cafe|shop=coffee",
      overture: "cafe|coffee_shop|tea_room",
      foursquare: "Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop",
      semas: "I21201|Q12A01",
      industry: "I56221|I56229",
      licence: "커피숍|다방|전통찻집",
      everyday: "카페|커피숍|coffee"
    ),
    PlaceType(
      name: "restaurant",
      group: .restaurant,
      osm: "amenity=restaurant|amenity=fast_food",
      overture: "restaurant|korean_restaurant|fast_food_restaurant",
      foursquare: "Dining and Drinking > Restaurant > Korean Restaurant",
      semas: "I20101|I20401|Q01A01",
      industry: "I56111|I56199",
      licence: "한식|경양식|분식|횟집",
      everyday: "식당|맛집|음식점"
    ),
    // 음식점 > 간식 > 제과,베이커리 is FD6.
    PlaceType(
      name: "bakery",
      group: .restaurant,
      osm: "shop=bakery",
      overture: "bakery",
      foursquare: "Dining and Drinking > Bakery",
      semas: "I21001",
      industry: "I56191",
      licence: "제과점영업",
      everyday: "빵집|bakery"
    ),
    // 음식점 > 술집 is FD6.
    PlaceType(
      name: "bar",
      group: .restaurant,
      osm: "amenity=bar|amenity=pub|amenity=nightclub",
      overture: "bar|pub|wine_bar",
      foursquare: "Dining and Drinking > Bar > Wine Bar",
      semas: "I21103|I21101",
      industry: "I56213|I56211",
      licence: "호프/통닭|정종/대포집/소주방|룸살롱",
      everyday: "술집|bar|pub"
    ),
    // 음식점 > 구내식당 is FD6.
    PlaceType(
      name: "canteen",
      group: .restaurant,
      osm: "amenity=canteen",
      overture: "cafeteria|canteen",
      foursquare: "Dining and Drinking > Cafeteria",
      semas: "I20701",
      industry: "I56130",
      licence: "집단급식소"
    ),
    // 가정,생활 > 슈퍼마켓 > 대형슈퍼 is MT1.
    PlaceType(
      name: "supermarket",
      group: .supermarket,
      osm: "shop=supermarket",
      overture: "supermarket|grocery_store",
      foursquare: "Retail > Food and Beverage Retail > Supermarket",
      semas: "G20404|D03A02",
      industry: "G47121",
      licence: "대형마트/할인점|할인점",
      everyday: "마트|슈퍼마켓|supermarket"
    ),
    // 가정,생활 > 백화점 is in no group.
    PlaceType(
      name: "department store",
      group: nil,
      osm: "shop=department_store",
      overture: "department_store",
      foursquare: "Retail > Department Store",
      semas: "G20401",
      industry: "G47111",
      licence: "백화점",
      everyday: "백화점"
    ),
    PlaceType(
      name: "convenience store",
      group: .convenience,
      osm: "shop=convenience",
      overture: "convenience_store",
      foursquare: "Retail > Convenience Store",
      semas: "G20405|D03A01",
      industry: "G47122",
      licence: "편의점",
      everyday: "편의점"
    ),
    PlaceType(
      name: "kindergarten",
      group: .kindergarten,
      osm: "amenity=kindergarten|amenity=childcare",
      overture: "preschool|day_care_preschool",
      foursquare: "Community and Government > Education > Preschool",
      semas: "R08A02",
      licence: "국공립어린이집",
      everyday: "유치원|어린이집"
    ),
    PlaceType(
      name: "school",
      group: .school,
      osm: "amenity=school|amenity=university",
      overture: "school|elementary_school|college_university",
      foursquare: "Community and Government > Education > High School",
      semas: "R11A01",
      licence: "초등학교|고등학교",
      everyday: "학교|대학교"
    ),
    PlaceType(
      name: "language school",
      group: .academy,
      osm: "amenity=language_school",
      overture: "language_school",
      foursquare: "Community and Government > Education > Language School",
      semas: "P10615",
      industry: "P85631|P85501",
      licence: "어학원",
      everyday: "어학원|학원"
    ),
    PlaceType(
      name: "driving school",
      group: .academy,
      osm: "amenity=driving_school",
      overture: "driving_school",
      foursquare: "Community and Government > Education > Driving School",
      semas: "P10623",
      licence: "자동차운전학원",
      everyday: "운전학원"
    ),
    PlaceType(
      name: "car park",
      group: .parking,
      osm: "amenity=parking",
      overture: "parking|parking_garage",
      foursquare: "Travel and Transportation > Parking",
      semas: "F14A07",
      licence: "공영주차장",
      everyday: "주차장|parking"
    ),
    PlaceType(
      name: "fuel",
      group: .gas,
      osm: "amenity=fuel",
      overture: "gas_station",
      foursquare: "Travel and Transportation > Fuel Station",
      semas: "G21401|F16A01",
      industry: "G47711",
      everyday: "주유소|gas station"
    ),
    PlaceType(
      name: "charging station",
      group: .gas,
      osm: "amenity=charging_station",
      overture: "ev_charging_station",
      foursquare: "Travel and Transportation > Electric Vehicle Charging Station",
      licence: "전기차충전소",
      everyday: "전기차충전소"
    ),
    PlaceType(
      name: "metro station",
      group: .subway,
      osm: "station=subway",
      overture: "metro_station",
      foursquare: "Travel and Transportation > Transport Hub > Metro Station",
      licence: "도시철도역",
      everyday: "지하철역|metro"
    ),
    PlaceType(
      name: "railway station",
      group: nil,
      osm: "railway=station",
      overture: "train_station",
      foursquare: "Travel and Transportation > Transport Hub > Rail Station",
      everyday: "기차역"
    ),
    PlaceType(
      name: "bus stop",
      group: nil,
      osm: "highway=bus_stop|amenity=bus_station",
      overture: "bus_station",
      foursquare: "Travel and Transportation > Transport Hub > Bus Stop",
      everyday: "정류장"
    ),
    PlaceType(
      name: "bank",
      group: .bank,
      osm: "amenity=bank",
      overture: "bank|bank_credit_union",
      foursquare: "Business and Professional Services > Financial Service > Banking and Finance > Bank",
      licence: "새마을금고",
      everyday: "은행|bank"
    ),
    // 금융,보험 > 금융서비스 > 은행 > ATM is BK9.
    PlaceType(
      name: "cash machine",
      group: .bank,
      osm: "amenity=atm",
      overture: "atms",
      foursquare: "Business and Professional Services > Financial Service > Banking and Finance > ATM",
      licence: "현금인출기"
    ),
    PlaceType(
      name: "museum",
      group: .culture,
      osm: "tourism=museum",
      overture: "museum|history_museum",
      foursquare: "Arts and Entertainment > Museum > History Museum",
      semas: "N03A01",
      licence: "박물관",
      everyday: "박물관|museum"
    ),
    PlaceType(
      name: "cinema",
      group: .culture,
      osm: "amenity=cinema",
      overture: "cinema|movie_theater",
      foursquare: "Arts and Entertainment > Movie Theater",
      licence: "영화상영관",
      everyday: "영화관|cinema"
    ),
    PlaceType(
      name: "library",
      group: .culture,
      osm: "amenity=library",
      overture: "library",
      foursquare: "Community and Government > Library",
      licence: "공공도서관",
      everyday: "도서관|library"
    ),
    PlaceType(
      name: "estate agent",
      group: .realtor,
      osm: "office=estate_agent|shop=estate_agent",
      overture: "real_estate_agent",
      foursquare: "Business and Professional Services > Real Estate Service > Real Estate Agency",
      semas: "L10203|L01A01",
      industry: "L68221",
      licence: "부동산중개업",
      everyday: "부동산|공인중개사"
    ),
    PlaceType(
      name: "public office",
      group: .public,
      osm: "amenity=townhall|amenity=police|amenity=post_office",
      overture: "town_hall|police_department|post_office",
      foursquare:
        "Community and Government > Government Building > City Hall|Community and Government > Government Building > Post Office",
      licence: "구청|우체국",
      everyday: "구청|경찰서|우체국"
    ),
    PlaceType(
      name: "sight",
      group: .attraction,
      osm: "tourism=attraction|tourism=viewpoint|historic=castle",
      overture: "landmark_and_historical_building|castle",
      foursquare: "Landmarks and Outdoors > Monument",
      licence: "관광지|유원지",
      everyday: "관광지|명소"
    ),
    PlaceType(
      name: "zoo",
      group: .attraction,
      osm: "tourism=zoo|tourism=theme_park",
      overture: "zoo|amusement_park",
      foursquare: "Arts and Entertainment > Zoo|Arts and Entertainment > Amusement Park",
      licence: "동물원",
      everyday: "동물원|놀이공원"
    ),
    // 여행 > 공원 > 도시근린공원 is in no group.
    PlaceType(
      name: "town park",
      group: nil,
      osm: "leisure=park",
      overture: "park",
      foursquare: "Landmarks and Outdoors > Park",
      licence: "근린공원",
      everyday: "공원|park"
    ),
    PlaceType(
      name: "hotel",
      group: .lodging,
      osm: "tourism=hotel|tourism=motel|tourism=guest_house",
      overture: "hotel|motel|hostel",
      foursquare: "Travel and Transportation > Lodging > Hotel",
      semas: "I10101|I10102|O02A01",
      industry: "I55101|I55102",
      licence: "관광호텔|여관업|생활숙박업",
      everyday: "호텔|모텔|hotel"
    ),
    PlaceType(
      name: "camp site",
      group: .lodging,
      osm: "tourism=camp_site",
      overture: "campground",
      foursquare: "Landmarks and Outdoors > Campground",
      semas: "I10104",
      industry: "I55909",
      licence: "일반야영장업",
      everyday: "캠핑장"
    ),
    PlaceType(
      name: "hospital",
      group: .hospital,
      osm: "amenity=hospital|amenity=clinic|healthcare=doctor",
      overture: "hospital|doctor",
      foursquare: "Health and Medicine > Hospital",
      semas: "Q10101|Q10201|S01B10",
      industry: "Q86101|Q86201",
      licence: "종합병원|의원|상급종합",
      everyday: "병원|의원"
    ),
    PlaceType(
      name: "dentist",
      group: .hospital,
      osm: "amenity=dentist",
      overture: "dentist",
      foursquare: "Health and Medicine > Dentist",
      semas: "Q10210",
      industry: "Q86202",
      licence: "치과의원",
      everyday: "치과"
    ),
    PlaceType(
      name: "veterinary",
      group: nil,
      osm: "amenity=veterinary",
      overture: "veterinarian",
      foursquare: "Business and Professional Services > Veterinarian",
      semas: "M11101",
      industry: "M73100",
      licence: "동물병원",
      everyday: "동물병원"
    ),
    PlaceType(
      name: "pharmacy",
      group: .pharmacy,
      osm: "amenity=pharmacy|healthcare=pharmacy",
      overture: "pharmacy|drugstore",
      foursquare: "Retail > Pharmacy",
      semas: "G21501",
      industry: "G47811",
      licence: "약국",
      everyday: "약국|pharmacy"
    ),
    PlaceType(
      name: "hairdresser",
      group: nil,
      osm: "shop=hairdresser",
      overture: "hair_salon",
      foursquare: "Business and Professional Services > Health and Beauty Service > Hair Salon",
      semas: "S20701",
      industry: "S96112",
      licence: "일반미용업",
      everyday: "미용실"
    ),
    PlaceType(
      name: "gym",
      group: nil,
      osm: "leisure=fitness_centre",
      overture: "gym|yoga_studio",
      foursquare: "Sports and Recreation > Gym and Studio",
      semas: "P10603|R10306",
      licence: "체력단련장업",
      everyday: "헬스장"
    ),
    PlaceType(
      name: "clothes shop",
      group: nil,
      osm: "shop=clothes",
      overture: "clothing_store",
      foursquare: "Retail > Fashion Retail > Clothing Store",
      semas: "G20901",
      industry: "G47411",
      everyday: "옷가게"
    ),
    PlaceType(
      name: "internet café",
      group: nil,
      osm: "amenity=internet_cafe",
      overture: "internet_cafe",
      foursquare:
        "Arts and Entertainment > Gaming Cafe|Dining and Drinking > Cafe, Coffee, and Tea House > Internet Cafe",
      licence: "인터넷컴퓨터게임시설제공업",
      everyday: "pc방"
    ),
  ]

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

  @Test(arguments: placeTypes) func `everyday words mean the same, and none means a type without a group`(
    placeType: PlaceType
  ) {
    for word in placeType.everyday.split(separator: "|") {
      #expect(CategoryGroup(word: String(word)) == placeType.group, "\(word)")
    }
  }

  @Test func `all of it is listed`() {
    for group in CategoryGroup.allCases {
      #expect(
        group.vocabularies.map(\.name) == ["osm", "overture", "foursquare", "korean", "semas", "ksic", "localdata"]
      )
    }
    let cafe = Dictionary(uniqueKeysWithValues: CategoryGroup.cafe.vocabularies.map { ($0.name, $0.words) })
    #expect(cafe["semas"] == ["I21201", "Q12"] && cafe["foursquare"]?.contains("Coffee Shop") == true)
    #expect(cafe["korean"]?.contains("커피 전문점") == true)
    let none = Dictionary(uniqueKeysWithValues: CategoryGroup.vocabulariesOfNoGroup.map { ($0.name, $0.words) })
    #expect(none["foursquare"]?.contains("Department Store") == true && none["semas"]?.contains("M11101") == true)
  }
}
