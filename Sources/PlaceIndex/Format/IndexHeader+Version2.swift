/// The header of version 2, which a build alone reads: sections by number, each with one checksum.
extension IndexHeader {
  private static let listOffset = 64
  private static let listEntryBytes = 32
  /// In the order of their numbers, which begin with 1.
  static let sectionsOfVersion2: [IndexSection] = [
    .description, .partitions, .categories, .nodes, .points, .rowOffsets, .rows, .categoryNumbers, .masks, .names,
  ]

  func readList(_ bytes: ByteView, _ fileSize: Int) throws(FormatError) -> [SegmentSections] {
    guard byteCount == IndexLayout.pageBytes else { throw .damaged("header") }
    var segment = SegmentSections(1)
    for (index, section) in Self.sectionsOfVersion2.enumerated() {
      let at = Self.listOffset + index * Self.listEntryBytes
      guard bytes.load(UInt32.self, at: at) == UInt32(index + 1), let range = Self.range(bytes, at: at + 8, fileSize),
        range.lowerBound >= byteCount
      else { throw .damaged("header") }
      segment.set(section, range, bytes.load(UInt64.self, at: at + 24))
    }
    guard bytes.load(UInt64.self, at: 32) == UInt64(segment.blockCount),
      bytes.load(UInt64.self, at: 40) == UInt64(segment.nodeCount)
    else { throw .damaged("header") }
    return [segment]
  }
}
