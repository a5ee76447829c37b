import Synchronization

/// Working memory for searches, handed out to one search at a time and used again by the next.
final class SearchStatePool: Sendable {
  private final class Box: @unchecked Sendable {  // Only the search that took it from the pool touches it.
    var state = SearchState()
  }

  private let idle = Mutex<[Box]>([])

  /// Lends working memory; what is left in it from an earlier search is for the caller to reset.
  func withState<Result, Failure: Error>(
    _ body: (inout SearchState) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let box = idle.withLock { $0.popLast() } ?? Box()
    defer { idle.withLock { $0.append(box) } }
    return try body(&box.state)
  }
}
