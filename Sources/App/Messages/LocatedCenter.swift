import Domain

/// The place that a text means as a centre, and the error if equally good matches are too far apart.
struct LocatedCenter: Sendable {
  private let place: Place
  /// The distance to the farthest equally good match; infinite if not all of them are known.
  private let spread: Double
  private let ambiguity: Failure?

  /// Chooses the first candidate.
  ///
  /// - Parameters:
  ///   - located: At least one candidate.
  ///   - text: The text that the candidates match.
  init(_ located: LocatedPlaces, of text: SearchText) {
    place = located.candidates[0]
    let circle = GreatCircle(from: place.coordinate)
    // If every returned candidate matches equally well, so do the others.
    let isCut = located.rivals.count + 1 >= located.candidates.count && located.totalCount > located.candidates.count
    spread = isCut ? .infinity : located.rivals.map { circle.meters(to: $0) }.max() ?? 0
    ambiguity =
      located.rivals.isEmpty
      ? nil
      : .severalPlaces(
        text.value,
        candidates: located.candidates,
        totalCount: located.totalCount
      )
  }

  /// Returns the place.
  ///
  /// - Parameter radius: The radius of the query; `nil` for the default radius, which also replaces an unlimited one.
  /// - Returns: The first candidate.
  /// - Throws: An error if an equally good match is farther away than the radius.
  func place(within radius: SearchRadius?) throws(Failure) -> Place {
    let radius = radius.flatMap { $0 == .maximum ? nil : $0 } ?? .standard
    if let ambiguity, spread > radius.meters { throw ambiguity }
    return place
  }
}
