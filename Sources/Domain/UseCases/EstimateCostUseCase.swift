/// Tells what a query would cost, without asking it.
public protocol EstimateCostUseCase: Sendable {
  /// Tells what a query would cost.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  /// - Returns: The cost.
  func cost(of query: PlaceQuery, limit: PlaceLimit) -> SearchCost
}

/// What a query would cost.
public struct SearchCost: Sendable, Hashable {
  /// Requests to a service, fewest and most, retries not counted; `0...0` for a source on this machine, and `Int.max` at
  /// the top where there is no bound.
  public let requests: ClosedRange<Int>

  /// Makes a cost.
  public init(requests: ClosedRange<Int>) { self.requests = requests }
}
