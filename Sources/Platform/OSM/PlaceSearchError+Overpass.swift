import Domain

/// The errors of Overpass, which reports that a response is too large, or truncates it.
extension PlaceSearchError {
  /// The number of elements from which a response (over 1 MB) may be too large for the server or the connection.
  private static let largeCount = 5_000

  /// Makes the error of an incomplete response.
  ///
  /// - Parameters:
  ///   - detail: The defect.
  ///   - count: The number of elements counted at the start of the response; `nil` if it ended before.
  /// - Returns: The error, which says that the response was too large if it had many elements.
  static func incompleteResponse(_ detail: String, counting count: Int?) -> PlaceSearchError {
    (count ?? 0) > largeCount
      ? .serviceFailing(status: 200, code: nil, message: detail) : .untrustworthy(.unreadable(detail: detail))
  }

  /// Whether the response was too large.
  var isTooMuch: Bool {
    switch self {
    case .untrustworthy(.tooLarge), .serviceFailing(200, _, _): true
    default: false
    }
  }

  /// Whether the server or the network failed.
  ///
  /// A smaller query helps only if the response was large.
  var isTrouble: Bool {
    switch self {
    case .untrustworthy(.contentType), .untrustworthy(.notUTF8), .untrustworthy(.unreadable), .timedOut, .unreachable:
      true
    case .throttled(let status, _, _): status != 429
    case .serviceFailing(let status, _, _): status != 200
    default: false
    }
  }

  /// Returns whether smaller parts may succeed.
  ///
  /// - Parameter expected: The number of elements in the response, if known.
  /// - Returns: Whether to request a smaller area instead.
  func mayHelpToHalve(expecting expected: Int?) -> Bool {
    isTooMuch || (isTrouble && (expected ?? 0) > Self.largeCount)
  }
}
