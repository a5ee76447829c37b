/// The validated header of an index file: the counts and the ranges of its sections.
///
/// A file is a header with the directory, and segments. The directory has an entry for each section of each segment;
/// this version of the program writes and reads one segment, of number 1.
struct IndexHeader {
  /// Where the directory begins.
  static let directoryOffset = 64
  /// Bytes of an entry of the directory: name, segment, flags, offset, length, checksum, 16 unused.
  static let entryBytes = 64
  /// Bytes of a header with the sections of this version.
  static var usualBytes: Int {
    IndexLayout.aligned(directoryOffset + IndexSection.allCases.count * entryBytes + IndexLayout.sumBytes)
  }
  /// The maximum byte count of a header.
  static let maximumBytes = 1 << 20
  /// The number of the segment.
  static let segment: UInt32 = 1
  /// The flag of a section without which the others are misunderstood, so that a reader that does not know it refuses
  /// the file; any other section may be passed over.
  static let neededFlag: UInt32 = 1

  /// What is wrong with a header.
  enum FormatError: Error, Hashable {
    case notAnIndex
    case otherVersion(Int)
    case wrongLength(expected: Int, actual: Int)
    case damaged(String)
    case changed
    case noCategory(String, nearest: String?)
    case kindUnknown(String)
    case noKey(String, known: [String])
  }

  let version: UInt32
  let placeCount: Int
  /// Bytes of the header, with the directory.
  let byteCount: Int
  /// The checksum of the header itself, which depends on every byte of the file through those of the sections.
  let ownChecksum: UInt64
  // By the numbers of the sections. Integers, because what makes a list of ranges is first looked up among all that the
  // types of the program conform to, which takes a twentieth of a query.
  private var starts: [Int]
  private var ends: [Int]
  private var checksums: [UInt64]

  var blockCount: Int { self[.points].count / IndexLayout.blockBytes }
  var nodeCount: Int { self[.nodes].count / IndexLayout.nodeBytes }
  /// Where the header's own checksum is.
  var checksumOffset: Int { byteCount - IndexLayout.sumBytes }
  /// The pages of the segment, of which each has a checksum.
  var pages: Range<Int> { byteCount / IndexLayout.pageBytes..<self[.sums].lowerBound / IndexLayout.pageBytes }

  subscript(section: IndexSection) -> Range<Int> { starts[section.rawValue]..<ends[section.rawValue] }

  func checksum(of section: IndexSection) -> UInt64 { checksums[section.rawValue] }

  /// Bytes of the header of a file that begins with some bytes: at least a page of them, or the whole file.
  ///
  /// - Throws: When they are not the beginning of an index of some versions.
  static func byteCount(
    of bytes: ByteView,
    fileSize: Int,
    versions: ClosedRange<UInt32>
  ) throws(FormatError) -> Int {
    guard bytes.beginsWithMagic else { throw .notAnIndex }
    guard bytes.count >= IndexLayout.pageBytes else {
      throw .wrongLength(expected: IndexLayout.pageBytes, actual: fileSize)
    }
    let version = bytes.load(UInt32.self, at: 8)
    guard version > 0 else { throw .damaged("header") }
    guard versions.contains(version) else { throw .otherVersion(Int(version)) }
    let count = Int(bytes.load(UInt32.self, at: 12))
    guard count >= IndexLayout.pageBytes, count % IndexLayout.pageBytes == 0, count <= maximumBytes else {
      throw .damaged("header")
    }
    return count
  }

