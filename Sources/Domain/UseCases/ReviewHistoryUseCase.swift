/// Looks back on the queries that were asked.
public protocol ReviewHistoryUseCase: Sendable {
  /// The queries that were asked, newest first, each once with its latest answer.
  ///
  /// - Throws: When the file cannot be read or is somebody else's.
  func entries() throws(StoreError) -> [HistoryEntry]

  /// Forgets the queries and the last answers.
  ///
  /// - Returns: How many queries were forgotten.
  /// - Throws: When the file cannot be written or is somebody else's.
  @discardableResult
  func clear() throws(StoreError) -> Int
}
