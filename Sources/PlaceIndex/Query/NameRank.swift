import Domain
import TextParsing

/// How well a place matches a name; smaller is better.
///
/// Landmarks come before shops, which are named after them; then exact matches before prefixes before parts of names; then
/// better known categories; then shorter names.
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
    let (own, others) = ((sourceCategory, length), (other.sourceCategory, other.length))
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

/// The places that match a name: how many, and the first by rank.
struct NameRanks: Sendable {
  private let content: IndexContent
  private let limit: Int
  /// How many places match.
  private(set) var count = 0
  /// The first of them, and some that may be.
  private var found: [NameRank] = []
  /// The last of the first, once there are enough.
  private var last: NameRank?
  /// The ranks of entries of categories, of which a file has far fewer than places; `nil` for one not looked at.
  private var sourceCategories: [Int?]

  init(_ content: IndexContent, limit: Int) {
    (self.content, self.limit) = (content, limit)
    sourceCategories = Array(repeating: nil, count: content.categoryCount)
  }

  /// The first places, in order.
  var first: ArraySlice<NameRank> { found.sorted().prefix(limit) }

  /// Adds the places of another part of the index.
  mutating func add(_ other: NameRanks) {
    count += other.count - other.found.count
    for rank in other.found { add(rank) }
  }

  private mutating func add(_ rank: NameRank) {
    count += 1
    if let last, last < rank { return }
    found.append(rank)
    // Cut rarely, so that nearly all of many matches cost one comparison.
    guard found.count > Self.spare, found.count - Self.spare > limit else { return }
    found.sort()
    found.removeLast(found.count - limit)
    last = found.last
  }

  /// How many more places than wanted are kept before they are sorted.
  private static let spare = 256

  /// Adds a place if it matches.
  mutating func add(_ row: RowFormat, at position: UInt32, _ typed: TypedName, _ isLoose: Bool) {
    let key = row[row.length(of: .searchKey) > 0 ? .searchKey : .name]
    // By bytes, which rules out nearly every row.
    let holdsWords = typed.matcher.matches(row)
    let holdsLetters = isLoose && typed.mayBeHeld(by: key)
    guard holdsWords || holdsLetters || TypedName.mayHold(typed.stem, in: key) else { return }
    let sourceCategory = sourceCategory(at: position)
    let isStation = sourceCategory <= NameRank.lastStation
    let match = typed.match(key, isStation: isStation, isLoose: isLoose || !holdsWords)
    guard let match, holdsWords || holdsLetters || isStation && match == .exact else { return }
    add(NameRank(match: match, sourceCategory: sourceCategory, length: row.length(of: .name), position: position))
  }

  /// The rank of a place's category.
  mutating func sourceCategory(at position: UInt32) -> Int {
    let number = content.categoryNumber(at: position)
    if number < sourceCategories.count, let known = sourceCategories[Int(number)] { return known }
    let entry = content.category(number)
    let rank = NameRank.sourceCategory(of: entry?.shownGroup, entry?.text.text ?? "")
    if number < sourceCategories.count { sourceCategories[Int(number)] = rank }
    return rank
  }
}

/// A typed name, prepared for comparison with many others.
struct TypedName: Sendable {
  /// Matches names that contain all of its words.
  let matcher: KeywordMatcher
  /// The folded name without white space.
  let letters: [UInt8]
  /// The name of a station without its suffix, such as `강남` of `강남역`.
  let stem: [UInt8]
  /// Whether it consists of the first consonants of syllables.
  private let isInitials: Bool

  init(_ text: String) {
    matcher = KeywordMatcher(text)
    letters = Self.letters(text)
    stem = Self.stem(text)
    isInitials = InitialConsonants.meanings(ofWord: letters) != nil
  }

  /// Whether a name may contain the letters, ignoring spaces: a quick test of its bytes, for millions of names.
  static func mayHold(_ part: [UInt8], in name: ByteView) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while start < name.count {
      if lowered(name.byte(at: start)) == first, end(of: part, in: name, from: start) != nil { return true }
      start += 1
    }
    return false
  }

  /// Whether a name may contain the letters of the text, ignoring spaces.
  func mayBeHeld(by names: ByteView) -> Bool {
    guard isInitials else { return Self.mayHold(letters, in: names) }
    return ByteView.over(InitialConsonants.of(names)) { Self.mayHold(letters, in: $0) }
  }

  /// The offset behind letters that begin at an offset, ignoring spaces; `nil` if others are there.
  private static func end(of part: [UInt8], in name: ByteView, from start: Int) -> Int? {
    var (at, index) = (start, 0)
    while index < part.count {
      guard at < name.count else { return nil }
      let byte = name.byte(at: at)
      at += 1
      if byte <= 0x20 { continue }
      guard lowered(byte) == part[index] else { return nil }
      index += 1
    }
    return at
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
  ///   - names: The names, one per line, folded except perhaps for the case of ASCII letters.
  ///   - isStation: Whether the place is a station, whose names are written in many ways.
  ///   - isLoose: Whether spaces are ignored.
  /// - Returns: The part of the name that matches.
  func match(_ names: ByteView, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    if isInitials {
      return ByteView.over(InitialConsonants.of(names)) { matchLines($0, isStation: isStation, isLoose: isLoose) }
    }
    return matchLines(names, isStation: isStation, isLoose: isLoose)
  }

  private func matchLines(_ names: ByteView, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    var best: NameRank.Match?
    var start = 0
    while start < names.count, best != .exact {
      let end = names.firstIndex(of: 0x0A, from: start) ?? names.count
      let match = match(one: names.part(start..<end), isStation: isStation, isLoose: isLoose)
      if let match, best.map({ match < $0 }) ?? true { best = match }
      start = end + 1
    }
    return best
  }

  private func match(one name: ByteView, isStation: Bool, isLoose: Bool) -> NameRank.Match? {
    guard name.count > 0 else { return nil }
    let end = Self.end(of: letters, in: name, from: 0)
    if let end {
      var rest = end
      while rest < name.count, name.byte(at: rest) <= 0x20 { rest += 1 }
      // A remark in brackets at the end does not count.
      let isRemark = rest > 0 && name.byte(at: name.count - 1) == UInt8(ascii: ")") && name.lastIndex(of: 0x28) == rest
      if rest == name.count || isRemark { return .exact }
    }
    if isStation, Self.stem(name.text) == stem { return .exact }
    if end != nil { return .prefix }
    return !isLoose || Self.mayHold(letters, in: name) ? .part : nil
  }
}

extension [UInt8] {
  /// Whether these bytes contain others in a place where no number is cut.
  func holdsWithWholeNumbers(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return part.isEmpty }
    for start in 0...(count - part.count) where self[start] == first {
      let end = start + part.count
      guard self[start..<end].elementsEqual(part) else { continue }
      let cutsBefore = start > 0 && self[start].isDigit && self[start - 1].isDigit
      let cutsAfter = end < count && self[end].isDigit && self[end - 1].isDigit
      if !cutsBefore, !cutsAfter { return true }
    }
    return false
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
