import Synchronization

/// The working memory of one search, kept from query to query so that a search allocates nothing.
struct SearchState: ~Copyable {
  /// Nodes still to be visited, as a heap with the nearest first.
  var queue = GrowableBuffer<QueuedNode>(capacity: 256)
  /// The smallest distance keys so far, as many as are wanted, as a heap with the largest first.
  var best = GrowableBuffer<Float>()
  /// Places that may belong to the answer.
  var candidates = GrowableBuffer<Candidate>()
  /// Places of the answer with their exact distances.
  var hits = GrowableBuffer<Hit>()
  /// Whether `hits` are a heap with the last of them first.
  var hitsAreHeap = false
  /// How often two places were compared, for tests of the complexity.
  var comparisonCount = 0
  /// Where the text fields of the answer's places lie.
  var rows = GrowableBuffer<RowExtent>()
  /// Bytes that were read only to have them in the cache; kept so that the compiler does not drop the reads.
  var touched: UInt8 = 0
  /// Nodes still to be visited, in any order.
  var pending = GrowableBuffer<PendingNode>()

  /// Forgets the last query.
  mutating func reset() {
    queue.removeAll()
    best.removeAll()
    candidates.removeAll()
    hits.removeAll()
    (hitsAreHeap, comparisonCount) = (false, 0)
    rows.removeAll()
    pending.removeAll()
  }
}

/// A place that may belong to the answer.
struct Candidate: BitwiseCopyable {
  /// Its quick distance key; 0 in a search without a centre.
  let distanceKey: Float
  /// Its block times 32 plus its slot.
  let position: UInt32
}

/// A place of the answer.
struct Hit: BitwiseCopyable {
  /// Its exact distance from the centre; 0 without one.
  let meters: Double
  /// Its block times 32 plus its slot.
  let position: UInt32
}

/// Where the text fields of a place lie within the rows of an index.
struct RowExtent: BitwiseCopyable {
  /// Offset of the first byte.
  let start: Int
  /// Offset behind the last byte.
  let end: Int
}

/// A node that waits in a walk.
struct PendingNode: BitwiseCopyable {
  /// Stands for a block in place of a level.
  static let block = UInt32.max

  /// The node's level among all levels, or ``block``.
  let level: UInt32
  /// The node's number within its level; for a block its number across the file.
  let index: UInt32
}

/// A node that waits in a search for the nearest.
struct QueuedNode: BitwiseCopyable {
  /// The least distance key that a place below it can have.
  let bound: Float
  /// The node.
  let node: PendingNode
}

/// What one thread needs to search an index: working memory, and the index's parts for itself.
///
/// Threads that count references to the same object wait for each other, which took an eighth of a batch's time on two
/// cores.
final class SearchMemory: @unchecked Sendable {  // Only the search that took it from the pool touches it.
  /// A copy of the index's parts for this thread alone; it keeps the bytes alive.
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

  /// Takes memory for exclusive use, reset.
  func take() -> SearchMemory {
    let memory = idle.withLock { $0.popLast() } ?? SearchMemory(for: content)
    memory.state.reset()
    return memory
  }

  /// Takes memory back.
  func give(_ memory: SearchMemory) { idle.withLock { $0.append(memory) } }
}
