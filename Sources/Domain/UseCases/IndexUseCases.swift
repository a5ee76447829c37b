/// Builds an index file out of open data.
public protocol BuildIndexUseCase: Sendable {
  /// Reads the inputs and writes one index; what stood at the output before stays until the new index is complete.
  ///
  /// - Parameters:
  ///   - request: What to read, what to write, and by which rules.
  ///   - progress: Told now and then how far the reading has come; called on any thread.
  /// - Returns: What was built and what was left out.
  /// - Throws: When an input cannot be read, no place is left, or the output cannot be written.
  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport
}

/// Tells what an index file says about itself.
public protocol InspectIndexUseCase: Sendable {
  /// Tells what an index says about itself.
  ///
  /// - Parameter path: An index file.
  /// - Returns: The summary.
  /// - Throws: When the file cannot be read, is no index, is of a newer version, or its header is damaged.
  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary
}

/// Tells whether an index file is valid.
public protocol VerifyIndexUseCase: Sendable {
  /// Checks every byte of an index: checksums, and that every part agrees with every other.
  ///
  /// - Parameter path: An index file.
  /// - Returns: The summary of the valid index.
  /// - Throws: The first error found.
  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary
}
