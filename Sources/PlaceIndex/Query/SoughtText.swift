import Domain

/// A text of a query, prepared for the search in one index, with what is known of where it is there.
struct SoughtText: Sendable {
  /// What it depends on: the text, and the categories of the places that it is sought among.
  struct Key: Equatable {
    let text: String
    let categories: [PlaceCategory]
  }

  /// What every place has that matches, and how to find those places.
  struct Grams: Sendable {
    let patterns: [GramPattern]
    /// The places of an area up to which reading them takes less time than finding those with the grams; `nil` for
    /// not known yet.
    var worth: Int?
  }

  let matcher: KeywordMatcher
  let address: TypedAddress
  /// The chains that may have the text in a further name.
  let chains: SoughtChains
  var ofNames: Grams
  var ofAddresses: Grams
  /// Whether a place anywhere has such a name; `nil` for not known yet.
  var isName: Bool?

  init(_ text: String, in content: IndexContent) throws(IndexHeader.FormatError) {
    let matcher = KeywordMatcher(text)
    self.matcher = matcher
    chains = try SoughtChains(content, where: matcher.matchesPart)
    address = TypedAddress(text)
    ofNames = Grams(patterns: matcher.patterns)
    ofAddresses = Grams(patterns: address.patterns)
  }
}
