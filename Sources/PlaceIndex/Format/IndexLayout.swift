import Rows
import Tables

#if !_endian(little)
  #error("The numbers of an index file are read in place, so the host must be little-endian.")
#endif

/// The layout of an index file, described in <doc:FileFormat>; all numbers are little-endian.
enum IndexLayout {
  /// The first bytes of a file: a non-ASCII byte, the name, and line ends that a text-mode copy would change.
  static let magic: [UInt8] = [0x89, 0x50, 0x46, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The version of the format that this program writes and reads.
  static let version: UInt32 = 4
  /// The size of a page in bytes; each page has a checksum, and every section begins on a page boundary.
  static let pageBytes = 1 << pageBits
  static let pageBits = 12
  /// The size of a page's checksum in bytes.
  static let checksumBytes = 8
  /// The number of places in a block: four vectors of eight.
  static let blockSize = 32
  /// The number of children of a node: one vector of eight per edge of their boxes.
  static let fanOut = 8
  static let blockBytes = blockSize * 8
  static let nodeBytes = fanOut * 16

  /// Returns the size in bytes of a category entry's number, given the number of entries.
  static func entryNumberBytes(ofCount count: Int) -> Int { count <= 1 << 8 ? 1 : count <= 1 << 16 ? 2 : 4 }

  static let maskBytes = fanOut * CategoryMask.byteCount
  static let partitionBytes = 32
  /// The maximum number of places in a file; positions have 32 bits.
  static let maximumPlaceCount = 1 << 31
  /// The maximum number of blocks: a position is the block number times 32 plus a slot, in 32 bits.
  static let maximumBlockCount = 1 << 27
  /// The maximum size in bytes of a block's text with two-byte offsets.
  private static let maximumShortBlock = 1 << 16 - 1

  /// Returns the size in bytes of a row offset in a block, given the size of the block's text and offsets.
  @inline(__always)
  static func offsetBytes(ofBlock byteCount: Int) -> Int { byteCount <= maximumShortBlock ? 2 : 4 }

  /// Returns the size in bytes of a block's text and offsets.
  static func blockTextBytes(rowBytes: Int, count: Int) -> Int {
    let short = rowBytes + 2 * count
    return short <= maximumShortBlock ? short : rowBytes + 4 * count
  }

  /// Returns the first page boundary at or after an offset.
  static func aligned(_ offset: Int) -> Int { (offset + pageBytes - 1) & ~(pageBytes - 1) }

  /// Returns whether bytes begin with the signature of an index.
  static func hasMagic(_ bytes: ByteView) -> Bool {
    bytes.count >= magic.count && magic.indices.allSatisfy { bytes.byte(at: $0) == magic[$0] }
  }
}
