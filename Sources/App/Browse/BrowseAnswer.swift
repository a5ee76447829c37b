import Domain

/// What the list shows: the query that stands in the title, and the answer to it, with all places loaded so far.
///
/// One value, so that no list can stand under another query's title.
struct BrowseAnswer: Sendable, Hashable {
  let query: PlaceQuery
  var places: [FoundPlace] { didSet { filterTexts = places.map(Self.filterText) } }
  var totalCount: Int?
  var isComplete: Bool
  /// Where the places came from; `nil` while the query is not answered.
  var provenance: Provenance?
  /// Why there is no place: that nothing was found, or why the query was not answered.
  var reason: String?
  /// The text that the filter searches, for each place; made once, because making it at each key would be too slow.
  private(set) var filterTexts: [FilterText]

  init(unanswered query: PlaceQuery) {
    self.query = query
    places = []
    totalCount = 0
    isComplete = false
    filterTexts = []
  }

  init(_ collection: PlaceCollection, to query: PlaceQuery) {
    self.query = query
    places = collection.places
    totalCount = collection.totalCount
    isComplete = collection.isComplete
    provenance = collection.provenance
    if places.isEmpty {
      reason = EmptyAnswer(query: query, source: collection.provenance.source, page: nil, gap: collection.gap).sentence
    }
    filterTexts = places.map(Self.filterText)
  }

  private static func filterText(of found: FoundPlace) -> FilterText {
    let place = found.place
    let fields = [place.name, place.categoryText, place.roadAddress, place.lotAddress, place.phone, place.categoryPath]
    return FilterText(fields.compactMap(\.self).joined(separator: "\n"))
  }
}

/// The text of a place as the filter searches it: lower case and composed (NFC), as bytes.
///
/// `String.contains` compares whole characters: for 10,000 places it takes 15 ms, a whole frame of 60 Hz.
struct FilterText: Sendable, Hashable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.lowercased().composed.utf8) }

  /// The words of a filter; a text passes when it contains all of them.
  static func words(of filter: String) -> [FilterText] { filter.split(separator: " ").map { FilterText(String($0)) } }

  func contains(_ words: [FilterText]) -> Bool { words.allSatisfy(contains) }

  private func contains(_ word: FilterText) -> Bool {
    let (text, word) = (bytes.span, word.bytes.span)
    guard !word.isEmpty else { return true }
    var start = 0
    while start + word.count <= text.count {
      if text[start] == word[0] {
        var length = 1
        while length < word.count, text[start + length] == word[length] { length += 1 }
        if length == word.count { return true }
      }
      start += 1
    }
    return false
  }
}
