import Domain

/// How well a place matches a name; smaller is better.
///
/// Landmarks come before shops, which are named after them; then exact matches before prefixes before parts of names;
/// then better known categories; then shorter names.
package struct NameRank: Comparable, Sendable, Hashable {
  /// The part of a name that matches.
  enum Match: Comparable {
    case exact
    case prefix
    case part
  }

  private let isShop: Bool
  private let match: Match
  private let sourceCategory: Int
  private let length: Int
  /// The position of the place in the file, which breaks ties.
  let position: UInt32

  init(match: Match, sourceCategory: Int, length: Int, position: UInt32) {
    isShop = sourceCategory >= Self.firstShop
    self.match = match
    self.sourceCategory = sourceCategory
    self.length = length
    self.position = position
  }

  package static func < (lhs: NameRank, rhs: NameRank) -> Bool {
    lhs.isBetter(than: rhs) ?? (lhs.position < rhs.position)
  }

  /// Whether a place, also one of another index, comes before another; `nil` if they match alike.
  package func isBetter(than other: NameRank) -> Bool? {
    if isShop != other.isShop { return other.isShop }
    if match != other.match { return match < other.match }
    let own = (sourceCategory, length)
    let others = (other.sourceCategory, other.length)
    return own == others ? nil : own < others
  }

  /// The first rank after those of landmarks.
  private static let firstShop = 10
  private static let station = 0
  /// The last rank of stations: those that are in no group.
  static let lastStation = 1
  private static let landmarkWithoutGroup = 2

  /// The rank of a category, better known ones first: 0 for stations, ``firstShop`` and more for shops.
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

  /// Words of OpenStreetMap, Overture and Kakao for stations that are in no group.
  private static let stationWords = [
    "railway=station", "train_station", "public_transport=station", "기차역", "철도역", "기차,철도", "지하철",
  ]
  /// Words for other landmarks that are in no group.
  private static let landmarkWords = [
    "airport", "aerodrome", "공항", "터미널", "bus_station", "natural=peak", "mountain", "leisure=park", "park", "공원",
    "stadium", "경기장", "place=", "historic", "landmark", "bridge", "시장", "marketplace",
  ]
}
