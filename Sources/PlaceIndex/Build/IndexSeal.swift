/// Writes what vouches for a segment: the checksums of its pages, and the header with the directory.
struct IndexSeal {
  let placeCount: Int
  /// The range of each section, in their order.
  let sections: [Range<Int>]
  let threads: Int

  /// The pages whose checksums a thread computes at a time.
  private static let pagesAtATime = 1024

  /// The range of the section of checksums, behind a section that ends at an offset.
  static func sums(behind end: Int) -> Range<Int> {
    let start = IndexLayout.aligned(end)
    let count = (start - IndexHeader.usualBytes) / IndexLayout.pageBytes * IndexLayout.sumBytes
    return start..<start + count
  }

  func write(to image: IndexImage) {
    let sums = sections[IndexSection.sums.rawValue]
    let pages = IndexHeader.usualBytes / IndexLayout.pageBytes..<sums.lowerBound / IndexLayout.pageBytes
    let parts = (pages.count + Self.pagesAtATime - 1) / Self.pagesAtATime
    Threads.run(parts, on: threads) { part, _ in
      for number in part * Self.pagesAtATime..<min(pages.count, (part + 1) * Self.pagesAtATime) {
        let sum = image.withView(0..<image.count) { PageSums.sum(pages.lowerBound + number, of: $0) }
        image.store(sum, at: sums.lowerBound + number * IndexLayout.sumBytes)
      }
    }
    for (offset, byte) in IndexLayout.magic.enumerated() { image.store(byte, at: offset) }
    image.store(IndexLayout.version, at: 8)
    image.store(UInt32(IndexHeader.usualBytes), at: 12)
    image.store(UInt64(image.count), at: 16)
    image.store(UInt64(placeCount), at: 24)
    // Of segments, and of sections.
    image.store(UInt32(1), at: 32)
    image.store(UInt32(sections.count), at: 36)
    for section in IndexSection.allCases { writeEntry(of: section, pages, to: image) }
    let end = IndexHeader.usualBytes - IndexLayout.sumBytes
    image.store(image.withView(0..<end) { Checksum.of($0) }, at: end)
  }

  private func writeEntry(of section: IndexSection, _ pages: Range<Int>, to image: IndexImage) {
    let range = sections[section.rawValue]
    let at = IndexHeader.directoryOffset + section.rawValue * IndexHeader.entryBytes
    image.store(section.code[0], at: at)
    image.store(section.code[1], at: at + 8)
    image.store(IndexHeader.segment, at: at + 16)
    image.store(section.isNeeded ? IndexHeader.neededFlag : 0, at: at + 20)
    image.store(UInt64(range.lowerBound), at: at + 24)
    image.store(UInt64(range.count), at: at + 32)
    let checksum = image.withView(sections[IndexSection.sums.rawValue]) { sums in
      section == .sums ? Checksum.of(sums) : PageSums.checksum(of: range, pages: pages, sums: sums)
    }
    image.store(checksum, at: at + 40)
  }
}
