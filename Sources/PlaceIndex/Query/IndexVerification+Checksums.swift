extension IndexVerification {
  /// Checks every checksum, which finds any accidental change.
  func checkChecksums() throws(IndexHeader.FormatError) {
    if content.header.version > 2 { try checkPages() } else { try checkSections() }
  }

  /// Checks every page, and that the checksums themselves are those of the directory.
  private func checkPages() throws(IndexHeader.FormatError) {
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

  /// Checks the checksums of the sections of version 2.
  private func checkSections() throws(IndexHeader.FormatError) {
    for section in IndexHeader.sectionsOfVersion2 {
      let range = content.header[section]
      content.bytes.prefetch(range)
      guard Checksum.of(content.bytes.view.part(range)) == content.header.whole.checksum(of: section) else {
        throw .damaged(section.name)
      }
    }
  }
}
