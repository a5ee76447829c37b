import Domain
import PlaceIndex
import Synchronization

/// One index of several, with every place once; made at the first use.
final class JoinedIndexes: Sendable {
  private let indexes: [PlaceIndex]
  // A lock, because every query needs it and finding shared places reads every id.
  private let made = Mutex<PlaceIndex?>(nil)

  init(_ indexes: [PlaceIndex]) { self.indexes = indexes }

  func index() throws(IndexFileError) -> PlaceIndex {
    // Without a lock for the usual case of one index.
    if indexes.count == 1 { return indexes[0] }
    return try made.withLock { (made) throws(IndexFileError) in
      if let made { return made }
      let joined = try PlaceIndex.joining(indexes)
      made = joined
      return joined
    }
  }
}
