import Domain
import Synchronization

/// The working memory of a search, reused for further queries so that they allocate nothing.
struct SearchState: ~Copyable {
  /// The nodes to visit, as a heap with the nearest first.
  var queue = GrowableBuffer<QueuedNode>(capacity: 256)
  /// The smallest distance keys so far, up to the limit, as a heap with the largest first.
  var best = GrowableBuffer<Float>()
  /// Places that may belong to the answer.
  var candidates = GrowableBuffer<Candidate>()
  /// Places of the answer with their exact distances.
  var hits = GrowableBuffer<Hit>()
  /// Whether `hits` are a heap with the last of them first.
  var hitsAreHeap = false
  /// The filters of queries for kinds, which the next often ask for again.
  ///
  /// In an array, because a query that has none would have to make the type of a dictionary all the same.
  var filters: [(categories: [PlaceCategory], filter: CategoryFilter)] = []
  /// The filters of queries with conditions.
  var conditioned: [(categories: [PlaceCategory], conditions: [AttributeCondition], filter: CategoryFilter)] = []
  /// The texts of queries, which the next often ask for again; in an array for the same reason.
  var texts: [(key: SoughtText.Key, text: SoughtText)] = []
  /// The categories asked for of which there is no place.
  var absent: [PlaceCategory] = []
  /// Whether the places of the answer match a text by their addresses.
  var areByAddress = false
  /// Whether no place has a key of which the file knows nothing, rather than that being an error.
  var isOpen = false
  /// The nodes to visit, in any order.
  var pending = GrowableBuffer<PendingNode>()
  /// The places of the answer whose texts were read last.
  var read = GrowableBuffer<ReadPlace>()
  var packed = PackedTexts()

  mutating func reset() {
    restart()
    areByAddress = false
    isOpen = false
    if !absent.isEmpty { absent = [] }
    read.removeAll()
    packed.removeAll()
  }

  /// Forgets the places that were found.
  mutating func restart() {
    queue.removeAll()
    best.removeAll()
    candidates.removeAll()
    hits.removeAll()
    hitsAreHeap = false
    pending.removeAll()
  }

  /// Takes the positions of the candidates away.
  mutating func takeCandidates() -> [UInt32] {
    let positions = (0..<candidates.count).map { candidates[$0].position }
    candidates.removeAll()
    return positions
  }
}

/// A place that may belong to the answer.
struct Candidate: BitwiseCopyable {
  /// Its distance key; 0 in a search without a centre.
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

/// A pending node of a walk.
struct PendingNode: BitwiseCopyable {
  /// The level of a block.
  static let block = UInt32.max

  /// The node's level among all levels, or ``block``.
  let level: UInt32
  /// The number of the node within its level; for a block, its number in the file.
  let index: UInt32
}

/// A pending node of a nearest search.
struct QueuedNode: BitwiseCopyable {
  /// The minimum distance key of places below it.
  let bound: Float
  let node: PendingNode
}

/// What a thread needs to search an index: working memory, and its own copy of the content object.
///
/// Threads that count references to the same object contend for it, which took an eighth of the time of a batch on
/// two cores.
final class SearchMemory: @unchecked Sendable {  // Only the search that took it from the pool touches it.
  /// The content object of this thread alone, which keeps the bytes alive.
  let content: IndexContent
  var state = SearchState()

  init(_ content: IndexContent) { self.content = content }
}

final class SearchMemoryPool: Sendable {
  private let content: IndexContent
  /// The first search takes the object itself: a single question copies nothing.
  private let idle: Mutex<[SearchMemory]>

  init(for content: IndexContent) {
    self.content = content
    idle = Mutex([SearchMemory(content)])
  }

  /// Takes memory for exclusive use, in which there is what the last search has left.
  func take() -> SearchMemory { idle.withLock { $0.popLast() } ?? SearchMemory(content.copyForThread()) }

  func give(_ memory: SearchMemory) { idle.withLock { $0.append(memory) } }
}
