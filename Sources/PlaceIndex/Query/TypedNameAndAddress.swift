import Domain

/// A typed name followed by a part of an address, such as `Town Hall, Springfield`, prepared for comparison with places.
struct TypedNameAndAddress: Sendable {
  /// The words without commas, each of which the name or the address of a place holds.
  let words: [String]
  private let matchers: [KeywordMatcher]
  private let addresses: [TypedAddress]
  /// Whether a word says that the place is a station; the name of a station often lacks it.
  private let isStationWord: [Bool]
  /// Whether a word has no letter, like the number of a house.
  private let isNumber: [Bool]

  private static let stationWords = ["station", "역"]

  /// Makes one; `nil` for a text of one word.
  init?(_ text: String) {
    words = text.split { $0.isWhitespace || $0 == "," || $0 == "，" }.map(String.init)
    guard words.count > 1 else { return nil }
    matchers = words.map { KeywordMatcher($0) }
    addresses = words.map { TypedAddress($0) }
    isNumber = words.map { $0.contains(where: \.isNumber) && !$0.contains(where: \.isLetter) }
    isStationWord = words.map { Self.stationWords.contains($0.lowercased()) }
  }

  /// The positions of the places that may match, in order: each word is in the name or the address, except a word for
  /// stations.
  func places(in content: IndexContent) throws(IndexHeader.FormatError) -> [UInt32] {
    var all: [UInt32]?
    for number in words.indices where !isStationWord[number] {
      let matcher = matchers[number]
      let chains = try SoughtChains(content, where: matcher.matchesPart)
      let named = try content.places(named: matcher, chains)
      let places = Self.union(named, try content.places(at: addresses[number]).sorted())
      all = all.map { Self.intersection($0, places) } ?? places
      if all?.isEmpty == true { return [] }
    }
    return all ?? []
  }

  /// The match between a name and the words that it holds.
  ///
  /// The place is one of ``places(in:)``, whose address holds the other words. A number belongs to a word next to it,
  /// with which a name or an address has to hold it: `Main St 2` is not a place called `Cafe 2` in Main St.
  ///
  /// - Parameters:
  ///   - names: The names of the place.
  ///   - texts: Its addresses.
  ///   - isStation: Whether it is a station.
  /// - Returns: `nil` if the names hold no word that has letters, or the place lacks a word for stations.
  func match(_ names: ByteView, at texts: [ByteView], isStation: Bool) -> NameRank.Match? {
    let isHeld = matchers.map { $0.matches(names) }
    let held = words.indices.filter { isHeld[$0] }
    guard held.contains(where: { !isNumber[$0] }) else { return nil }
    for number in words.indices {
      if isStationWord[number], !isHeld[number], !isStation { return nil }
      guard isNumber[number] else { continue }
      let isNamed = isHeld[number] && neighbours(of: number).contains { isHeld[$0] }
      guard isNamed || texts.contains(where: { holds(number, $0) }) else { return nil }
    }
    let name = held.map { words[$0] }.joined(separator: " ")
    return TypedName(name).match(names, isStation: isStation, isLoose: false)
  }

  private func neighbours(of number: Int) -> [Int] { [number - 1, number + 1].filter(words.indices.contains) }

  /// Whether an address holds a word and one next to it.
  private func holds(_ number: Int, _ text: ByteView) -> Bool {
    addresses[number].match(text) != nil && neighbours(of: number).contains { addresses[$0].match(text) != nil }
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
