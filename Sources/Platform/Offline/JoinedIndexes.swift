import Domain
import PlaceIndex
import Synchronization

/// Several indexes without duplicates: each place is in only one of them.
///
/// Made at the first use.
final class JoinedIndexes: Sendable {
  private let indexes: [PlaceIndex]
  // A lock, because every query needs it and finding duplicates reads every id.
  private let made = Mutex<[PlaceIndex]?>(nil)

  init(_ indexes: [PlaceIndex]) { self.indexes = indexes }

  /// The indexes in order, possibly followed by an overlay.
  func joined() throws(IndexFileError) -> [PlaceIndex] {
    try made.withLock { (made) throws(IndexFileError) in
      if let made { return made }
      let joined = try PlaceIndex.joining(indexes)
      made = joined
      return joined
    }
  }
}
