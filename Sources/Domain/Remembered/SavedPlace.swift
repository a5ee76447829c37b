/// A place of an earlier answer, and the centre of that answer.
public struct RecalledPlace: Sendable, Hashable {
  /// Where a place was found.
  public enum Origin: String, Sendable, Hashable {
    /// In one of the last answers.
    case answer
    /// Among the saved places.
    case saved
    /// In the index in use.
    case index
  }

  /// The place, with its distance from the centre.
  public let found: FoundPlace
  /// The centre of the answer; `nil` for none.
  public let center: Coordinate?
  /// The direction from the centre to the place, in degrees clockwise from north, 0..<360; `nil` without a centre.
  public let bearing: Double?
  /// The source of the place.
  public let source: Provenance.Source
  /// The notice that the data's licence requires.
  public let attribution: String?
  /// Where it was found.
  public let origin: Origin

  public init(
    found: FoundPlace,
    center: Coordinate?,
    bearing: Double?,
    source: Provenance.Source,
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
  /// The place as it was found.
  public let place: RecalledPlace
  /// The user's note; `nil` for none.
  public let note: String?
  /// When it was saved, in seconds since 1970-01-01 00:00 UTC.
  public let savedAtSeconds: Int64

  public init(place: RecalledPlace, note: String?, savedAtSeconds: Int64) {
    self.place = place
    self.note = note
    self.savedAtSeconds = savedAtSeconds
  }

  /// What the place is saved under.
  public var id: String { Self.id(of: place.found.place) }

  /// What a place is saved under: the source's own key, or the name of an address, which has no key.
  public static func id(of place: Place) -> String { place.id.isEmpty ? place.name ?? "" : place.id }
}
