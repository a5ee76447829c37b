package import EmbeddedFiles

/// A file that was compiled in, or a part of it, read where it lies: nothing is copied or converted when the program
/// starts.
///
/// Safety: `base` points at constants of the program, which are readable from `startIndex` to `endIndex` and stay the
/// same for as long as it runs. Every access checks its position.
@safe
package struct EmbeddedFile: RandomAccessCollection, @unchecked Sendable {  // It only reads constants.
  @usableFromInline
  let base: UnsafePointer<UInt8>
  package let startIndex: Int
  package let endIndex: Int

  /// The whole of a file.
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

  /// Calls a closure with the bytes, so that text is made of them at once.
  @inlinable
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try unsafe body(UnsafeBufferPointer(start: base + startIndex, count: count))
  }

  /// The first byte, for who reads them where they are; valid for as long as the program runs.
  @unsafe package var start: UnsafeRawPointer { unsafe UnsafeRawPointer(base + startIndex) }

  /// What lies between the places of a byte; a part may be empty.
  ///
  /// In a loop, because splitting any collection takes four times as long.
  package func parts(between byte: UInt8) -> [EmbeddedFile] {
    var parts: [EmbeddedFile] = []
    var start = startIndex
    var at = startIndex
    while at < endIndex {
      if self[at] == byte {
        parts.append(self[start..<at])
        start = at + 1
      }
      at += 1
    }
    parts.append(self[start..<endIndex])
    return parts
  }

  /// The words between blanks.
  package var words: [String] { parts(between: UInt8(ascii: " ")).filter { !$0.isEmpty }.map(\.text) }

  /// The bytes as text.
  package var text: String { String(decoding: self, as: UTF8.self) }
}
