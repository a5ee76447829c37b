import Tables

/// The checksums (XXH64) of the pages of a segment, and the checksums over the pages of a section.
///
/// A reader can verify a single page, in the time it takes to read it.
enum PageChecksums {
  /// Returns the checksum of a page; the last page may be shorter.
  static func checksum(_ page: Int, of bytes: ByteView) -> UInt64 {
    let start = page * IndexLayout.pageBytes
    return Checksum.of(bytes.part(start..<min(bytes.count, start + IndexLayout.pageBytes)))
  }

  /// Returns the checksum of a section: the checksum over its pages' checksums.
  static func checksum(of section: Range<Int>, pages: Range<Int>, checksums: ByteView) -> UInt64 {
    let first = section.lowerBound / IndexLayout.pageBytes - pages.lowerBound
    let end = IndexLayout.aligned(section.upperBound) / IndexLayout.pageBytes - pages.lowerBound
    guard first >= 0, first <= end, end <= pages.count, end * IndexLayout.checksumBytes <= checksums.count else {
      return 0
    }
    return Checksum.of(checksums.part(first * IndexLayout.checksumBytes..<end * IndexLayout.checksumBytes))
  }
}
