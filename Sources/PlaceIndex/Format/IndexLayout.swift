#if !_endian(little)
  #error("PlaceIndex reads the numbers of a file where they lie, so it needs a little-endian host.")
#endif

/// The layout of an index file, which the page "The index file" describes; all numbers are little-endian.
enum IndexLayout {
  /// The first bytes of a file: a non-ASCII byte, the name, and line ends that a text-mode copy would change.
  static let magic: [UInt8] = [0x89, 0x50, 0x46, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The version of the format that this program writes and reads.
  static let version: UInt32 = 3
  /// Bytes of a page: each has a checksum, and every section begins with one.
  static let pageBytes = 1 << pageBits
  static let pageBits = 12
  /// Bytes of the checksum of a page.
  static let sumBytes = 8
  /// Places in a block: four vectors of eight.
  static let blockSize = 32
  /// Children of a node: one vector of eight for each edge of their boxes.
  static let fanOut = 8
  static let blockBytes = blockSize * 8
  static let nodeBytes = fanOut * 16

  /// Bytes of the number of an entry of categories, of which there are so many.
  static func entryNumberBytes(ofCount count: Int) -> Int { count <= 1 << 8 ? 1 : count <= 1 << 16 ? 2 : 4 }

  static let maskBytes = fanOut * CategoryMask.byteCount
  static let partitionBytes = 32
  /// The maximum number of places in a file: positions have 32 bits.
  static let maximumPlaceCount = 1 << 31
  /// The maximum number of blocks: a position is the number of a block times 32 plus a slot, in 32 bits.
  static let maximumBlockCount = 1 << 27
  /// The maximum byte count of the text of a block whose offsets have two bytes each.
  private static let maximumShortBlock = 1 << 16 - 1

  /// Bytes of the offset of a row in a block whose text, with the offsets, has so many bytes.
  @inline(__always)
  static func offsetBytes(ofBlock byteCount: Int) -> Int { byteCount <= maximumShortBlock ? 2 : 4 }

  /// Bytes of the text of a block with some rows, and of their offsets.
  static func blockTextBytes(rowBytes: Int, count: Int) -> Int {
    let short = rowBytes + 2 * count
    return short <= maximumShortBlock ? short : rowBytes + 4 * count
  }

  /// The first offset at or after a given one at which a section may begin.
  static func aligned(_ offset: Int) -> Int { (offset + pageBytes - 1) & ~(pageBytes - 1) }
}

extension ByteView {
  /// Whether the bytes begin with the signature of an index.
  var beginsWithMagic: Bool {
    count >= IndexLayout.magic.count && IndexLayout.magic.indices.allSatisfy { byte(at: $0) == IndexLayout.magic[$0] }
  }

  /// Whether the bytes are a part of the signature of an index, from its beginning on.
  var isPartOfMagic: Bool {
    count > 0 && count < IndexLayout.magic.count && (0..<count).allSatisfy { byte(at: $0) == IndexLayout.magic[$0] }
  }
}
