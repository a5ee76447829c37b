import Domain

/// The rank of a match between a place and a name; smaller is better.
///
/// Landmarks precede shops, which are named after them. Then come exact matches before prefixes before other parts of a
/// name, then names with the typed diacritics, then better known categories, then shorter names.
struct NameRank: Comparable, Sendable, Hashable {
  /// The part of a name that matches.
  enum Match: Comparable {
    case exact
    case prefix
    case part
  }

  private let isShop: Bool
  let match: Match
  /// Whether the name has the letters of the text with other diacritics.
  private let isSpelledOtherwise: Bool
  private let sourceCategory: Int
  private let length: Int
  /// The position of the place in the file, which breaks ties.
  let position: UInt32

  init(match: Match, isSpelledOtherwise: Bool = false, sourceCategory: Int, length: Int, position: UInt32) {
    isShop = sourceCategory >= Self.firstShop
    self.match = match
    self.isSpelledOtherwise = isSpelledOtherwise
    self.sourceCategory = sourceCategory
    self.length = length
    self.position = position
  }

  static func < (lhs: NameRank, rhs: NameRank) -> Bool {
    if lhs.isShop != rhs.isShop { return rhs.isShop }
    if lhs.match != rhs.match { return lhs.match < rhs.match }
    if lhs.isSpelledOtherwise != rhs.isSpelledOtherwise { return rhs.isSpelledOtherwise }
    return (lhs.sourceCategory, lhs.length, lhs.position) < (rhs.sourceCategory, rhs.length, rhs.position)
  }

  /// The first rank that isn't a landmark.
  private static let firstShop = 10
  private static let station = 0
  /// The rank of stations without a group, the last rank of stations.
  static let lastStation = 1
  private static let landmarkWithoutGroup = 2

  /// Returns the rank of a category, better known categories first: 0 for stations, ``firstShop`` and more for shops.
  static func sourceCategory(of group: CategoryGroup?, _ word: String) -> Int {
    switch group {
    case .subway: return station
    case .attraction: return 2
    case .culture: return 3
    case .public: return 4
    case .school: return 5
    case .supermarket: return 6
    case .hospital: return firstShop
    case .lodging: return firstShop + 1
    case .some: return firstShop + 2
    case nil:
      if stationWords.contains(where: { word.contains($0) }) { return lastStation }
      return landmarkWords.contains { word.contains($0) } ? landmarkWithoutGroup : firstShop + 2
    }
  }

  /// Words of OpenStreetMap, Overture and Kakao for stations without a group.
  private static let stationWords = [
    "railway=station", "train_station", "public_transport=station", "기차역", "철도역", "기차,철도", "지하철",
  ]
  /// Words for other landmarks without a group.
  private static let landmarkWords = [
    "airport", "aerodrome", "공항", "터미널", "bus_station", "natural=peak", "mountain", "leisure=park", "park", "공원",
    "stadium", "경기장", "place=", "historic", "landmark", "bridge", "시장", "marketplace",
  ]
}
