/// The bytes of a body as they arrive, in blocks of one size.
///
/// An array that doubles holds three times its bytes for a moment, and leaves the allocator holes of every size: 32 bodies
/// without an end, 16 at once and 8 MB in all, took 120 to 150 MB of a process so, and 45 MB in blocks.
struct ReceivedBody {
  private static let blockByteCount = 64 * 1_024

  private var full: [[UInt8]] = []
  private var last: [UInt8] = []

  /// The whole body; a short one, as every real one is, without a copy.
  var bytes: [UInt8] {
    guard !full.isEmpty else { return last }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(full.count * Self.blockByteCount + last.count)
    for block in full { bytes += block }
    bytes += last
    return bytes
  }

  /// Adds the next bytes.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      if last.count == Self.blockByteCount {
        full.append(last)
        last = []
        last.reserveCapacity(Self.blockByteCount)
      }
      let part = unsafe rest.prefix(Self.blockByteCount - last.count)
      unsafe last.append(contentsOf: part)
      unsafe rest = rest.dropFirst(part.count)
    }
  }
}
