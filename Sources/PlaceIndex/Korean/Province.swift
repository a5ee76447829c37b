/// The names of the Korean provinces and metropolitan cities.
enum Province {
  /// Returns the short form of a province's folded name, such as `서울` for `서울특별시`; `nil` for another word.
  static func shortName(of name: [UInt8]) -> [UInt8]? {
    let names = names
    let position = names.indices.partitioningIndex { !names[$0].name.lexicographicallyPrecedes(name) }
    return position < names.count && names[position].name == name ? names[position].short : nil
  }

  /// The full and the short names, sorted by the full names.
  ///
  /// An array: a dictionary with this key type takes as long to instantiate as the search.
  private static let names: [(name: [UInt8], short: [UInt8])] = {
    let provinces = [
      "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남", "전북", "전남", "경북", "경남", "제주",
    ]
    var short = [
      "서울시": "서울", "부산시": "부산", "대구시": "대구", "인천시": "인천", "대전시": "대전", "울산시": "울산", "세종시": "세종",
      "충청북도": "충북", "충청남도": "충남", "전라북도": "전북", "전라남도": "전남", "경상북도": "경북", "경상남도": "경남",
    ]
    for suffix in ["", "특별시", "광역시", "특별자치시", "도", "특별자치도"] {
      for province in provinces { short[province + suffix] = province }
    }
    return short.map { (Array($0.utf8), Array($1.utf8)) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
  }()
}
