import Domain

/// How well a place matches a name; smaller is better.
///
/// Landmarks come before shops, which are named after them; then exact matches before prefixes before parts of names; then
/// better known categories; then shorter names.
struct NameRank: Comparable {
  /// The part of a name that matches.
  enum Match: Int, Comparable {
    case exact
    case prefix
    case part

    static func < (lhs: Match, rhs: Match) -> Bool { lhs.rawValue < rhs.rawValue }
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

  static func < (lhs: NameRank, rhs: NameRank) -> Bool {
    if lhs.isShop != rhs.isShop { return rhs.isShop }
    if lhs.match != rhs.match { return lhs.match < rhs.match }
    return (lhs.sourceCategory, lhs.length, lhs.position) < (rhs.sourceCategory, rhs.length, rhs.position)
  }

  /// The first rank after those of landmarks.
  private static let firstShop = 10
  private static let station = 0
  private static let landmarkWithoutGroup = 2

  /// Whether a place of a group, with its source category, is a station.
  static func isStation(_ group: CategoryGroup?, _ word: String) -> Bool {
    group == .subway || (group == nil && stationWords.contains { word.contains($0) })
  }

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
      if isStation(nil, word) { return 1 }
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

/// A typed name, prepared for comparison with many others.
struct TypedName {
  /// Matches names that contain all of its words.
  let matcher: KeywordMatcher
  /// The folded name without white space.
  let letters: [UInt8]
  /// The name of a station without its suffix, such as `강남` of `강남역`.
  let stem: [UInt8]
  /// The folded text in which numbers stay apart, for addresses.
  private let compact: [UInt8]

  init(_ text: String) {
    matcher = KeywordMatcher(text)
    letters = Self.letters(text)
    stem = Self.stem(text)
    compact = Self.compact(text)
  }

  /// Whether a name may contain the letters, ignoring spaces: a quick test of its bytes, for millions of names.
  static func mayHold(_ part: [UInt8], in name: ByteView) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while start < name.count {
      if lowered(name.byte(at: start)) == first, holds(part, name, from: start) { return true }
      start += 1
    }
    return false
  }

  private static func holds(_ part: [UInt8], _ name: ByteView, from start: Int) -> Bool {
    var (at, index) = (start, 0)
    while index < part.count, at < name.count {
      let byte = name.byte(at: at)
      at += 1
      if byte == 0x20 { continue }
      guard lowered(byte) == part[index] else { return false }
      index += 1
    }
    return index == part.count
  }

  @inline(__always)
  private static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// A folded name without white space.
  static func letters(_ text: String) -> [UInt8] { NameFolding.fold(text).filter { $0 > 0x20 } }

  /// The name of a station without remarks in brackets, lines and the suffix for stations: `강남` of `강남역 2호선`.
  static func stem(_ text: String) -> [UInt8] {
    var name = withoutRemark(text)
    let words = name.split(separator: " ")
    if words.count > 1, let last = words.last, last.hasSuffix("선") || last.hasSuffix("철도") || last.hasSuffix("line") {
      name = words.dropLast().joined(separator: " ")
    }
    var letters = letters(name)
    let station = Array("역".utf8)
    if letters.count > station.count, letters.suffix(station.count) == station[...] {
      letters.removeLast(station.count)
    }
    return letters
  }

  /// A name without a remark in brackets at its end.
  private static func withoutRemark(_ text: String) -> String {
    guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else { return text }
    return String(text[..<open])
  }

  /// How the text matches one of the names of a place; `nil` if it does not.
  ///
  /// - Parameters:
  ///   - names: The names, one per line.
  ///   - isStation: Whether the place is a station, whose names are written in many ways.
  ///   - isLoose: Whether spaces are ignored.
  /// - Returns: The part of the name that matches.
  func match(_ names: String, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    var best: NameRank.Match?
    for name in names.split(separator: "\n") {
      let match = match(one: String(name), isStation: isStation, isLoose: isLoose)
      if let match, best.map({ match < $0 }) ?? true { best = match }
    }
    return best
  }

  /// How the text matches an address; `nil` if it does not.
  ///
  /// Unlike in a name, a number must be there as a whole: a part of a house number is another house.
  ///
  /// - Parameter address: The address as it is stored.
  /// - Returns: The end of an address, which is what people type of it, counts as a prefix does in a name.
  func match(address: ByteView) -> NameRank.Match? {
    // By bytes, which rules out nearly every address.
    if NameFolding.isPlain(address) {
      guard matcher.matches(address, folding: true) || Self.mayHold(letters, in: address) else { return nil }
    }
    let text = Self.compact(address.text)
    if text == compact { return .exact }
    if text.suffix(compact.count).elementsEqual(compact), text.holdsWithWholeNumbers(compact) { return .prefix }
    return text.holdsWithWholeNumbers(compact) || matcher.matchesNumbers(in: text) ? .part : nil
  }

  /// A folded text without white space, except between two digits, where it separates two numbers.
  private static func compact(_ text: String) -> [UInt8] {
    var compact: [UInt8] = []
    var isAfterSpace = false
    for byte in NameFolding.fold(text) {
      defer { isAfterSpace = byte <= 0x20 }
      guard byte > 0x20 else { continue }
      if isAfterSpace, let last = compact.last, last.isDigit, byte.isDigit { compact.append(0x20) }
      compact.append(byte)
    }
    return compact
  }

  private func match(one name: String, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    let letters = Self.letters(name)
    if letters == self.letters || Self.letters(Self.withoutRemark(name)) == self.letters { return .exact }
    if isStation, Self.stem(name) == stem { return .exact }
    if letters.starts(with: self.letters) { return .prefix }
    if isLoose { return letters.holds(self.letters) ? .part : nil }
    return .part
  }
}

extension [UInt8] {
  fileprivate func holds(_ part: [UInt8]) -> Bool { holds(part) { _ in true } }

  /// Whether these bytes contain others in a place where no number is cut.
  func holdsWithWholeNumbers(_ part: [UInt8]) -> Bool {
    holds(part) { range in
      let cutsBefore = range.lowerBound > 0 && self[range.lowerBound].isDigit && self[range.lowerBound - 1].isDigit
      let cutsAfter = range.upperBound < count && self[range.upperBound].isDigit && self[range.upperBound - 1].isDigit
      return !cutsBefore && !cutsAfter
    }
  }

  private func holds(_ part: [UInt8], where isWanted: (Range<Int>) -> Bool) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    for start in 0...(count - part.count) where self[start] == first {
      let range = start..<start + part.count
      if self[range].elementsEqual(part), isWanted(range) { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
