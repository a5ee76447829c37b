/// Where the sections of a segment lie in a file, and their checksums.
struct SegmentSections: Sendable {
  /// The number of the segment that belongs to no input: what is said of the whole, and the places of several inputs.
  static let whole: UInt32 = 0
  /// Blocks and nodes of a segment come in this number, so that those of the next begin with a page.
  static let unit = 32

  /// The number of the segment.
  let number: UInt32
  // By the numbers of the sections; those that the segment does not have are empty. Integers, because what makes a list
  // of ranges is first looked up among all that the types of the program conform to, which takes a twentieth of a
  // query.
  private var starts: [Int]
  private var ends: [Int]
  private var checksums: [UInt64]
  /// One bit for each section that the segment has.
  private(set) var known: UInt64 = 0

  init(_ number: UInt32) {
    self.number = number
    starts = Array(repeating: 0, count: IndexSection.allCases.count)
    ends = starts
    checksums = Array(repeating: 0, count: IndexSection.allCases.count)
  }

  subscript(section: IndexSection) -> Range<Int> { starts[section.rawValue]..<ends[section.rawValue] }

  func has(_ section: IndexSection) -> Bool { known >> UInt64(section.rawValue) & 1 == 1 }

  func checksum(of section: IndexSection) -> UInt64 { checksums[section.rawValue] }

  mutating func set(_ section: IndexSection, _ range: Range<Int>, _ checksum: UInt64) {
    starts[section.rawValue] = range.lowerBound
    ends[section.rawValue] = range.upperBound
    checksums[section.rawValue] = checksum
    known |= 1 << UInt64(section.rawValue)
  }

  /// Whether the segment has sections of places: all of them or none.
  var hasPlaces: Bool { has(.points) }
  var blockCount: Int { self[.points].count / IndexLayout.blockBytes }
  var nodeCount: Int { self[.nodes].count / IndexLayout.nodeBytes }

  /// Whether the sizes of the sections are those of the same numbers of blocks and nodes.
  var isConsistent: Bool {
    blockCount % Self.unit == 0 && nodeCount % Self.unit == 0 && self[.nodes].count % IndexLayout.nodeBytes == 0
      && self[.points].count % IndexLayout.blockBytes == 0
      && self[.partitions].count % IndexLayout.partitionBytes == 0
      && self[.rowOffsets].count == (hasPlaces ? (blockCount + 1) * 8 : 0)
      && self[.masks].count == nodeCount * IndexLayout.maskBytes
  }

  /// The number of blocks or nodes of a segment that needs so many.
  static func rounded(_ count: Int) -> Int { (count + unit - 1) / unit * unit }
}
