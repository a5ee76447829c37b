/// The area of an OpenStreetMap extract, declared by the polygons that the extract was cut with.
public struct DeclaredCoverage: Sendable, Hashable {
  /// The extract.
  public let path: String
  /// The file of the polygons.
  public let polygonPath: String
  public let area: SearchArea

  public init(path: String, polygonPath: String, area: SearchArea) {
    self.path = path
    self.polygonPath = polygonPath
    self.area = area
  }
}
