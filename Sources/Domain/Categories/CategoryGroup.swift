/// The 18 category groups of Kakao Local, to which every source is mapped.
///
/// The raw value is Kakao's `category_group_code`. The order is Kakao's; every listing uses it. Source:
/// developers.kakao.com, Local API, "Category group code" (read 2026-11-21).
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

  /// The short English name in queries and results, such as `gas`.
  public var slug: String { Self.names[ordinal].slug }

  /// Kakao's Korean name, such as `주유소,충전소`; a comma separates two names of a group.
  public var koreanName: String { Self.names[ordinal].korean }

  /// The names of the groups, indexed by ``ordinal``.
  private static let names: [(slug: String, korean: String)] = [
    ("supermarket", "대형마트"),
    ("convenience", "편의점"),
    ("kindergarten", "어린이집,유치원"),
    ("school", "학교"),
    ("academy", "학원"),
    ("parking", "주차장"),
    ("gas", "주유소,충전소"),
    ("subway", "지하철역"),
    ("bank", "은행"),
    ("culture", "문화시설"),
    ("realtor", "중개업소"),
    ("public", "공공기관"),
    ("attraction", "관광명소"),
    ("lodging", "숙박"),
    ("restaurant", "음식점"),
    ("cafe", "카페"),
    ("hospital", "병원"),
    ("pharmacy", "약국"),
  ]

  /// The index in Kakao's order, 0...17.
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
