public import Domain

extension PlaceIndex {
  /// Checks every byte: the checksum of each section, and that points, boxes, order and rows agree.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` with the first part that does not agree.
  /// - Complexity: One pass over the file.
  public func verify() throws(IndexFileError) {
    defer { withExtendedLifetime(content) {} }
    do throws(IndexHeader.Defect) {
      try IndexVerification(content: content).run()
    } catch {
      throw IndexFileError(error, path: path)
    }
  }
}
