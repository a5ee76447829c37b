import Domain
import Rows
import Tables

/// Reads and unpacks blobs; each thread has its own unpacker.
struct BlobUnpacker: ~Copyable {
  private var packed = ByteBuffer()
  private var unpacked = ByteBuffer()

  /// The encoding of a blob's contents.
  private enum Content {
    case plain(ByteView)
    case zlib(ByteView, byteCount: Int)
    /// An unsupported compression method, by its name.
    case other(String)
  }

  /// The unsupported methods, by their field numbers.
  private static let otherMethods = [4: "lzma", 5: "bzip2", 6: "lz4", 7: "zstd"]

  /// Returns the contents of a blob, valid until the next blob is read.
  mutating func open(_ blob: Blob, of input: RandomAccessInput) throws(IndexFileError) -> ByteView {
    try input.read(at: blob.offset, blob.count, into: &packed)
    let content: Content
    do throws(SyntaxError) {
      content = try Self.content(of: packed.view)
    } catch { throw input.damaged(error, at: blob.offset) }
    switch content {
    case .plain(let bytes): return bytes
    case .other(let method): throw .openStreetMapUnreadable(path: input.path, .compression(method))
    case .zlib(let bytes, let byteCount):
      guard var inflater = Inflater(.gzip) else {
        throw .openStreetMapUnreadable(path: input.path, .compression("zlib"))
      }
      var isWhole = false
      // One byte more, so that the buffer isn't empty for an empty blob.
      unsafe unpacked.fill(byteCount + 1) { buffer in
        let (_, written, outcome) = unsafe inflater.inflate(bytes, into: buffer)
        isWhole = outcome == .finished && written == byteCount
        return written
      }
      guard isWhole else { throw input.damaged(.malformed, at: blob.offset) }
      return unpacked.view
    }
  }

  private static func content(of blob: ByteView) throws(SyntaxError) -> Content {
    var reader = WireReader(blob)
    var plain: ByteView?
    var packed: ByteView?
    var other: String?
    var byteCount: UInt64?
    while try reader.next() {
      switch reader.field {
      case 1: plain = try reader.message()
      case 2: byteCount = try reader.value()
      case 3: packed = try reader.message()
      case 4...7:
        other = otherMethods[reader.field]
        try reader.skip()
      default: try reader.skip()
      }
    }
    if let byteCount, byteCount > BlobHeader.maximumBlobByteCount { throw .tooLarge }
    if let packed {
      guard let byteCount else { throw .malformed }
      return .zlib(packed, byteCount: Int(byteCount))
    }
    if let other { return .other(other) }
    guard let plain, byteCount.map({ $0 == plain.count }) ?? true else { throw .malformed }
    return .plain(plain)
  }
}
