/// Writes output in chunks, so that a large result need not fit in memory.
struct ChunkedOutput {
  var bytes: [UInt8] = []
  private let write: ([UInt8]) throws(FileFailure) -> Void

  private static let chunkSize = 1 << 16

  init(_ write: @escaping ([UInt8]) throws(FileFailure) -> Void) { self.write = write }

  mutating func flushWhenFull() throws(FileFailure) {
    guard bytes.count >= Self.chunkSize else { return }
    try flush()
  }

  mutating func flushWhenFull(_ json: inout JSONWriter) throws(FileFailure) {
    guard json.bytes.count >= Self.chunkSize else { return }
    bytes += json.takeBytes()
    try flush()
  }

  mutating func flush() throws(FileFailure) {
    guard !bytes.isEmpty else { return }
    try write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
