import Synchronization

/// What one thread needs to search an index: working memory, and the index's parts for itself.
///
/// Threads that count references to one and the same object wait for each other: it took an eighth of a batch's time.
final class SearchMemory: @unchecked Sendable {  // Only the search that took it from the pool touches it.
  /// The parts of the index, shared with nobody; they keep its bytes alive.
  let content: IndexContent
  /// Working memory.
  var state = SearchState()

  /// Makes memory for searches of an index.
  init(for content: IndexContent) { self.content = IndexContent(apartFrom: content) }
}

/// Memory for searches of one index, handed out to one search at a time and used again by the next.
final class SearchMemoryPool: Sendable {
  private let content: IndexContent
  private let idle = Mutex<[SearchMemory]>([])

  /// Makes an empty pool.
  init(for content: IndexContent) { self.content = content }

  /// Gives memory that nobody else has, without anything of an earlier search.
  func take() -> SearchMemory {
    let memory = idle.withLock { $0.popLast() } ?? SearchMemory(for: content)
    memory.state.reset()
    return memory
  }

  /// Takes memory back.
  func give(_ memory: SearchMemory) { idle.withLock { $0.append(memory) } }
}
