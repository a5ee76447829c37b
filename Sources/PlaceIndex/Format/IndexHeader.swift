import Tables

/// The validated header of an index file: the number of places and the ranges of the sections.
///
/// A file is a header, which contains the directory, and sections. The directory has an entry for each section of each
/// segment, sorted by section and then by segment, with the overlay last.
struct IndexHeader {
  /// The offset of the directory.
  static let directoryOffset = 64
  /// The size of a directory entry in bytes: name, segment, flags, offset, length, checksum, 16 unused bytes.
  static let entryBytes = 64
  /// The maximum size of a header in bytes.
  static let maximumBytes = 1 << 24
  /// The flag of a section that is required to understand the others.
  ///
  /// A reader that doesn't know such a section must reject the file; it may skip any other unknown section.
  static let neededFlag: UInt32 = 1

  /// A defect of an index, or a query that the index can't answer.
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

  let placeCount: Int
  /// The size of the header in bytes, including the directory.
  let byteCount: Int
  /// The checksum of the header, which depends on every byte of the file through the sections' checksums.
  let ownChecksum: UInt64
  /// The segments of the inputs in order, then the overlay.
  private(set) var segments: [SegmentSections] = []
  /// The number of entries in the directory.
  private(set) var entryCount = 0

  var blockCount: Int { segments.reduce(0) { $0 + $1.blockCount } }
  var nodeCount: Int { segments.reduce(0) { $0 + $1.nodeCount } }
  /// The offset of the header's checksum.
  var checksumOffset: Int { byteCount - IndexLayout.checksumBytes }
  /// The pages that have a checksum.
  var pages: Range<Int> { byteCount / IndexLayout.pageBytes..<self[.checksums].lowerBound / IndexLayout.pageBytes }
  /// The overlay.
  var overlay: SegmentSections { segments[segments.count - 1] }

  /// The range of a section across all segments.
  subscript(section: IndexSection) -> Range<Int> {
    var range: Range<Int>?
    for segment in segments where segment.has(section) {
      range = (range?.lowerBound ?? segment[section].lowerBound)..<segment[section].upperBound
    }
    return range ?? 0..<0
  }

  /// Returns the size in bytes of a header with a number of directory entries.
  static func byteCount(entries: Int) -> Int {
    IndexLayout.aligned(directoryOffset + entries * entryBytes + IndexLayout.checksumBytes)
  }

  /// Returns the size in bytes of the header, given at least the first page of a file, or the whole file.
  ///
  /// - Throws: An error if the bytes aren't the beginning of an index of this version.
  static func byteCount(of bytes: ByteView, fileSize: Int) throws(FormatError) -> Int {
    guard IndexLayout.hasMagic(bytes) else { throw .notAnIndex }
    guard bytes.count >= IndexLayout.pageBytes else {
      throw .wrongLength(expected: IndexLayout.pageBytes, actual: fileSize)
    }
    let version = bytes.load(UInt32.self, at: 8)
    guard version > 0 else { throw .damaged("header") }
    guard version == IndexLayout.version else { throw .otherVersion(Int(version)) }
    let count = Int(bytes.load(UInt32.self, at: 12))
    guard count >= IndexLayout.pageBytes, count % IndexLayout.pageBytes == 0, count <= maximumBytes else {
      throw .damaged("header")
    }
    return count
  }

  /// Reads and checks a header; the bytes must be the whole header.
  init(_ bytes: ByteView, fileSize: Int) throws(FormatError) {
    let byteCount = try Self.byteCount(of: bytes, fileSize: fileSize)
    guard bytes.count >= byteCount else { throw .wrongLength(expected: byteCount, actual: fileSize) }
    self.byteCount = byteCount
    ownChecksum = Checksum.of(bytes.part(0..<byteCount - IndexLayout.checksumBytes))
    guard bytes.load(UInt64.self, at: byteCount - IndexLayout.checksumBytes) == ownChecksum,
      let expected = Int(exactly: bytes.load(UInt64.self, at: 16))
    else { throw .damaged("header") }
    guard expected == fileSize else { throw .wrongLength(expected: expected, actual: fileSize) }
    // A malicious file may have a valid checksum, so every number is checked.
    let places = bytes.load(UInt64.self, at: 24)
    guard places <= UInt64(IndexLayout.maximumPlaceCount) else { throw .damaged("header") }
    placeCount = Int(places)
    segments = try readDirectory(bytes, fileSize)
    guard segments.allSatisfy(\.isConsistent), blockCount <= IndexLayout.maximumBlockCount,
      nodeCount <= IndexLayout.maximumPlaceCount
    else { throw .damaged("header") }
    try checkOrder()
    guard self[.checksums].count == pages.count * IndexLayout.checksumBytes else { throw .damaged("header") }
  }

