/// Estimates the cost of a query and names the source of its result, without sending anything.
public protocol EstimateUseCase: Sendable {
  /// Estimates the cost of a query.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  /// - Returns: The cost.
  /// - Throws: When the source does not support the query: its centre, box or radius is out of range.
  func cost(of query: PlaceQuery, limit: PlaceLimit) throws(PlaceSearchError) -> SearchCost

  /// The provenance of every result, except for the number of its requests.
  func provenance() -> Provenance
}

/// The cost of a query.
public struct SearchCost: Sendable, Hashable {
  /// The minimum and maximum number of requests to a service, without retries: `0...0` for a source on this machine,
  /// and `Int.max` as the maximum where there is no bound.
  public let requests: ClosedRange<Int>
  /// The requests where a square kilometre holds ``placesPerSquareKilometer`` that match; `nil` where ``requests`` says
  /// it, or no area bounds the search.
  public let likely: ClosedRange<Int>?

  /// How many places a square kilometre likely holds: from those of a rare kind in a suburb to those of a common one in
  /// a city.
  public static let placesPerSquareKilometer = 1...20

  /// The requests to expect: those that are likely, or all that are possible.
  public var expected: ClosedRange<Int> { likely ?? requests }

  public init(requests: ClosedRange<Int>, likely: ClosedRange<Int>? = nil) {
    self.requests = requests
    self.likely = likely
  }
}
