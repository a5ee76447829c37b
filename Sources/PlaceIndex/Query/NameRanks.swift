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
