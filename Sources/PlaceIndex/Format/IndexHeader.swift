/// The validated header of an index file: how long it is and where its sections lie.
struct IndexHeader {
  /// Where the list of sections begins.
  static let sectionListOffset = 64
  /// Bytes of an entry: kind, 4 unused, offset, length, checksum.
  static let sectionEntrySize = 32

  /// What is wrong with a header.
  enum FormatError: Error, Hashable {
    case notAnIndex
    case newerVersion(Int)
    case wrongLength(expected: Int, actual: Int)
    case damaged(String)
    case changed
  }

  /// How many places the file holds.
  let placeCount: Int
  /// How many blocks of points.
  let blockCount: Int
  /// How many nodes of trees.
  let nodeCount: Int
  private let ranges: [Range<Int>]
  private let checksums: [UInt64]
  /// The checksum of the header itself, which depends on every byte of the file through those of the sections.
  let ownChecksum: UInt64

  /// Reads and checks a header.
  ///
  /// - Parameters:
  ///   - bytes: The file's beginning, at least the header if there is that much.
  ///   - fileSize: Bytes of the whole file.
  /// - Throws: What is wrong with it.
  init(_ bytes: ByteView, fileSize: Int) throws(FormatError) {
    guard bytes.count >= 8, (0..<8).allSatisfy({ bytes.byte(at: $0) == IndexLayout.magic[$0] }) else {
      throw .notAnIndex
    }
    guard bytes.count >= IndexLayout.headerSize else {
      throw .wrongLength(expected: IndexLayout.headerSize, actual: fileSize)
    }
    let version = bytes.load(UInt32.self, at: 8)
    guard version <= IndexLayout.version else { throw .newerVersion(Int(version)) }
    let checksum = Checksum.of(bytes.part(0..<IndexLayout.headerChecksumOffset))
    guard version == IndexLayout.version,
      bytes.load(UInt64.self, at: IndexLayout.headerChecksumOffset) == checksum
    else { throw .damaged("header") }
    ownChecksum = checksum
    guard let expected = Int(exactly: bytes.load(UInt64.self, at: 16)) else { throw .damaged("header") }
    guard expected == fileSize else { throw .wrongLength(expected: expected, actual: fileSize) }
    // The checksum says what the writer meant, not that the writer meant well: every number is checked all the same.
    let limit = UInt64(IndexLayout.maximumPlaceCount)
    let counts = (bytes.load(UInt64.self, at: 24), bytes.load(UInt64.self, at: 32), bytes.load(UInt64.self, at: 40))
    guard counts.0 <= limit, counts.1 <= limit, counts.2 <= limit else { throw .damaged("header") }
    (placeCount, blockCount, nodeCount) = (Int(counts.0), Int(counts.1), Int(counts.2))
    var ranges: [Range<Int>] = []
    var checksums: [UInt64] = []
    for section in IndexSection.allCases {
      let at = Self.sectionListOffset + section.ordinal * Self.sectionEntrySize
      guard bytes.load(UInt32.self, at: at) == section.rawValue,
        let offset = Int(exactly: bytes.load(UInt64.self, at: at + 8)),
        let length = Int(exactly: bytes.load(UInt64.self, at: at + 16)),
        offset >= IndexLayout.headerSize, offset <= fileSize, length <= fileSize - offset
      else { throw .damaged("header") }
      ranges.append(offset..<offset + length)
      checksums.append(bytes.load(UInt64.self, at: at + 24))
    }
    self.ranges = ranges
    self.checksums = checksums
    guard self[.nodes].count == nodeCount * IndexLayout.nodeBytes,
      self[.points].count == blockCount * IndexLayout.blockBytes,
      self[.rowOffsets].count == (blockCount + 1) * 8,
      self[.partitions].count % IndexLayout.partitionBytes == 0
    else { throw .damaged("header") }
  }

  /// Where a section lies.
  subscript(section: IndexSection) -> Range<Int> { ranges[section.ordinal] }

  /// The checksum that a section should have.
  func checksum(of section: IndexSection) -> UInt64 { checksums[section.ordinal] }
}
