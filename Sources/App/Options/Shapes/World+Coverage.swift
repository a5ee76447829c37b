import Domain

extension World {
  /// The largest file of polygons that is read, in bytes.
  private static let maximumPolygonBytes = 1 << 26

  /// The coverage of an extract that is read without an index: the polygons next to it.
  func coverage(ofExtractAt path: String) throws(Failure) -> DeclaredCoverage? {
    guard let polygonPath = ExtractName(path)?.polygonPaths.first(where: files.exists) else { return nil }
    let bytes: [UInt8]
    do { bytes = try files.contents(of: polygonPath, limit: Self.maximumPolygonBytes) } catch { throw Failure(error) }
    let area: PolygonArea
    do throws(ShapeError) {
      area = try ShapeText.draft(ofFile: bytes, as: .polygons).area(called: polygonPath) { _ in }
    } catch {
      throw .shape(error, as: .polygons, in: polygonPath, isFile: true)
    }
    return DeclaredCoverage(path: path, polygonPath: polygonPath, area: .polygons(area, center: nil))
  }
}
