/// A query and the amount of its answer that was wanted.
public struct AskedQuery: Sendable, Hashable {
  /// How much of an answer is wanted.
  public enum Amount: Sendable, Hashable {
    /// Places up to a limit.
    case collection(PlaceLimit)
    /// One page of the source.
    case page(PageRequest)
  }

  /// What to look for and where.
  public let query: PlaceQuery
  /// How much of the answer was wanted.
  public let amount: Amount

  /// Pairs a query with an amount.
  public init(query: PlaceQuery, amount: Amount) {
    self.query = query
    self.amount = amount
  }
}
