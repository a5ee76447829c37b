/// The pairs of coordinates that a row may have, by priority.
package enum CoordinateSlot: UInt8, CaseIterable, BitwiseCopyable {
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

  /// The pairs of columns.
  static let pairs: [CoordinateSlot] = [.geodetic, .degrees, .degreesWithin, .plane]

  var north: ImportField { self == .plane ? .northing : .latitude }
  var east: ImportField { self == .plane ? .easting : .longitude }

  /// Returns the rank of a column's letters among the names of a coordinate in this pair; `nil` for other letters.
  func rank(of letters: String, as field: ImportField) -> Int? {
    FieldNames.coordinates.meanings(of: letters).first { $0.slot == self && $0.field == field }?.rank
  }
}
