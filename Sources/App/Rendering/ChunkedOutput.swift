/// Collects what is written and passes it on in chunks, so that a large answer is never in memory as text.
struct ChunkedOutput {
  /// What was not passed on yet.
  var bytes: [UInt8] = []
  private let write: ([UInt8]) throws(Failure) -> Void

  /// Bytes that are worth a system call.
  private static let chunkSize = 1 << 16

  /// Makes an output.
  ///
  /// - Parameter write: Takes each chunk.
  init(_ write: @escaping ([UInt8]) throws(Failure) -> Void) { self.write = write }

  /// Passes a chunk on when there is enough for one.
  mutating func flushWhenFull() throws(Failure) {
    guard bytes.count >= Self.chunkSize else { return }
    try flush()
  }

  /// Passes on what there is.
  mutating func flush() throws(Failure) {
    guard !bytes.isEmpty else { return }
    try write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
