/// Builds, describes and verifies index files, and finds the fetched ones.
public protocol IndexUseCase: Sendable {
  /// Reads the inputs and writes one index; an existing file at the output is replaced in one step at the end.
  ///
  /// - Parameters:
  ///   - request: What to read, what to write, and by which rules.
  ///   - progress: Called from time to time with the progress of the reading, on any thread.
  /// - Returns: What was built and what was left out.
  /// - Throws: When an input cannot be read, no place is left, or the output cannot be written.
  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport

  /// Reads the summary of an index.
  ///
  /// - Parameter path: An index file.
  /// - Returns: The summary.
  /// - Throws: When the file cannot be read, is not an index, has a newer version, or has a damaged header.
  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary

  /// Lists the categories of indexes: the groups, the kinds, then the sources' own with most places first.
  ///
  /// - Parameter paths: Index files; a place that two of them hold counts in each.
  /// - Returns: The categories that have places.
  /// - Throws: As ``summary(ofIndexAt:)``.
  func categories(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexCategory]

  /// Lists the keys of further facts of indexes, in their order.
  ///
  /// - Parameter paths: Index files; a place that two of them hold counts in each.
  /// - Returns: The keys that places have.
  /// - Throws: As ``summary(ofIndexAt:)``.
  func attributeKeys(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexKey]

  /// Lists the indexes of a directory, by name.
  ///
  /// - Parameter directory: A directory, which may be missing.
  /// - Returns: The files whose names end in `.pfx`, also those that cannot be read.
  /// - Complexity: A look at the header of each file.
  func indexes(in directory: String) async -> [IndexListing]

  /// Checks every byte of an index: its checksums, and that its parts are consistent.
  ///
  /// - Parameter path: An index file.
  /// - Returns: The summary of the valid index.
  /// - Throws: The first error found.
  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary

  /// Finds the fetched index that holds the areas of all queries: the smallest, of equal ones the newest.
  ///
  /// - Parameters:
  ///   - queries: The queries; a file that can't be read is skipped.
  ///   - directory: The directory of the fetched indexes.
  ///   - isWhole: Whether it has to hold the whole areas, and every place asked for; else a part is enough.
  /// - Returns: The index; `nil` when none holds them.
  /// - Complexity: A look at the header of each file.
  func fetchedIndex(for queries: [PlaceQuery], in directory: String, isWhole: Bool) -> FetchedIndex?

  /// The fetched indexes of a directory, by name.
  func fetchedIndexes(in directory: String) -> [IndexSummary]
}

/// Fetches the places of an area from a service, and keeps them as an index.
public protocol FetchIndexUseCase: Sendable {
  /// Fetches an area in parts, which wait on this machine until all of them are there.
  ///
  /// - Parameters:
  ///   - request: Which places, and what to write.
  ///   - progress: Called after each part, on any thread.
  /// - Returns: What was built.
  /// - Throws: When there is too much, the service does not answer, or nothing can be written. No index is written
  ///   then.
  /// - Complexity: A request for each square degree and for each 20 000 places, and more where the service gives only
  ///   a part.
  func fetch(
    _ request: IndexFetchRequest,
    progress: (@Sendable (IndexFetchProgress) -> Void)?
  ) async throws(IndexFetchError) -> IndexBuildReport
}