  private mutating func readDirectory(_ bytes: ByteView, _ fileSize: Int) throws(FormatError) -> [SegmentSections] {
    entryCount = Int(bytes.load(UInt32.self, at: 36))
    let inputs = Int(bytes.load(UInt32.self, at: 32))
    guard entryCount <= (checksumOffset - Self.directoryOffset) / Self.entryBytes, inputs <= entryCount else {
      throw .damaged("header")
    }
    var segments = (0..<inputs).map { SegmentSections(UInt32($0 + 1)) } + [SegmentSections(SegmentSections.overlay)]
    // Sections are mostly in order.
    var expected = 0
    for number in 0..<entryCount {
      let at = Self.directoryOffset + number * Self.entryBytes
      let code = SIMD2(bytes.load(UInt64.self, at: at), bytes.load(UInt64.self, at: at + 8))
      var section = IndexSection(rawValue: expected)
      if section?.code != code { section = IndexSection.allCases.first { $0.code == code } }
      guard let section else {
        guard bytes.load(UInt32.self, at: at + 20) & Self.neededFlag == 0 else { throw .damaged("header") }
        continue
      }
      let segment = Int(bytes.load(UInt32.self, at: at + 16))
      let isOfOverlay = segment == Int(SegmentSections.overlay)
      expected = isOfOverlay ? section.rawValue + 1 : section.rawValue
      let index = isOfOverlay ? inputs : segment - 1
      guard segment <= inputs, !segments[index].has(section), let range = Self.range(bytes, at: at + 24, fileSize),
        range.lowerBound % IndexLayout.pageBytes == 0, range.lowerBound >= byteCount
      else { throw .damaged("header") }
      segments[index].set(section, range: range, checksum: bytes.load(UInt64.self, at: at + 40))
    }
    let needed = [IndexSection.description, .hidden, .checksums]
    guard needed.allSatisfy(segments[inputs].has), segments.allSatisfy({ $0.has(.description) }),
      segments.allSatisfy({ segment in IndexSection.ofPlaces.allSatisfy { segment.has($0) == segment.hasPlaces } }),
      !segments.dropLast().contains(where: { $0.has(.hidden) || $0.has(.checksums) })
    else { throw .damaged("header") }
    return segments
  }

  /// Checks that the nodes, points and masks of all segments are contiguous, because a search treats them as one array.
  private func checkOrder() throws(FormatError) {
    for section in [IndexSection.nodes, .points, .masks] {
      var end: Int?
      for segment in segments where segment.hasPlaces {
        guard end.map({ $0 == segment[section].lowerBound }) ?? true else { throw .damaged("header") }
        end = segment[section].upperBound
      }
    }
  }

  /// Returns the name of a page's section for messages.
  func name(ofPage page: Int) -> String {
    let start = page * IndexLayout.pageBytes
    for section in IndexSection.allCases {
      for segment in segments where segment[section].contains(start) { return section.name }
    }
    return start < byteCount ? "header" : "padding"
  }

  /// Reads a range from an offset and a length in the header; `nil` if it exceeds the file.
  static func range(_ bytes: ByteView, at offset: Int, _ fileSize: Int) -> Range<Int>? {
    guard let start = Int(exactly: bytes.load(UInt64.self, at: offset)),
      let length = Int(exactly: bytes.load(UInt64.self, at: offset + 8)),
      start <= fileSize, length <= fileSize - start
    else { return nil }
    return start..<start + length
  }
}
