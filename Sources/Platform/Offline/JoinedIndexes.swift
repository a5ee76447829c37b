import Domain
import PlaceIndex
import Synchronization

/// What several indexes answer as one: the same indexes, each place in one of them, made when they are first asked.
final class JoinedIndexes: Sendable {
  private let indexes: [PlaceIndex]
  // A class with a lock: finding what indexes have in common reads every id, and every question needs it.
  private let made = Mutex<[PlaceIndex]?>(nil)

  init(_ indexes: [PlaceIndex]) { self.indexes = indexes }

  /// The indexes in their order, and perhaps one more.
  func joined() throws(IndexFileError) -> [PlaceIndex] {
    try made.withLock { (made) throws(IndexFileError) in
      if let made { return made }
      let joined = try PlaceIndex.joining(indexes)
      made = joined
      return joined
    }
  }
}
