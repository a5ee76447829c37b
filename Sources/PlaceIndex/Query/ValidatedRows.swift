import Domain
import Synchronization

/// The rows of an index that are known to be UTF-8, and whose pages were compared with their checksums.
///
/// One bit per row, which the first thread that checks the row sets. A batch reads the same places repeatedly: without
/// this, 30,000 queries for 15 places among a million take 20 % longer.
///
/// Safety: `words` points to `count` initialised atomics for the life of this object; every access checks its index.
@safe
final class ValidatedRows: @unchecked Sendable {  // The pointer never changes, and it points to atomics.
  private let words: UnsafeMutablePointer<Atomic<UInt32>>
  private let count: Int

  init(blockCount: Int) {
    count = max(1, blockCount)
    unsafe words = .allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe words.deinitialize(count: count)
    unsafe words.deallocate()
  }

  /// Returns whether the row of a place has been checked.
  @inline(__always)
  func contains(_ position: UInt32) -> Bool {
    let block = Int(position) / IndexLayout.blockSize
    let slot = position % UInt32(IndexLayout.blockSize)
    precondition(block < count)
    return unsafe words[block].load(ordering: .relaxed) >> slot & 1 == 1
  }

  /// Records that the row of a place is UTF-8.
  func insert(_ position: UInt32) {
    let block = Int(position) / IndexLayout.blockSize
    let slot = position % UInt32(IndexLayout.blockSize)
    precondition(block < count)
    unsafe words[block].bitwiseOr(1 << slot, ordering: .relaxed)
  }
}

extension IndexContent {
  /// The number of the file that was changed since it was opened; `nil` if none was.
  ///
  /// By number, because a copy of a file counts a dozen references (`make count`).
  private var changed: Int? { files.indices.first { !files[$0].isUnchanged } }

  /// Reads the files, which stay mapped meanwhile, and discards the result if one has changed.
  @inline(__always)
  func whileUnchanged<Result>(
    _ path: String,
    _ read: () throws(IndexHeader.FormatError) -> Result
  ) throws(IndexFileError) -> Result {
    defer { withExtendedLifetime(self) {} }
    do throws(IndexHeader.FormatError) {
      let result = try read()
      guard changed == nil else { throw .changed }
      try checkPages()
      return result
    } catch {
      if let changed { throw .changed(path: files[changed].path) }
      // A damaged page takes precedence over errors that follow from it.
      for file in files {
        if let page = file.checker?.failedPage {
          throw .damaged(path: file.path, part: file.header.name(ofPage: page))
        }
      }
      throw IndexFileError(error, path: path)
    }
  }
}
