/// Looks for bytes, eight at a time.
package enum ByteSearch {
  /// The offset of the next byte that is one of two; `limit` if there is none.
  @inline(__always)
  package static func next(
    _ first: UInt8,
    or second: UInt8,
    in bytes: Span<UInt8>,
    from start: Int,
    to limit: Int
  ) -> Int {
    precondition(start >= 0 && limit <= bytes.count)
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = start
    while at + 8 <= limit {
      // A wanted byte becomes 0, whose highest bit the subtraction sets (A. Mycroft, 1987).
      let word = UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
      let one = word ^ (ones &* UInt64(first))
      let other = word ^ (ones &* UInt64(second))
      let found = ((one &- ones) & ~one | (other &- ones) & ~other) & (ones &* 0x80)
      if found != 0 { return at + found.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < limit, bytes[at] != first, bytes[at] != second { at += 1 }
    return min(at, limit)
  }
}
