/// The places of a file in the order of a hash of their ids, by which a place is found: positions of as many bits as
/// the largest needs.
///
/// Places with one id that are not one place have marks on it, and lie together: the hash is that of the id without
/// its mark.
struct IdentifierOrder: Sendable {
  /// Bytes behind the positions, so that eight can be read at any of them.
  private static let slackBytes = 7

  let count: Int
  private let bitCount: Int
  private let bytes: ByteView

  /// Takes a section; `nil` when its size is not that of so many places.
  init?(_ bytes: ByteView, placeCount: Int, blockCount: Int) {
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
  }

  /// The position of a place by its number in the order.
  @inline(__always)
  func position(_ number: Int) -> UInt32 {
    let bit = number * bitCount
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

  /// The hash by which an id is found.
  static func hash(_ id: ByteView) -> UInt64 {
    let mark = id.count > 1 ? id.firstIndex(of: UInt8(ascii: "~"), from: 1) : nil
    return IdentifierTable.hash(id.part(0..<(mark ?? id.count)))
  }
}
