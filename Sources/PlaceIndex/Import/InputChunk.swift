import Domain
import Tables

/// A part of an input that one thread reads, with its rows.
final class InputChunk: @unchecked Sendable {  // Used by one thread at a time; the import joins the threads in between.
  /// The bytes, which end with a line break.
  let view: ByteView
  /// The number of bytes read.
  var end = 0
  var rows: ParsedRows
  /// The last token, if the chunk is part of an array.
  var last = ArrayToken.start

  init(_ view: ByteView) {
    self.view = view
    rows = ParsedRows()
  }

  /// Splits bytes at line breaks into chunks of a minimum length, without the bytes after the last line break.
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

/// The division of an import's work, which doesn't affect its result.
struct ImportPace: Sendable, Hashable {
  /// The number of threads, at least 1.
  var threads: Int
  /// The number of bytes that a thread reads at a time.
  ///
  /// 64 KiB instead of 256 KiB take 5 % more processor time; 1 MiB gains nothing.
  var chunkBytes: Int
  /// The maximum size of a JSON value in bytes, so that an unclosed value doesn't load the whole file.
  var maximumValueByteCount = 64 << 20
  /// The maximum size in bytes of empty lines without a row, or of white space between values.
  var maximumBlankByteCount = 64 << 20

  static var standard: ImportPace { ImportPace(threads: Threads.available, chunkBytes: 1 << 18) }

  /// The number of bytes that all threads read before their rows are merged, which limits memory.
  ///
  /// 64 chunks per thread gain nothing.
  var batchBytes: Int { chunkBytes * 16 * threads }
}
