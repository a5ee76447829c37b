import Domain

/// The text of a query as one index finds it, with its cached matches.
struct TextLookup: Sendable {
  /// The cache key: the text, and the categories of the places to search.
  struct Key: Equatable {
    let text: String
    let categories: [PlaceCategory]
  }

  /// The places of the categories that match best.
  struct Places: Sendable {
    /// The positions, sorted.
    let positions: [UInt32]
    /// The part of the places that has the text.
    let match: TextMatch
    /// The same places as a filter; `nil` if they are few.
    let filter: PlaceFilter?
  }

  let matcher: KeywordMatcher
  let address: TypedAddress
  /// The text as a name and a part of an address; `nil` for a single word.
  private(set) lazy var both = TypedNameAndAddress(value)
  private let value: String
  /// The chains that may have the text in an alternative name.
  let chains: MatchingChains
  /// Whether a place of the categories is known to have the text in its name.
  var isName = false
  /// The matching places; `nil` if unknown yet.
  var places: Places?

  init(_ text: String, in content: IndexContent) throws(IndexHeader.FormatError) {
    let matcher = KeywordMatcher(text)
    self.matcher = matcher
    chains = try MatchingChains(content, where: matcher.matchesPart)
    address = TypedAddress(text)
    value = text
  }

  /// The matches with addresses, best first.
  var matchesBeyondNames: [TextMatch] {
    mutating get {
      guard both != nil else { return [.address] }
      return address.hasNumber ? [.address, .nameAndAddress] : [.wholeNameAndAddress, .address, .nameAndAddress]
    }
  }
}
