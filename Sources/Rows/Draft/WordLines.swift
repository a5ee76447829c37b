package import Tables

/// Distinct words, separated by line feeds.
package struct WordLines: ~Copyable {
  /// The maximum size of the words in bytes.
  package static let maximumByteCount = 1 << 11

  private var lines = GrowableBuffer<UInt8>(capacity: 256)

  package init() {}

  var isEmpty: Bool { lines.count == 0 }

  mutating func removeAll() { lines.removeAll() }

  /// Adds a word, unless it is already there, has several lines, or exceeds the size limit.
  package mutating func append(_ word: ByteView) {
    let word = word.trimmed
    guard word.count > 0, !word.isPlaceholder else { return }
    append(word.count) { $0.append(word) }
  }

  package mutating func append(key: ByteView, value: ByteView) {
    guard value.count > 0 else { return }
    append(key.count + 1 + value.count) { lines in
      lines.append(key)
      lines.append(UInt8(ascii: "="))
      lines.append(value)
    }
  }

  private mutating func append(_ count: Int, _ write: (inout GrowableBuffer<UInt8>) -> Void) {
    let end = lines.count
    guard end + count < Self.maximumByteCount else { return }
    if end > 0 { lines.append(0x0A) }
    let start = lines.count
    write(&lines)
    let word = lines.window(start..<lines.count)
    if word.contains(0x0A) || Self.holds(lines.window(0..<end), word) { lines.truncate(to: end) }
  }

  package mutating func append(linesOf words: ByteView) { words.forEachLine { append($0) } }

  /// The words, valid until the next change.
  package var view: ByteView { lines.window(0..<lines.count) }

  private static func holds(_ lines: ByteView, _ word: ByteView) -> Bool {
    var isFound = false
    lines.forEachLine { if $0.equals(word) { isFound = true } }
    return isFound
  }
}
