import Tables

/// The encoding of a list of byte strings in a section: the count, the end of each string, then the strings.
///
/// Ends are counted from the first string; all numbers are 32-bit little-endian.
enum ByteLists {
  static func encoded(_ strings: [[UInt8]]) -> [UInt8] {
    var bytes = UInt32(strings.count).littleEndianBytes
    var end: UInt32 = 0
    for string in strings {
      end += UInt32(string.count)
      bytes += end.littleEndianBytes
    }
    return bytes + strings.joined()
  }
}
