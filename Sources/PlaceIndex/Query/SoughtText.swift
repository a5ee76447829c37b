import Domain

/// A text of a query, prepared for the search in one index, with what is known of where it is there.
struct SoughtText: Sendable {
  /// What it depends on: the text, and the categories of the places that it is sought among.
  struct Key: Equatable {
    let text: String
    let categories: [PlaceCategory]
  }

  /// The places of the categories that have it: in their names or, when no name has it, in their addresses.
  struct Places: Sendable {
    /// In order.
    let positions: [UInt32]
    let areByAddress: Bool
    /// The same places as a filter; `nil` when they are few.
    let filter: CategoryFilter?
  }

  let matcher: KeywordMatcher
  let address: TypedAddress
  /// The chains that may have the text in a further name.
  let chains: SoughtChains
  /// Whether a place of the categories has it in its name; `nil` for not known yet.
  var isName: Bool?
  /// `nil` for not known yet.
  var places: Places?

  init(_ text: String, in content: IndexContent) throws(IndexHeader.FormatError) {
    let matcher = KeywordMatcher(text)
    self.matcher = matcher
    chains = try SoughtChains(content, where: matcher.matchesPart)
    address = TypedAddress(text)
  }
}
