/// The pairs of coordinates that a row may have, by priority.
package enum CoordinateSlot: UInt8, CaseIterable {
  /// The geometry of a feature, or a pair of columns that the caller named.
  case geometry
  /// Columns that are marked as WGS 84 degrees; the mark `wgs84` isn't part of the name.
  case geodetic
  /// Columns called latitude and longitude.
  case degrees
  /// Columns with longer names that end in these words, or with names that have another meaning elsewhere.
  case degreesWithin
  /// Both coordinates in one text or object.
  case coordinate
  /// Columns called x and y; only the values show their units.
  case plane
}
