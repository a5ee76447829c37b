/// The places of a file in the byte order of their ids, by which a place is found, and in which places are that have no
/// distance: positions of as many bits as the largest needs.
struct IdentifierOrder: Sendable {
  /// Bytes behind the positions, so that eight can be read at any of them.
  private static let slackBytes = 7

  let count: Int
  private let bitCount: Int
  private let bytes: ByteView
  private let checker: PageChecker?

  /// Takes a section; `nil` when its size is not that of so many places.
  init?(_ bytes: ByteView, placeCount: Int, blockCount: Int, _ checker: PageChecker?) {
    self.checker = checker
    guard bytes.count == Self.byteCount(placeCount: placeCount, blockCount: blockCount) else { return nil }
    count = placeCount
    bitCount = Self.bitCount(blockCount: blockCount)
    self.bytes = bytes
  }

  /// No places.
  init() {
    count = 0
    bitCount = 0
    bytes = .empty
    checker = nil
  }

  /// The position of a place by its number in the order.
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

  /// The bits of a position.
  static func bitCount(blockCount: Int) -> Int {
    Int.bitWidth - max(1, blockCount * IndexLayout.blockSize - 1).leadingZeroBitCount
  }
}
