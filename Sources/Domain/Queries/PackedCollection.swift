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
