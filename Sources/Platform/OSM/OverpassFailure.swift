import Domain

/// The reason why Overpass returned no complete response, and its size if known.
struct OverpassFailure: Error, Sendable, Hashable {
  /// The number of elements from which a response (over 1 MB) may be too large for the server or the connection.
  static let largeCount = 5_000

  let cause: PlaceSearchError
  /// The number of elements counted at the start of the response; `nil` if it ended before.
  var counted: Int?

  /// Whether the server or the client reported that the response is too large.
  var isTooMuch: Bool {
    switch cause {
    case .untrustworthy(.tooLarge), .serviceFailing(200, _, _): true
    default: false
    }
  }

  /// Whether the server or the network failed.
  ///
  /// A smaller query helps only if the response was large.
  var isTrouble: Bool {
    switch cause {
    case .untrustworthy(.contentType), .untrustworthy(.notUTF8), .untrustworthy(.unreadable), .timedOut: true
    case .throttled(let status, _, _): status != 429
    case .serviceFailing(let status, _, _): status != 200
    default: false
    }
  }

  /// Whether smaller parts may succeed.
  ///
  /// - Parameter expected: The number of elements in the response, if known.
  /// - Returns: Whether to request a smaller area instead.
  func mayHelpToHalve(expecting expected: Int?) -> Bool {
    isTooMuch || (isTrouble && max(counted ?? 0, expected ?? 0) > Self.largeCount)
  }
}
