/// The 18 category groups of Kakao Local, which every source is mapped to.
///
/// The raw value is Kakao's `category_group_code`. The order is Kakao's own and is the order of every listing.
/// Source: developers.kakao.com, Local API, "Category group code" (read 2026-11-21).
public enum CategoryGroup: String, Sendable, Hashable, CaseIterable {
  case supermarket = "MT1"
  case convenience = "CS2"
  case kindergarten = "PS3"
  case school = "SC4"
  case academy = "AC5"
  case parking = "PK6"
  case gas = "OL7"
  case subway = "SW8"
  case bank = "BK9"
  case culture = "CT1"
  case realtor = "AG2"
  case `public` = "PO3"
  case attraction = "AT4"
  case lodging = "AD5"
  case restaurant = "FD6"
  case cafe = "CE7"
  case hospital = "HP8"
  case pharmacy = "PM9"

  /// Kakao's code, such as `OL7`.
  public var code: String { rawValue }

  /// The short English word used in queries and answers, such as `gas`.
  public var slug: String {
    switch self {
    case .supermarket: "supermarket"
    case .convenience: "convenience"
    case .kindergarten: "kindergarten"
    case .school: "school"
    case .academy: "academy"
    case .parking: "parking"
    case .gas: "gas"
    case .subway: "subway"
    case .bank: "bank"
    case .culture: "culture"
    case .realtor: "realtor"
    case .public: "public"
    case .attraction: "attraction"
    case .lodging: "lodging"
    case .restaurant: "restaurant"
    case .cafe: "cafe"
    case .hospital: "hospital"
    case .pharmacy: "pharmacy"
    }
  }

  /// Kakao's Korean name, such as `주유소,충전소`; a comma separates two names of one group.
  public var koreanName: String {
    switch self {
    case .supermarket: "대형마트"
    case .convenience: "편의점"
    case .kindergarten: "어린이집,유치원"
    case .school: "학교"
    case .academy: "학원"
    case .parking: "주차장"
    case .gas: "주유소,충전소"
    case .subway: "지하철역"
    case .bank: "은행"
    case .culture: "문화시설"
    case .realtor: "중개업소"
    case .public: "공공기관"
    case .attraction: "관광명소"
    case .lodging: "숙박"
    case .restaurant: "음식점"
    case .cafe: "카페"
    case .hospital: "병원"
    case .pharmacy: "약국"
    }
  }

  /// Position in Kakao's order, 0...17; small enough for a table or a bit set.
  public var ordinal: Int {
    switch self {
    case .supermarket: 0
    case .convenience: 1
    case .kindergarten: 2
    case .school: 3
    case .academy: 4
    case .parking: 5
    case .gas: 6
    case .subway: 7
    case .bank: 8
    case .culture: 9
    case .realtor: 10
    case .public: 11
    case .attraction: 12
    case .lodging: 13
    case .restaurant: 14
    case .cafe: 15
    case .hospital: 16
    case .pharmacy: 17
    }
  }
}
