/// The names of the Korean provinces and metropolitan cities.
enum Province {
  private static let shortNames = [
    "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
  ]
  private static let suffixes = ["", "특별시", "광역시", "특별자치시", "도", "특별자치도"]

  /// Returns the short form of a province's folded name, such as `서울` for `서울특별시`; `nil` for another word.
  ///
  /// The names are compared one by one, because a table of all full names takes longer to make than a search.
  static func shortName(of name: [UInt8]) -> [UInt8]? {
    guard let first = name.first, first >= 0xEA else { return nil }
    if let short = irregularName(of: String(decoding: name, as: UTF8.self)) { return Array(short.utf8) }
    guard let short = shortNames.first(where: { name.starts(with: $0.utf8) }) else { return nil }
    let suffix = name.dropFirst(short.utf8.count)
    return suffixes.contains { suffix.elementsEqual($0.utf8) } ? Array(short.utf8) : nil
  }

  /// Returns the short form of an older name, or of a city's usual one; 광주시 and 제주시 are other cities.
  private static func irregularName(of name: String) -> String? {
    switch name {
    case "충청북도": "충북"
    case "충청남도": "충남"
    case "전라북도": "전북"
    case "전라남도": "전남"
    case "경상북도": "경북"
    case "경상남도": "경남"
    case "서울시": "서울"
    case "부산시": "부산"
    case "대구시": "대구"
    case "인천시": "인천"
    case "대전시": "대전"
    case "울산시": "울산"
    case "세종시": "세종"
    default: nil
    }
  }
}
