extension RowDraft {
  /// What a geometry is.
  enum GeometryKind {
    case unknown
    case point
    case line
    case area

    /// Reads the type of a GeoJSON geometry.
    init(type: ByteView) {
      if type.equals("Point") || type.equals("MultiPoint") {
        self = .point
      } else {
        self = type.equals("LineString") || type.equals("MultiLineString") ? .line : .area
      }
    }
  }
}
