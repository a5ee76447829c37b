import Domain

extension IndexContent {
  /// Whether the file is still the one that was opened, as far as its header tells.
  ///
  /// Whoever copies another file over it writes the header first, and whoever cuts it short leaves zeros there
  /// (``MappedFiles``): what was read before the header was still the old one is of the old file. A few bytes changed in
  /// the middle do not show here; `verify` finds them, as it does when they were changed before.
  var isUnchanged: Bool {
    !bytes.isFile || bytes.number(at: IndexLayout.headerChecksumOffset) == header.ownChecksum
  }

  /// Reads the file, and lets go of what was read when the file changed meanwhile.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - read: What to do.
  /// - Returns: What it returns.
  /// - Throws: `IndexFileError.changed(path:)`, or what is wrong with the file.
  @inline(__always)
  func whileUnchanged<Result>(
    _ path: String,
    _ read: () throws(IndexHeader.FormatError) -> Result
  ) throws(IndexFileError) -> Result {
    do throws(IndexHeader.FormatError) {
      let result = try read()
      guard isUnchanged else { throw .changed }
      return result
    } catch {
      throw IndexFileError(isUnchanged ? error : .changed, path: path)
    }
  }
}
