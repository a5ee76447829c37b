/// Looks after the cache of answers.
public protocol ManageCacheUseCase: Sendable {
  /// What the cache holds.
  ///
  /// - Throws: When the directory cannot be read.
  func summary() throws(StoreError) -> CacheSummary

  /// Removes every answer.
  ///
  /// - Returns: How many there were.
  /// - Throws: When an answer cannot be removed.
  @discardableResult
  func clear() throws(StoreError) -> Int
}
