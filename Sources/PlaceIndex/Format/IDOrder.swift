import Tables

/// The positions of a file's places in the byte order of their ids, with as many bits each as the largest needs.
///
/// It finds a place by its id, and orders places without a distance.
struct IDOrder: Sendable {
  /// The padding in bytes after the positions, so that eight bytes can be read at any position.
  private static let slackBytes = 7

  let count: Int
  private let bitCount: Int
  private let bytes: ByteView
  private let checker: PageChecker?

  /// Takes a section; `nil` if its size doesn't fit the number of places.
  init?(_ bytes: ByteView, placeCount: Int, blockCount: Int, _ checker: PageChecker?) {
    self.checker = checker
    guard bytes.count == Self.byteCount(placeCount: placeCount, blockCount: blockCount) else { return nil }
    count = placeCount
    bitCount = Self.bitCount(blockCount: blockCount)
    self.bytes = bytes
  }

  /// Returns the position of the place at an index of the order.
  @inline(__always)
  func position(_ number: Int) -> UInt32 {
    let bit = number * bitCount
    checker?.check(bit / 8, 8, of: bytes)
    let word = bytes.load(UInt64.self, at: bit / 8) >> UInt64(bit % 8)
    return UInt32(truncatingIfNeeded: word & ((1 << UInt64(bitCount)) - 1))
  }

  static func byteCount(placeCount: Int, blockCount: Int) -> Int {
    placeCount == 0 ? 0 : (placeCount * bitCount(blockCount: blockCount) + 7) / 8 + slackBytes
  }

  /// Returns the number of bits of a position.
  static func bitCount(blockCount: Int) -> Int {
    Int.bitWidth - max(1, blockCount * IndexLayout.blockSize - 1).leadingZeroBitCount
  }
}
