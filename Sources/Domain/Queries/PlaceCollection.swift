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

/// A ``PlaceCollection`` in memory that the next one uses again.
///
/// There for speed alone, as ``PackPlacesUseCase`` is.
public struct PackedCollection: Sendable {
  /// The places, in the order of the query.
  public var places = PackedPlaces()
  /// How many places match in all, as far as the source says.
  public var totalCount = 0
  /// Whether the places are everything that matches; never true in doubt.
  public var isComplete = false
  /// Where the places came from; `nil` before the first answer.
  public var provenance: Provenance?

  /// Makes room for answers; there is none yet.
  public init() {}

  /// Makes a packed answer out of a collection.
  public init(_ collection: PlaceCollection) {
    self.init()
    take(collection)
  }

  /// Takes a collection in place of the answer before.
  public mutating func take(_ collection: PlaceCollection) {
    places.removeAll()
    for found in collection.places { places.append(found) }
    totalCount = collection.totalCount
    isComplete = collection.isComplete
    provenance = collection.provenance
  }
}
