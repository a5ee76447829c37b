extension IndexVerification {
  /// Checks every page, which detects any accidental change, and the checksums in the directory.
  func checkChecksums() throws(IndexHeader.FormatError) {
    let header = content.header
    let bytes = content.bytes
    let pages = header.pages
    let sums = bytes.view.part(header[.sums])
    for segment in header.segments {
      for section in IndexSection.allCases where section != .sums && segment.has(section) {
        guard PageSums.checksum(of: segment[section], pages: pages, sums: sums) == segment.checksum(of: section) else {
          throw .damaged(IndexSection.sums.name)
        }
      }
    }
    guard Checksum.of(sums) == header.whole.checksum(of: .sums) else { throw .damaged(IndexSection.sums.name) }
    bytes.prefetch(pages.lowerBound * IndexLayout.pageBytes..<pages.upperBound * IndexLayout.pageBytes)
    for page in pages {
      let sum = sums.load(UInt64.self, at: (page - pages.lowerBound) * IndexLayout.sumBytes)
      guard PageSums.sum(page, of: bytes.view) == sum else { throw .damaged(header.name(ofPage: page)) }
    }
  }
}