  /// Reads and checks the header of a file, if its version is wanted; the bytes are the whole header.
  init(
    _ bytes: ByteView,
    fileSize: Int,
    versions: ClosedRange<UInt32> = IndexLayout.searchedVersions
  ) throws(FormatError) {
    let byteCount = try Self.byteCount(of: bytes, fileSize: fileSize, versions: versions)
    guard bytes.count >= byteCount else { throw .wrongLength(expected: byteCount, actual: fileSize) }
    self.byteCount = byteCount
    version = bytes.load(UInt32.self, at: 8)
    ownChecksum = Checksum.of(bytes.part(0..<byteCount - IndexLayout.sumBytes))
    guard bytes.load(UInt64.self, at: byteCount - IndexLayout.sumBytes) == ownChecksum,
      let expected = Int(exactly: bytes.load(UInt64.self, at: 16))
    else { throw .damaged("header") }
    guard expected == fileSize else { throw .wrongLength(expected: expected, actual: fileSize) }
    // A malicious file may have a valid checksum, so every number is checked.
    let places = bytes.load(UInt64.self, at: 24)
    guard places <= UInt64(IndexLayout.maximumPlaceCount) else { throw .damaged("header") }
    placeCount = Int(places)
    starts = Array(repeating: 0, count: IndexSection.allCases.count)
    ends = starts
    checksums = Array(repeating: 0, count: IndexSection.allCases.count)
    if version == 2 { try readList(bytes, fileSize) } else { try readDirectory(bytes, fileSize) }
    guard self[.nodes].count % IndexLayout.nodeBytes == 0, self[.points].count % IndexLayout.blockBytes == 0,
      self[.partitions].count % IndexLayout.partitionBytes == 0, blockCount <= IndexLayout.maximumBlockCount,
      nodeCount <= IndexLayout.maximumPlaceCount, self[.rowOffsets].count == (blockCount + 1) * 8,
      self[.categoryNumbers].count == blockCount * IndexLayout.categoryBytes,
      self[.masks].count == nodeCount * IndexLayout.maskBytes
    else { throw .damaged("header") }
    guard version > 2 else { return }
    guard self[.sums].count == pages.count * IndexLayout.sumBytes else { throw .damaged("header") }
  }

  private mutating func readDirectory(_ bytes: ByteView, _ fileSize: Int) throws(FormatError) {
    let count = Int(bytes.load(UInt32.self, at: 36))
    guard bytes.load(UInt32.self, at: 32) == 1,
      count <= (checksumOffset - Self.directoryOffset) / Self.entryBytes
    else { throw .damaged("header") }
    var found: UInt64 = 0
    // Sections are mostly in their order.
    var expected = 0
    for number in 0..<count {
      let at = Self.directoryOffset + number * Self.entryBytes
      let code = SIMD2(bytes.load(UInt64.self, at: at), bytes.load(UInt64.self, at: at + 8))
      var section = IndexSection(rawValue: expected)
      if section?.code != code { section = IndexSection.allCases.first { $0.code == code } }
      guard let section else {
        guard bytes.load(UInt32.self, at: at + 20) & Self.neededFlag == 0 else { throw .damaged("header") }
        continue
      }
      expected = section.rawValue + 1
      guard found >> UInt64(section.rawValue) & 1 == 0, bytes.load(UInt32.self, at: at + 16) == Self.segment,
        let range = Self.range(bytes, at: at + 24, fileSize), range.lowerBound % IndexLayout.pageBytes == 0,
        range.lowerBound >= byteCount
      else { throw .damaged("header") }
      found |= 1 << UInt64(section.rawValue)
      set(section, range, bytes.load(UInt64.self, at: at + 40))
    }
    guard found.nonzeroBitCount == IndexSection.allCases.count else { throw .damaged("header") }
  }

  mutating func set(_ section: IndexSection, _ range: Range<Int>, _ checksum: UInt64) {
    starts[section.rawValue] = range.lowerBound
    ends[section.rawValue] = range.upperBound
    checksums[section.rawValue] = checksum
  }

  /// The range that an offset and a length in the header make; `nil` beyond the file.
  static func range(_ bytes: ByteView, at offset: Int, _ fileSize: Int) -> Range<Int>? {
    guard let start = Int(exactly: bytes.load(UInt64.self, at: offset)),
      let length = Int(exactly: bytes.load(UInt64.self, at: offset + 8)),
      start <= fileSize, length <= fileSize - start
    else { return nil }
    return start..<start + length
  }
}
