/// Searches for bytes, eight at a time.
package enum ByteSearch {
  /// Returns the offset of the next byte that equals one of two; `limit` if there is none.
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

  /// Returns whether a text contains the bytes of another text; every text contains an empty text.
  ///
  /// - Complexity: O(n) if the first byte of the other text is rare.
  package static func finds(_ wanted: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    guard wanted.count > 0 else { return true }
    var start = 0
    let limit = bytes.count - wanted.count + 1
    while start < limit {
      start = next(wanted[0], or: wanted[0], in: bytes, from: start, to: limit)
      var length = 1
      while start < limit, length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
      if start < limit, length == wanted.count { return true }
      start += 1
    }
    return false
  }
}
