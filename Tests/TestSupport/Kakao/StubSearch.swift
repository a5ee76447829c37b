/// One search as a ``KakaoStub`` understands it, after the parameters were read.
package struct StubSearch: Sendable, Hashable {
  package var groupCodes: [String] = []
  package var query: String?
  /// Degrees east; with ``y`` the centre.
  package var x: Double?
  /// Degrees north; with ``x`` the centre.
  package var y: Double?
  package var radiusInMeters: Int?
  /// West, south, east, north in degrees.
  package var rect: [Double]?
  package var page = 1
  package var size = 15
  package var sortsByDistance = false

  package init() {}
}

/// The answer of a ``KakaoStub`` before it is written as JSON.
package struct StubAnswer: Sendable {
  /// A place with its distance in whole metres, `nil` when the centre was not taken.
  package struct Document: Sendable {
    package let place: StubPlace
    package let meters: Int?
  }

  package var documents: [Document]
  package var totalCount: Int
  package var pageableCount: Int
  package var isEnd: Bool
}

/// The last 1...4 documents of the last page that can be reached.
package enum KeywordTail: Sendable, CaseIterable {
  /// Those that belong there.
  case own
  /// Those that belong there, in another order.
  case permuted
  /// Some from farther away, which belong on pages that cannot be reached; those that belong there are never shown.
  case foreign
}

/// What a ``KakaoStub`` does besides what the real service is known to do.
package struct StubQuirks: Sendable {
  /// Answers in an order of its own although the distance was asked for.
  package var ignoresSort = false
  /// Ignores `x` and `y` when a rectangle is given: no distances, own order.
  package var ignoresOriginWithRect = false
  /// The last 1...4 documents of every n-th page are shuffled.
  package var disordersTailOfEveryNthPage: Int?
  /// Fewer than 45 places can be reached by paging.
  package var pageableCap = 45
  /// `is_end` is never true.
  package var neverEnds = false
  /// Every page is the first one.
  package var repeatsFirstPage = false
  /// Added to every `total_count`.
  package var countError = 0
  /// `total_count` wavers by one from call to call.
  package var countDrifts = false
  /// What stands at the end of the last page of a keyword search that has more places than can be reached.
  package var keywordTail = KeywordTail.own
  /// Positions of places that are counted and never shown: every n-th.
  package var hidesEveryNthPlace: Int?
  /// Every n-th page has its first place twice, and its second not at all.
  package var repeatsPlaceOnEveryNthPage: Int?
  /// Every n-th page lacks its second place.
  package var dropsPlaceOfEveryNthPage: Int?
  /// Answers a rectangle with places from everywhere.
  package var ignoresRect = false
  /// Compares places with rectangles on the grid of 0.4 m that centres are rounded to.
  package var roundsRectangles = false
  /// Given as every `total_count`.
  package var countTold: Int?
  /// Includes places whose whole metres equal the radius although the exact distance is larger.
  package var radiusTakesWholeMeters = false

  package init() {}
}
