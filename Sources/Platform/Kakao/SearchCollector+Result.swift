import Domain

extension SearchCollector {
  /// The places that were collected.
  struct Result: Sendable {
    /// Distinct places, in the order of the query.
    var places: [FoundPlace]
    /// How many match: the places, when they are complete, and otherwise as many as the service counts; `nil` when it
    /// does not count what was searched for.
    var totalCount: Int?
    /// Whether the places are everything that matches.
    var isComplete: Bool
    /// The distance up to which no place is missing, in metres, when the nearest come first; infinite when none is
    /// missing.
    var provenMeters: Double
    /// How many places were dropped because they belong to another question, if that left the places incomplete.
    var droppedCount = 0
    /// Whether a spot holds more places than paging can reach.
    var hasCrowdedSpot = false
  }
}
