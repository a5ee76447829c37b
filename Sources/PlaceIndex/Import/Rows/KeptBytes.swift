/// Bytes that stay where they are until nobody has them any more, so that windows on them last as long as a row.
final class KeptBytes {
  private var buffer: GrowableBuffer<UInt8>

  /// Copies bytes.
  init(_ bytes: [UInt8]) {
    buffer = GrowableBuffer(capacity: bytes.count)
    for byte in bytes { buffer.append(byte) }
  }

  /// A window on the bytes.
  var view: ByteView { buffer.window(0..<buffer.count) }
}
