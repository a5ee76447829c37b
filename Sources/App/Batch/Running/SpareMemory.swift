import Synchronization

/// Memory of records that were written, for the next ones: fresh memory is paid for page by page.
final class SpareMemory: Sendable {
  private let arrays = Mutex<[[UInt8]]>([])

  /// Gives an empty array that nobody else holds, with room from an earlier use where there is some.
  func take() -> [UInt8] {
    arrays.withLock { $0.popLast() } ?? []
  }

  /// Takes an array back; its room is used again only when the caller keeps no copy.
  func give(_ array: consuming [UInt8]) {
    var emptied = array
    emptied.removeAll(keepingCapacity: true)
    let spare = emptied
    arrays.withLock { $0.append(spare) }
  }
}
