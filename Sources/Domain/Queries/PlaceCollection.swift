/// The places collected for a query, and whether they are all of them.
public struct PlaceCollection: Sendable, Hashable {
  /// Why a search ended before it was through.
  public enum EarlyEnd: Sendable, Hashable {
    /// The time was over.
    case timeUp
    /// The requests that all queries of the run together may cost were used up; their number.
    case budgetSpent(requests: Int)
  }

  /// The places, in the order of the query.
  public let places: [FoundPlace]
  /// How many places match in all, as far as the source says.
  public let totalCount: Int
  /// Whether the places are everything that matches; never true in doubt.
  public let isComplete: Bool
  /// Why places are missing that the source could have given; `nil` when none are.
  public let earlyEnd: EarlyEnd?
  /// Where the places came from.
  public let provenance: Provenance

  /// Makes a collection.
  public init(
    places: [FoundPlace],
    totalCount: Int,
    isComplete: Bool,
    earlyEnd: EarlyEnd? = nil,
    provenance: Provenance
  ) {
    self.places = places
    self.totalCount = totalCount
    self.isComplete = isComplete
    self.earlyEnd = earlyEnd
    self.provenance = provenance
  }
}
