/// The places collected for a query, and whether they are all of them.
public struct PlaceCollection: Sendable, Hashable {
  /// The places, in the order of the query.
  public let places: [FoundPlace]
  /// How many places match in all, as far as the source says.
  public let totalCount: Int
  /// Whether the places are everything that matches; never true in doubt.
  public let isComplete: Bool
  /// Whether places are missing because the time was over.
  public let isTimeUp: Bool
  /// Where the places came from.
  public let provenance: Provenance

  /// Makes a collection.
  public init(
    places: [FoundPlace],
    totalCount: Int,
    isComplete: Bool,
    isTimeUp: Bool = false,
    provenance: Provenance
  ) {
    self.places = places
    self.totalCount = totalCount
    self.isComplete = isComplete
    self.isTimeUp = isTimeUp
    self.provenance = provenance
  }
}
