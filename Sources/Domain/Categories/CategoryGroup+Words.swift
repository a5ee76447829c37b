extension CategoryGroup {
  /// Everyday English words that name the group besides its slug.
  public var aliases: [String] {
    switch self {
    case .supermarket: ["mart"]
    case .convenience: ["convenience-store", "cvs"]
    case .kindergarten: ["daycare", "preschool"]
    case .school: []
    case .academy: ["hagwon", "cram-school"]
    case .parking: []
    case .gas: ["fuel", "petrol", "gas-station", "charging"]
    case .subway: ["metro", "station"]
    case .bank: []
    case .culture: ["museum", "theatre"]
    case .realtor: ["real-estate"]
    case .public: ["public-office"]
    case .attraction: ["sight"]
    case .lodging: ["hotel", "hostel"]
    case .restaurant: ["food"]
    case .cafe: ["coffee"]
    case .hospital: ["clinic", "doctor"]
    case .pharmacy: ["drugstore"]
    }
  }

  /// The Korean names one by one: `주유소,충전소` gives both.
  public var koreanNames: [String] { koreanName.split(separator: ",").map(String.init) }

  /// Every word a person may type for this group: slug, code, Korean names, aliases.
  public var words: [String] { [slug, code] + koreanNames + aliases }

  /// Finds the group that a word names.
  ///
  /// Accepts the slug, Kakao's code, a Korean name, an alias, an OSM tag (`amenity=fuel`) or an Overture category
  /// (`gas_station`), whatever the case of Latin letters; `_` and a blank count as `-`.
  ///
  /// - Returns: `nil` for a word that names none of the 18.
  public init?(word: String) {
    let folded = Self.folded(word)
    let underscored = String(folded.map { $0 == "-" ? "_" : $0 })
    guard let group = Self.groupByWord[folded] ?? CategoryVocabulary.group(of: underscored) else { return nil }
    self = group
  }

  private static let groupByWord: [String: CategoryGroup] = {
    var table: [String: CategoryGroup] = [:]
    for group in allCases {
      for word in group.words + [group.koreanName] { table[folded(word)] = group }
    }
    return table
  }()

  private static func folded(_ word: String) -> String {
    String(word.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
  }
}
