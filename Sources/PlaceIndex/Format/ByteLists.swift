/// How a list of byte strings lies in a section: their count, the end of each, then the strings.
///
/// Ends are counted from the first string on; all numbers have 32 bits, the lowest byte first.
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
