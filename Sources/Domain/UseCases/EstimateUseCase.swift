/// Estimates the cost of a query and names its source, without sending requests.
public protocol EstimateUseCase: Sendable {
  /// Estimates the cost of a query.
  ///
  /// - Parameter query: The query, with its limit.
  /// - Returns: The cost.
  /// - Throws: An error if the source doesn't support the query, for example because its centre, box or radius is out
  ///   of range.
  func cost(of query: PlaceQuery) throws(PlaceSearchError) -> SearchCost

  /// Returns the provenance of every result, without the number of its requests.
  func provenance() -> Provenance
}

/// The cost of a query.
public struct SearchCost: Sendable, Hashable {
  /// The minimum and maximum number of requests to a service without retries: `0...0` for a local source, and a maximum
  /// of `Int.max` if it is unlimited.
  public let requests: ClosedRange<Int>
  /// The number of requests with a density of ``placesPerSquareKilometer``; `nil` if ``requests`` suffices, or no area
  /// limits the search.
  public let likely: ClosedRange<Int>?
  /// The area with latitudes and longitudes swapped, if it reaches a local source and the area of the query doesn't;
  /// `nil` otherwise.
  public let swappedArea: SearchArea?

  /// The likely number of matches per square kilometre, from a rare kind in a suburb to a common kind in a city.
  public static let placesPerSquareKilometer = 1...20

  /// The expected requests: ``likely``, or else ``requests``.
  public var expected: ClosedRange<Int> { likely ?? requests }

  public init(requests: ClosedRange<Int>, likely: ClosedRange<Int>? = nil, swappedArea: SearchArea? = nil) {
    self.requests = requests
    self.likely = likely
    self.swappedArea = swappedArea
  }
}
