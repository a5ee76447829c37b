import Domain

/// Why Overpass gave no whole answer, and what is known of how large it would have been.
struct OverpassFailure: Error, Sendable, Hashable {
  /// The number of elements from which an answer may be too long for the server or for the way: over a megabyte.
  static let largeCount = 5_000

  let cause: PlaceSearchError
  /// The number of elements that the beginning of the answer counts; `nil` when it came to no count.
  var counted: Int?

  /// Whether the answer was more than a server gives or a client takes, by the word of either.
  var isTooMuch: Bool {
    switch cause {
    case .untrustworthy(.tooLarge), .serviceFailing(200, _, _): true
    default: false
    }
  }

  /// Whether the server had trouble, or something on the way: asking for less is no remedy unless it was much.
  var isTrouble: Bool {
    switch cause {
    case .untrustworthy(.contentType), .untrustworthy(.notUTF8), .untrustworthy(.unreadable), .timedOut: true
    case .throttled(let status, _, _): status != 429
    case .serviceFailing(let status, _, _): status != 200
    default: false
    }
  }

  /// Whether smaller parts may be answered.
  ///
  /// - Parameter expected: The number of elements of the answer, as far as it is known.
  /// - Returns: Whether less should be asked for instead.
  func mayHelpToHalve(expecting expected: Int?) -> Bool {
    isTooMuch || (isTrouble && max(counted ?? 0, expected ?? 0) > Self.largeCount)
  }
}
