import Domain

/// A part of an input that one thread reads, and its rows.
final class InputChunk: @unchecked Sendable {  // One thread at a time uses it, and the import joins them in between.
  /// The bytes, up to and including the end of a line.
  let view: ByteView
  /// How much of them was read.
  var end = 0
  /// Its rows.
  var rows: ParsedRows
  /// Which commas stood at the ends of what was read, where it is a part of an array.
  var commas = ElementCommas()

  init(_ view: ByteView) {
    self.view = view
    rows = ParsedRows()
  }

  /// Cuts bytes at line ends into chunks of at least a length; what follows the last line end is left out.
  ///
  /// - Parameters:
  ///   - view: The bytes.
  ///   - length: Bytes, 1 or more.
  /// - Returns: The chunks, end to end.
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

/// How an import divides its work; none of it shows in what comes out.
struct ImportPace: Sendable, Hashable {
  /// How many threads read, 1 or more.
  var threads: Int
  /// Bytes that a thread reads at a time: with 64 KiB for 256 an import uses 5 % more processor time, and 1 MiB gains nothing.
  var chunkBytes: Int
  /// The maximum byte count of a JSON value: one that never closes must not draw a file into memory.
  var maximumValueByteCount = 64 << 20

  /// What suits this machine.
  static var standard: ImportPace { ImportPace(threads: Threads.available, chunkBytes: 1 << 18) }

  /// Bytes that all threads together read before their rows are put in order: a bound on memory; 64 chunks for each thread
  /// measure as 16 do.
  var batchBytes: Int { chunkBytes * 16 * threads }
}
