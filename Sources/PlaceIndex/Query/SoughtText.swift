import Domain

/// The text of a query, prepared for a search in one index, with its cached matches.
struct SoughtText: Sendable {
  /// The cache key: the text, and the categories of the places to search.
  struct Key: Equatable {
    let text: String
    let categories: [PlaceCategory]
  }

  /// The places of the categories that match: by their names or, if no name matches, by their addresses.
  struct Places: Sendable {
    /// The positions, sorted.
    let positions: [UInt32]
    let areByAddress: Bool
    /// The same places as a filter; `nil` if they are few.
    let filter: CategoryFilter?
  }

  let matcher: KeywordMatcher
  let address: TypedAddress
  /// The chains that may have the text in an alternative name.
  let chains: SoughtChains
  /// Whether any place of the categories has the text in its name; `nil` if unknown yet.
  var isName: Bool?
  /// The matching places; `nil` if unknown yet.
  var places: Places?

  init(_ text: String, in content: IndexContent) throws(IndexHeader.FormatError) {
    let matcher = KeywordMatcher(text)
    self.matcher = matcher
    chains = try SoughtChains(content, where: matcher.matchesPart)
    address = TypedAddress(text)
  }
}
