import Domain

/// A typed name followed by a part of an address, such as `Town Hall, Springfield`, prepared for comparison with places.
struct TypedNameAndAddress: Sendable {
  /// The words without commas, each of which the name or the address of a place holds.
  let words: [String]
  private let matchers: [KeywordMatcher]
  /// Whether a word says that the place is a station; the name of a station often lacks it.
  private let isStationWord: [Bool]

  private static let stationWords = ["station", "역"]

  /// Makes one; `nil` for a text of one word.
  init?(_ text: String) {
    words = text.split { $0.isWhitespace || $0 == "," || $0 == "，" }.map(String.init)
    guard words.count > 1 else { return nil }
    matchers = words.map { KeywordMatcher($0) }
    isStationWord = words.map { Self.stationWords.contains($0.lowercased()) }
  }

  /// The positions of the places that may match, in order: each word is in the name or the address, except a word for
  /// stations.
  func places(in content: IndexContent) throws(IndexHeader.FormatError) -> [UInt32] {
    var all: [UInt32]?
    for (number, word) in words.enumerated() where !isStationWord[number] {
      let matcher = matchers[number]
      let chains = try SoughtChains(content, where: matcher.matchesPart)
      let named = try content.places(named: matcher, chains)
      let places = Self.union(named, try content.places(at: TypedAddress(word)).sorted())
      all = all.map { Self.intersection($0, places) } ?? places
      if all?.isEmpty == true { return [] }
    }
    return all ?? []
  }

  /// How the words that a name holds match it.
  ///
  /// The place is one of ``places(in:)``, whose address holds the other words.
  ///
  /// - Parameters:
  ///   - names: The names of the place.
  ///   - isStation: Whether it is a station.
  /// - Returns: `nil` if the names hold no word, or the place lacks a word for stations.
  func match(_ names: ByteView, isStation: Bool) -> NameRank.Match? {
    var held: [String] = []
    for (number, matcher) in matchers.enumerated() {
      if matcher.matches(names) {
        held.append(words[number])
      } else if isStationWord[number], !isStation {
        return nil
      }
    }
    guard !held.isEmpty else { return nil }
    return TypedName(held.joined(separator: " ")).match(names, isStation: isStation, isLoose: false)
  }

  private static func union(_ some: [UInt32], _ others: [UInt32]) -> [UInt32] {
    if others.isEmpty { return some }
    var all: [UInt32] = []
    all.reserveCapacity(some.count + others.count)
    var index = 0
    for position in some {
      while index < others.count, others[index] < position {
        if all.last != others[index] { all.append(others[index]) }
        index += 1
      }
      all.append(position)
      while index < others.count, others[index] == position { index += 1 }
    }
    for position in others[index...] where all.last != position { all.append(position) }
    return all
  }

  private static func intersection(_ some: [UInt32], _ others: [UInt32]) -> [UInt32] {
    var both: [UInt32] = []
    var index = 0
    for position in some {
      while index < others.count, others[index] < position { index += 1 }
      guard index < others.count else { break }
      if others[index] == position { both.append(position) }
    }
    return both
  }
}
