import Tables

/// The characters of one and two bytes that a converter has converted, as UTF-8.
///
/// The system's converter would take a third of the time of an import. The encoding is a superset of ASCII.
struct KnownCharacters {
  /// The bytes of a character in UTF-8, at most 3, and their count.
  private struct Entry {
    /// The bytes in the lower 24 bits, the first of them lowest, and the count in the upper 8; 0 if not known.
    var bits: UInt32 = 0

    var count: Int { Int(bits >> 24) }
  }

  /// By the bytes of the character as a big-endian number.
  private var entries = [Entry](repeating: Entry(), count: 1 << 16)

  init() {
    for byte in 0..<0x80 { entries[byte].bits = UInt32(byte) | 1 << 24 }
  }

  /// Adds a character of one or two bytes; does nothing if it takes more than 3 bytes of UTF-8.
  mutating func add(_ bytes: ByteView, utf8: UnsafeRawBufferPointer) {
    guard bytes.count <= 2, (1...3).contains(utf8.count) else { return }
    let number = bytes.count == 1 ? Int(bytes.byte(at: 0)) : Int(bytes.byte(at: 0)) << 8 | Int(bytes.byte(at: 1))
    var bits = UInt32(utf8.count) << 24
    for index in 0..<utf8.count { bits |= unsafe UInt32(utf8[index]) << UInt32(8 * index) }
    entries[number] = Entry(bits: bits)
  }

  /// Converts until a character isn't known, or the output has no space for a character of 4 bytes.
  ///
  /// Safety: a character is written only if 4 bytes are free, and eight ASCII characters only if 8 bytes are.
  func convert(_ bytes: ByteView, into output: UnsafeMutableRawBufferPointer) -> (read: Int, written: Int) {
    var read = 0
    var written = 0
    while read < bytes.count, written + 4 <= output.count {
      if bytes.count - read >= 8, output.count - written >= 8 {
        let eight = bytes.load(UInt64.self, at: read)
        let asciiCount = (eight & 0x8080_8080_8080_8080).trailingZeroBitCount / 8
        if asciiCount > 0 {
          unsafe output.storeBytes(of: eight, toByteOffset: written, as: UInt64.self)
          read += asciiCount
          written += asciiCount
          continue
        }
      }
      let first = Int(bytes.byte(at: read))
      var entry = entries[first]
      var count = 1
      if entry.bits == 0, read + 1 < bytes.count {
        entry = entries[first << 8 | Int(bytes.byte(at: read + 1))]
        count = 2
      }
      guard entry.bits != 0 else { break }
      unsafe output.storeBytes(of: entry.bits, toByteOffset: written, as: UInt32.self)
      read += count
      written += entry.count
    }
    return (read, written)
  }
}
