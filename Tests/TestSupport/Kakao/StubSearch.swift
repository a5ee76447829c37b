/// The parsed parameters of a search.
package struct StubSearch: Sendable, Hashable {
  package var groupCodes: [String] = []
  package var query: String?
  /// The longitude of the centre in degrees.
  package var x: Double?
  /// The latitude of the centre in degrees.
  package var y: Double?
  package var radiusInMeters: Int?
  /// West, south, east and north in degrees.
  package var rect: [Double]?
  package var page = 1
  package var size = 15
  package var sortsByDistance = false

  package init() {}
}

/// The result of a ``KakaoStub``, before it is encoded as JSON.
package struct StubResponse: Sendable {
  /// A place and its distance in whole metres; `nil` if the centre was ignored.
  package struct Document: Sendable {
    package let place: StubPlace
    package let meters: Int?
  }

  package var documents: [Document]
  package var totalCount: Int
  package var pageableCount: Int
  package var isEnd: Bool
}

/// The last 1...4 documents of the last reachable page.
package enum KeywordTail: Sendable, CaseIterable {
  /// The correct documents.
  case own
  /// The correct documents in another order.
  case permuted
  /// Documents from farther away, which belong on unreachable pages; the correct ones are never returned.
  case foreign
}

/// Deviations of a ``KakaoStub`` from the known behaviour of the service.
package struct StubQuirks: Sendable {
  /// Uses its own order, although sorting by distance was requested.
  package var ignoresSort = false
  /// Ignores `x` and `y` if a rectangle is given: no distances, own order.
  package var ignoresOriginWithRect = false
  /// Shuffles the last 1...4 documents of every n-th page.
  package var disordersTailOfEveryNthPage: Int?
  /// Limits paging to fewer than 45 places.
  package var pageableCap = 45
  /// Never sets `is_end`.
  package var neverEnds = false
  /// Repeats the first page.
  package var repeatsFirstPage = false
  /// An error added to every `total_count`.
  package var countError = 0
  /// Alternates `total_count` by one from call to call.
  package var countDrifts = false
  /// The end of the last page of a keyword search with more places than paging can reach.
  package var keywordTail = KeywordTail.own
  /// Counts but never returns every n-th place.
  package var hidesEveryNthPlace: Int?
  /// Repeats the first place of every n-th page in place of the second.
  package var repeatsPlaceOnEveryNthPage: Int?
  /// Omits the second place of every n-th page.
  package var dropsPlaceOfEveryNthPage: Int?
  /// Ignores rectangles and returns places from everywhere.
  package var ignoresRect = false
  /// Compares places with rectangles at the 0.4 m resolution to which centres are rounded.
  package var roundsRectangles = false
  /// Replaces every `total_count`.
  package var reportedCount: Int?
  /// Includes places whose whole metres equal the radius, although the exact distance is larger.
  package var radiusTakesWholeMeters = false

  package init() {}
}
