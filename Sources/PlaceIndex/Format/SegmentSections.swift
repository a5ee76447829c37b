/// The ranges of a segment's sections in a file, and their checksums.
struct SegmentSections: Sendable {
  /// The number of the overlay, which belongs to no input: metadata of all inputs, and places of several inputs.
  static let overlay: UInt32 = 0
  /// The number of blocks and nodes is a multiple of this, so that the next segment begins on a page boundary.
  static let unit = 32

  let number: UInt32
  // Indexed by section; ranges of missing sections are empty. Plain integers: the first `[Range<Int>]` costs a runtime
  // conformance lookup (Decisions).
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

  mutating func set(_ section: IndexSection, range: Range<Int>, checksum: UInt64) {
    starts[section.rawValue] = range.lowerBound
    ends[section.rawValue] = range.upperBound
    checksums[section.rawValue] = checksum
    known |= 1 << UInt64(section.rawValue)
  }

  /// Whether the segment has the sections with places; it has all of them or none.
  var hasPlaces: Bool { has(.points) }
  var blockCount: Int { self[.points].count / IndexLayout.blockBytes }
  var nodeCount: Int { self[.nodes].count / IndexLayout.nodeBytes }

  /// Whether the sizes of the sections agree on the numbers of blocks and nodes.
  var isConsistent: Bool {
    blockCount % Self.unit == 0 && nodeCount % Self.unit == 0 && self[.nodes].count % IndexLayout.nodeBytes == 0
      && self[.points].count % IndexLayout.blockBytes == 0
      && self[.partitions].count % IndexLayout.partitionBytes == 0
      && self[.rowOffsets].count == (hasPlaces ? (blockCount + 1) * 8 : 0)
      && self[.masks].count == nodeCount * IndexLayout.maskBytes
  }

  /// Rounds up a number of blocks or nodes to a multiple of ``unit``.
  static func rounded(_ count: Int) -> Int { (count + unit - 1) / unit * unit }
}
