package import EmbeddedFiles
import Tables

/// A compiled-in file, or a part of it.
///
/// Nothing is copied or converted at launch.
///
/// Safety: `base` points to constants of the program, readable from `startIndex` to `endIndex` and unchanged for the
/// life of the process. Every access checks its position.
@safe
package struct EmbeddedFile: RandomAccessCollection, @unchecked Sendable {  // It only reads constants.
  @usableFromInline
  let base: UnsafePointer<UInt8>
  package let startIndex: Int
  package let endIndex: Int

  /// Makes a view of a whole file.
  package init(_ bytes: EmbeddedBytes) { unsafe self.init(base: bytes.start, bounds: 0..<bytes.count) }

  @inlinable
  init(base: UnsafePointer<UInt8>, bounds: Range<Int>) {
    unsafe self.base = base
    startIndex = bounds.lowerBound
    endIndex = bounds.upperBound
  }

  @inlinable
  package subscript(position: Int) -> UInt8 {
    precondition(position >= startIndex && position < endIndex)
    return unsafe base[position]
  }

  @inlinable
  package subscript(bounds: Range<Int>) -> EmbeddedFile {
    precondition(bounds.lowerBound >= startIndex && bounds.upperBound <= endIndex)
    return unsafe EmbeddedFile(base: base, bounds: bounds)
  }

  /// Calls a closure with the bytes, so that they become a string in one step.
  @inlinable
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try unsafe body(UnsafeBufferPointer(start: base + startIndex, count: count))
  }

  /// A pointer to the first byte, valid for the life of the process.
  @unsafe package var start: UnsafeRawPointer { unsafe UnsafeRawPointer(base + startIndex) }

  /// Returns the first position of a byte at or after a position; ``endIndex`` if there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    precondition(start >= startIndex && start <= endIndex)
    let rest = unsafe ByteView(base: UnsafeRawPointer(base + start), count: endIndex - start)
    return rest.firstIndex(of: byte).map { start + $0 } ?? endIndex
  }

  /// Returns the parts between occurrences of a byte; a part may be empty.
  package func parts(between byte: UInt8) -> [EmbeddedFile] {
    var parts: [EmbeddedFile] = []
    var start = startIndex
    while start <= endIndex {
      let end = firstIndex(of: byte, from: start)
      parts.append(self[start..<end])
      start = end + 1
    }
    return parts
  }

  /// The words between spaces.
  package var words: [String] { parts(between: UInt8(ascii: " ")).filter { !$0.isEmpty }.map(\.text) }

  /// The bytes as text.
  package var text: String { String(decoding: self, as: UTF8.self) }
}
