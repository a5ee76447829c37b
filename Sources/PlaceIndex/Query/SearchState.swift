import Domain
import Synchronization
import Tables

/// The working memory of a search, reused by later queries so that they allocate nothing.
struct SearchState: ~Copyable {
  /// The nodes to visit, as a heap with the nearest node first.
  var queue = GrowableBuffer<QueuedNode>(capacity: 256)
  /// The smallest distance keys so far, up to the limit, as a heap with the largest key first.
  var best = GrowableBuffer<Float>()
  /// Places that may be in the result.
  var candidates = GrowableBuffer<Candidate>()
  /// Places in the result, with their exact distances.
  var hits = GrowableBuffer<Hit>()
  /// Whether `hits` is a heap with the last place first.
  var hitsAreHeap = false
  /// The filters of queries for kinds, which later queries often reuse.
  ///
  /// An array: a dictionary's metadata would be instantiated even if no filter is used.
  var filters: [(categories: [PlaceCategory], filter: PlaceFilter)] = []
  /// The filters of queries whose match has more than categories and a text.
  var conditioned: [(key: PlaceMatch, ignoresUnknownKeys: Bool, filter: PlaceFilter)] = []
  /// The texts of queries, which later queries often reuse; an array for the same reason.
  var texts: [(key: TextLookup.Key, text: TextLookup)] = []
  /// The categories of the query without places in the index.
  var absent: [PlaceCategory] = []
  /// The part of the places in the result that matches a text.
  var match = TextMatch.name
  /// Whether an unknown attribute key matches nothing, instead of being an error.
  var ignoresUnknownKeys = false
  /// The nodes to visit, in any order.
  var pending = GrowableBuffer<PendingNode>()
  /// The places of the result whose texts were read last.
  var read = GrowableBuffer<ReadPlace>()
  var packed = PackedTexts()

  mutating func reset() {
    restart()
    match = .name
    ignoresUnknownKeys = false
    if !absent.isEmpty { absent = [] }
    read.removeAll()
    packed.removeAll()
  }

  /// Resets the places that were found.
  mutating func restart() {
    queue.removeAll()
    best.removeAll()
    candidates.removeAll()
    hits.removeAll()
    hitsAreHeap = false
    pending.removeAll()
  }

  /// Removes the candidates and returns their positions.
  mutating func takeCandidates() -> [UInt32] {
    let positions = (0..<candidates.count).map { candidates[$0].position }
    candidates.removeAll()
    return positions
  }
}

/// A place that may be in the result.
struct Candidate: BitwiseCopyable {
  /// The distance key; 0 in a search without a centre.
  let distanceKey: Float
  /// The block times 32 plus the slot.
  let position: UInt32
}

/// A place in the result.
struct Hit: BitwiseCopyable {
  /// The exact distance from the centre; 0 without a centre.
  let meters: Double
  /// The block times 32 plus the slot.
  let position: UInt32
}

/// A node that a walk has yet to visit.
struct PendingNode: BitwiseCopyable {
  /// The level of a block.
  static let block = UInt32.max

  /// The level of the node among all levels, or ``block``.
  let level: UInt32
  /// The index of the node within its level; for a block, its number in the file.
  let index: UInt32
}

/// A node that a nearest search has yet to visit.
struct QueuedNode: BitwiseCopyable {
  /// The minimum distance key of places under the node.
  let bound: Float
  let node: PendingNode
}

/// A thread's working memory for searching an index, with its own copy of the content object.
///
/// Threads that count references to the same object contend for it, which took an eighth of the time of a batch on two
/// cores.
final class SearchMemory: @unchecked Sendable {  // Only the search that took it from the pool uses it.
  /// The content object of this thread, which keeps the bytes alive.
  let content: IndexContent
  var state = SearchState()

  init(_ content: IndexContent) { self.content = content }
}

final class SearchMemoryPool: Sendable {
  private let content: IndexContent
  /// The memory that no search is using.
  ///
  /// The first element has the content object itself, so a single query copies nothing.
  private let idle: Mutex<[SearchMemory]>

  init(for content: IndexContent) {
    self.content = content
    idle = Mutex([SearchMemory(content)])
  }

  /// Takes memory for exclusive use; it still contains the state of the previous search.
  func take() -> SearchMemory { idle.withLock { $0.popLast() } ?? SearchMemory(content.copyForThread()) }

  func give(_ memory: SearchMemory) { idle.withLock { $0.append(memory) } }
}
