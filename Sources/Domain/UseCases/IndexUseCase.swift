/// Builds, describes and verifies index files, and finds downloaded indexes.
public protocol IndexUseCase: Sendable {
  /// Reads inputs and writes one index, which replaces an existing file atomically.
  ///
  /// - Parameters:
  ///   - request: The inputs, the output and the rules.
  ///   - progress: Called occasionally while inputs are read, on any thread.
  /// - Returns: A report on the places and the skipped rows.
  /// - Throws: An error if an input can't be read, no place remains, or the output can't be written.
  func build(
    _ request: IndexBuildRequest,
    progress: (@Sendable (IndexBuildProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport

  /// Reads the summary of an index.
  ///
  /// - Parameter path: The path of an index file.
  /// - Returns: The summary.
  /// - Throws: An error if the file can't be read, isn't an index, has a newer version, or has a damaged header.
  func summary(ofIndexAt path: String) async throws(IndexFileError) -> IndexSummary

  /// Lists the categories in indexes: groups, then kinds, then source categories by descending number of places.
  ///
  /// - Parameter paths: The paths of index files; a place in two of them counts twice.
  /// - Returns: The categories that have places.
  /// - Throws: The errors of ``summary(ofIndexAt:)``.
  func categories(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexCategory]

  /// Lists the keys of attributes in indexes, sorted.
  ///
  /// - Parameter paths: The paths of index files; a place in two of them counts twice.
  /// - Returns: The keys that occur in places.
  /// - Throws: The errors of ``summary(ofIndexAt:)``.
  func attributeKeys(ofIndexesAt paths: [String]) async throws(IndexFileError) -> [IndexKey]

  /// Lists the indexes in a directory, by name.
  ///
  /// - Parameter directory: The path of a directory, which may be missing.
  /// - Returns: The files whose names end in `.pfx`, including unreadable files.
  /// - Complexity: Reads the header of each file.
  func indexes(in directory: String) async -> [IndexListing]

  /// Verifies an index: every checksum, and the consistency of its parts.
  ///
  /// - Parameter path: The path of an index file.
  /// - Returns: The summary of the valid index.
  /// - Throws: The first error found.
  func verify(indexAt path: String) async throws(IndexFileError) -> IndexSummary

  /// Finds the smallest downloaded index that contains the areas of all queries, or the newest of equal size.
  ///
  /// - Parameters:
  ///   - queries: The queries.
  ///   - directory: The directory of the downloaded indexes.
  ///   - isWhole: Whether the index must contain the whole areas with every match; otherwise a part suffices.
  ///   - reportUnreadable: Receives the error of each index that can't be read, which may contain the areas.
  /// - Returns: The index; `nil` if no readable index contains the areas.
  /// - Complexity: Reads the header of each file.
  func fetchedIndex(
    for queries: [PlaceQuery],
    in directory: String,
    isWhole: Bool,
    reportUnreadable: (IndexFileError) -> Void
  ) -> FetchedIndex?

  /// Returns summaries of the downloaded indexes in a directory, by name; unreadable files are left out.
  func fetchedIndexes(in directory: String) -> [IndexSummary]
}

/// Downloads the places in an area from a service, and saves them as an index.
public protocol FetchIndexUseCase: Sendable {
  /// Downloads an area in parts, which are stored on this machine until all have arrived.
  ///
  /// - Parameters:
  ///   - request: The places and the output.
  ///   - progress: Called after each part, on any thread.
  /// - Returns: A report on the index.
  /// - Throws: An error if there are too many places, the service doesn't respond, or the output can't be written. No
  ///   index is written then.
  /// - Complexity: One request per square degree and per 20,000 places, and more if the service truncates responses.
  func fetch(
    _ request: IndexFetchRequest,
    progress: (@Sendable (IndexFetchProgress) -> Void)?
  ) async throws(IndexFileError) -> IndexBuildReport
}
