/// A place that the program has stored or found by its id, with the centre of its query.
public struct StoredPlace: Sendable, Hashable {
  /// The location of a stored place.
  public enum Origin: String, Sendable, Hashable {
    /// The place is in one of the last results.
    case result
    /// The place is among the saved places.
    case saved
    /// The place is in the current index.
    case index
  }

  /// The place, with its distance from the centre.
  public let found: FoundPlace
  /// The centre of the query; `nil` if there is none.
  public let center: Coordinate?
  /// The bearing from the centre in degrees clockwise from north, 0..<360; `nil` without a centre.
  public let bearing: Double?
  public let source: Source
  /// The attribution that the data's licence requires.
  public let attribution: String?
  /// The location where the program found the place.
  public let origin: Origin

  public init(
    found: FoundPlace,
    center: Coordinate?,
    bearing: Double?,
    source: Source,
    attribution: String?,
    origin: Origin
  ) {
    self.found = found
    self.center = center
    self.bearing = bearing
    self.source = source
    self.attribution = attribution
    self.origin = origin
  }
}

/// A place that the user saved.
public struct SavedPlace: Sendable, Hashable {
  /// The place as it was in its result.
  public let place: StoredPlace
  /// The user's note; `nil` if there is none.
  public let note: String?
  /// The time when the user saved the place, in seconds since 1970-01-01 00:00 UTC.
  public let savedAtSeconds: Int64

  public init(place: StoredPlace, note: String?, savedAtSeconds: Int64) {
    self.place = place
    self.note = note
    self.savedAtSeconds = savedAtSeconds
  }

  /// The id under which the place is saved.
  public var id: String { Self.id(of: place.found.place) }

  /// Returns the id under which a place is saved: the source's id or, for an address, its name.
  public static func id(of place: Place) -> String { place.id.isEmpty ? place.name ?? "" : place.id }

  /// Returns whether two places with the same id may be the same place, renamed or moved meanwhile: by name, or within
  /// about a kilometre.
  ///
  /// Indexes of different files may use the same ids.
  package static func mayBeSame(_ one: Place, _ other: Place) -> Bool {
    one.name == other.name
      || abs(one.coordinate.latitude - other.coordinate.latitude) < 0.01
        && abs(one.coordinate.longitude - other.coordinate.longitude) < 0.01
  }
}
