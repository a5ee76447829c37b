public import Domain

extension PlaceIndex {
  /// Checks every byte: the checksum of each section, and that points, boxes, order and rows agree.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` with the first part that does not agree.
  /// - Complexity: One pass over the file.
  public func verify() throws(IndexFileError) {
    defer { withExtendedLifetime(content) {} }
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      try IndexVerification(content: content).run()
    }
  }
}
