/// The area that an extract of OpenStreetMap covers, as the polygons say by which it was cut.
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
