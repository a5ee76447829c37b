/// The layout of an index file, which the page "The index file" describes; all numbers are little-endian.
enum IndexLayout {
  /// The first bytes of a file: a non-ASCII byte, the name, and line ends that a text-mode copy would change.
  static let magic: [UInt8] = [0x89, 0x50, 0x46, 0x58, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The version of the format that this program writes and searches.
  static let version: UInt32 = 2
  /// The versions that are searched, and those that a build takes as its input.
  static let searchedVersions: ClosedRange<UInt32> = version...version
  static let inputVersions: ClosedRange<UInt32> = 1...version
  /// The byte count of the header, and the alignment of every section.
  static let headerSize = 4096
  static let headerChecksumOffset = headerSize - 8
  /// Places in a block: four vectors of eight.
  static let blockSize = 32
  /// Children of a node: one vector of eight for each edge of their boxes.
  static let fanOut = 8
  static let blockBytes = blockSize * 8
  static let nodeBytes = fanOut * 16
  static let categoryBytes = blockSize * 4
  static let maskBytes = fanOut * CategoryMask.byteCount
  static let partitionBytes = 32
  /// The maximum number of places in a file: positions have 32 bits.
  static let maximumPlaceCount = 1 << 31
  /// The first offset at or after a given one at which a section may begin.
  static func aligned(_ offset: Int) -> Int { (offset + headerSize - 1) & ~(headerSize - 1) }
}

/// The sections of a file, in their order.
enum IndexSection: UInt32, CaseIterable {
  case description = 1
  case partitions
  case categories
  case nodes
  case points
  case rowOffsets
  case rows
  case categoryNumbers
  case masks
  case names

  static func all(ofVersion version: UInt32) -> ArraySlice<IndexSection> { allCases.prefix(version == 1 ? 7 : .max) }

  /// The section's position in the list of sections, from 0.
  var ordinal: Int { Int(rawValue) - 1 }

  /// The name of the section in messages.
  var name: String { Self.texts[ordinal] }

  private static let texts = [
    "description", "partitions", "kinds", "nodes", "points", "row offsets", "rows", "kinds of places", "kinds of nodes",
    "names",
  ]
}

/// The validated header of an index file: the counts and the ranges of its sections.
struct IndexHeader {
  static let sectionListOffset = 64
  /// Bytes of an entry: number, 4 unused, offset, length, checksum.
  static let sectionEntrySize = 32

  /// What is wrong with a header.
  enum FormatError: Error, Hashable {
    case notAnIndex
    case otherVersion(Int)
    case wrongLength(expected: Int, actual: Int)
    case damaged(String)
    case changed
    case noCategory(String, nearest: String?)
    case kindUnknown(String)
  }

  let version: UInt32
  let placeCount: Int
  let blockCount: Int
  let nodeCount: Int
  private let ranges: [Range<Int>]
  private let checksums: [UInt64]
  /// The checksum of the header itself, which depends on every byte of the file through those of the sections.
  let ownChecksum: UInt64

  /// Reads and checks the header of a file, of which the bytes are the beginning, if its version is wanted.
  init(
    _ bytes: ByteView,
    fileSize: Int,
    versions: ClosedRange<UInt32> = IndexLayout.searchedVersions
  ) throws(FormatError) {
    guard bytes.beginsWithMagic else { throw .notAnIndex }
    guard bytes.count >= IndexLayout.headerSize else {
      throw .wrongLength(expected: IndexLayout.headerSize, actual: fileSize)
    }
    version = bytes.load(UInt32.self, at: 8)
    guard version > 0 else { throw .damaged("header") }
    guard versions.contains(version) else { throw .otherVersion(Int(version)) }
    let checksum = Checksum.of(bytes.part(0..<IndexLayout.headerChecksumOffset))
    guard bytes.load(UInt64.self, at: IndexLayout.headerChecksumOffset) == checksum else { throw .damaged("header") }
    ownChecksum = checksum
    guard let expected = Int(exactly: bytes.load(UInt64.self, at: 16)) else { throw .damaged("header") }
    guard expected == fileSize else { throw .wrongLength(expected: expected, actual: fileSize) }
    // A malicious file may have a valid checksum, so every number is checked.
    let limit = UInt64(IndexLayout.maximumPlaceCount)
    // A position is the number of a block times 32 plus a slot, in 32 bits.
    let blockLimit = (UInt64(UInt32.max) + 1) / UInt64(IndexLayout.blockSize)
    let counts = (bytes.load(UInt64.self, at: 24), bytes.load(UInt64.self, at: 32), bytes.load(UInt64.self, at: 40))
    guard counts.0 <= limit, counts.1 <= blockLimit, counts.2 <= limit else { throw .damaged("header") }
    placeCount = Int(counts.0)
    blockCount = Int(counts.1)
    nodeCount = Int(counts.2)
    var ranges: [Range<Int>] = []
    var checksums: [UInt64] = []
    for section in IndexSection.all(ofVersion: version) {
      let at = Self.sectionListOffset + section.ordinal * Self.sectionEntrySize
      guard bytes.load(UInt32.self, at: at) == section.rawValue,
        let offset = Int(exactly: bytes.load(UInt64.self, at: at + 8)),
        let length = Int(exactly: bytes.load(UInt64.self, at: at + 16)),
        offset >= IndexLayout.headerSize, offset <= fileSize, length <= fileSize - offset
      else { throw .damaged("header") }
      ranges.append(offset..<offset + length)
      checksums.append(bytes.load(UInt64.self, at: at + 24))
    }
    let end = ranges.last?.upperBound ?? 0
    ranges += Array(repeating: end..<end, count: IndexSection.allCases.count - ranges.count)
    self.ranges = ranges
    self.checksums = checksums
    guard self[.nodes].count == nodeCount * IndexLayout.nodeBytes,
      self[.points].count == blockCount * IndexLayout.blockBytes,
      self[.rowOffsets].count == (blockCount + 1) * 8,
      self[.partitions].count % IndexLayout.partitionBytes == 0,
      version == 1
        || self[.categoryNumbers].count == blockCount * IndexLayout.categoryBytes
          && self[.masks].count == nodeCount * IndexLayout.maskBytes
    else { throw .damaged("header") }
  }

  subscript(section: IndexSection) -> Range<Int> { ranges[section.ordinal] }

  func checksum(of section: IndexSection) -> UInt64 { checksums[section.ordinal] }
}

extension ByteView {
  /// Whether the bytes begin with the signature of an index.
  var beginsWithMagic: Bool {
    count >= IndexLayout.magic.count && IndexLayout.magic.indices.allSatisfy { byte(at: $0) == IndexLayout.magic[$0] }
  }
}
