/// The checksums of the pages of a segment, XXH64 of each, and the checksum over them of each section.
///
/// A reader can trust a page by itself, in the time that it takes to read it.
enum PageSums {
  /// The checksum of a page, of which the last may be shorter.
  static func sum(_ page: Int, of bytes: ByteView) -> UInt64 {
    let start = page * IndexLayout.pageBytes
    return Checksum.of(bytes.part(start..<min(bytes.count, start + IndexLayout.pageBytes)))
  }

  /// The checksum of a section: that of the list of the checksums of its pages.
  static func checksum(of section: Range<Int>, pages: Range<Int>, sums: ByteView) -> UInt64 {
    let first = section.lowerBound / IndexLayout.pageBytes - pages.lowerBound
    let end = IndexLayout.aligned(section.upperBound) / IndexLayout.pageBytes - pages.lowerBound
    guard first >= 0, first <= end, end <= pages.count, end * IndexLayout.sumBytes <= sums.count else { return 0 }
    return Checksum.of(sums.part(first * IndexLayout.sumBytes..<end * IndexLayout.sumBytes))
  }
}
