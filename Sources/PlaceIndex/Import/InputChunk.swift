import Domain

/// A part of an input that one thread reads, and its rows.
final class InputChunk: @unchecked Sendable {  // One thread at a time uses it, and the import joins them in between.
  /// The bytes, up to and including the end of a line.
  let view: ByteView
  /// The number of bytes read.
  var end = 0
  var rows: ParsedRows
  /// What was read last, if it is a part of an array.
  var last = ArrayToken.start

  init(_ view: ByteView) {
    self.view = view
    rows = ParsedRows()
  }

  /// Splits bytes at line ends into chunks of a minimum length; what follows the last line end is left out.
  static func cut(_ view: ByteView, length: Int) -> [InputChunk] {
    var chunks: [InputChunk] = []
    var start = 0
    while length < view.count - start, let end = view.firstIndex(of: 0x0A, from: start + length - 1) {
      chunks.append(InputChunk(view.part(start..<end + 1)))
      start = end + 1
    }
    if let end = view.lastIndex(of: 0x0A), end >= start { chunks.append(InputChunk(view.part(start..<end + 1))) }
    return chunks
  }
}

/// How an import divides its work, which does not affect its result.
struct ImportPace: Sendable, Hashable {
  /// The number of threads, 1 or more.
  var threads: Int
  /// The bytes that a thread reads at a time: 64 KiB instead of 256 take 5 % more processor time; 1 MiB gains nothing.
  var chunkBytes: Int
  /// The maximum byte count of a JSON value, so that one that never closes does not load the whole file.
  var maximumValueByteCount = 64 << 20
  /// The maximum byte count of blank lines without a row, or of white space between values.
  var maximumBlankByteCount = 64 << 20

  /// The setting for this machine.
  static var standard: ImportPace { ImportPace(threads: Threads.available, chunkBytes: 1 << 18) }

  /// The bytes that all threads read before their rows are merged, which limits memory; 64 chunks a thread are no
  /// faster.
  var batchBytes: Int { chunkBytes * 16 * threads }
}
