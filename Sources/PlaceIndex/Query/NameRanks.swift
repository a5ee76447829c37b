import Domain
import Tables

/// The places that match a name: their number, and the first places by rank.
struct NameRanks: Sendable {
  private let content: IndexContent
  private let chains: MatchingChains
  /// The places, best rank first.
  private(set) var ranks: FirstElements<NameRank>
  /// The ranks of category entries, far fewer than places; `nil` for entries that haven't been ranked yet.
  private var sourceCategories: [Int?]

  init(_ content: IndexContent, _ chains: MatchingChains, limit: Int) {
    self.content = content
    self.chains = chains
    ranks = FirstElements(limit: limit, by: <)
    sourceCategories = Array(repeating: nil, count: content.categoryCount)
  }

  mutating func add(_ row: RowFormat, at position: UInt32, typed: TypedName, isLoose: Bool) {
    chains.withNames(of: row, at: position) { add(row, key: $0, at: position, typed: typed, isLoose: isLoose) }
  }

  private mutating func add(
    _ row: RowFormat,
    key: ByteView,
    at position: UInt32,
    typed: TypedName,
    isLoose: Bool
  ) {
    // The comparison of bytes rules out almost every row.
    let holdsWords = typed.matcher.matches(key)
    let holdsLetters = isLoose && typed.mayBeContained(in: key)
    guard holdsWords || holdsLetters || TypedName.mayHold(typed.stem, in: key) else { return }
    let sourceCategory = sourceCategory(at: position)
    let best = NameRank(match: .exact, sourceCategory: sourceCategory, length: 0, position: 0)
    if holdsWords, !isLoose, ranks.skip(notBefore: best) { return }
    let isStation = sourceCategory <= NameRank.lastStation
    let match = typed.match(key, isStation: isStation, isLoose: isLoose || !holdsWords)
    guard let match, holdsWords || holdsLetters || isStation && match == .exact else { return }
    ranks.add(
      NameRank(
        match: match,
        isSpelledOtherwise: typed.isSpelledOtherwise(in: row[.name]),
        sourceCategory: sourceCategory,
        length: row.length(of: .name),
        position: position
      )
    )
  }

  /// Adds a place whose name and address together contain a text.
  ///
  /// If `isExact`, the name must have no further words.
  mutating func add(_ row: RowFormat, at position: UInt32, _ typed: TypedNameAndAddress, isExact: Bool) {
    chains.withNames(of: row, at: position) { names in
      let rank = sourceCategory(at: position)
      let addresses = [row[.roadAddress], row[.lotAddress]]
      let match = typed.match(names, at: addresses, isStation: rank <= NameRank.lastStation)
      guard let match, !isExact || match == .exact else { return }
      let length = row.length(of: .name)
      ranks.add(NameRank(match: match, sourceCategory: rank, length: length, position: position))
    }
  }

  /// Returns the rank of a place's category.
  mutating func sourceCategory(at position: UInt32) -> Int {
    let number = content.categoryNumber(at: position)
    if number < sourceCategories.count, let known = sourceCategories[Int(number)] { return known }
    let entry = content.category(number)
    let rank = NameRank.sourceCategory(of: entry?.shownGroup, entry?.text.text ?? "")
    if number < sourceCategories.count { sourceCategories[Int(number)] = rank }
    return rank
  }
}
