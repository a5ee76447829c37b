/// The room and the means that a map in characters has.
struct MapWindow: Sendable, Hashable {
  /// Columns.
  var width: Int
  /// Lines; `nil` when the output is no window and may be as long as it needs.
  var height: Int?
  /// The characters to draw with.
  var glyphs: MapGlyphs
  /// Whether escape sequences may be written.
  var isColored: Bool

  /// The smallest window that a map is drawn for; a smaller one cuts it.
  static let smallest = (width: 60, height: 20)
}
