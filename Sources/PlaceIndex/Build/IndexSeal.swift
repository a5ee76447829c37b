/// Writes the checksums of a file's pages, and the header with the directory.
struct IndexSeal {
  let placeCount: Int
  /// The sections of each segment; the overlay is last.
  let segments: [SegmentSections]
  let threads: Int

  /// The number of pages whose checksums a thread computes at a time.
  private static let pagesAtATime = 1024

  /// Returns the number of entries in the directory.
  static func entryCount(of segments: [SegmentSections]) -> Int {
    segments.reduce(0) { $0 + $1.known.nonzeroBitCount }
  }

  /// Returns the range of the checksums' section, given the end of the previous section and the size of the header.
  static func checksums(after end: Int, headerBytes: Int) -> Range<Int> {
    let start = IndexLayout.aligned(end)
    let count = (start - headerBytes) / IndexLayout.pageBytes * IndexLayout.checksumBytes
    return start..<start + count
  }

  func write(to image: IndexImage) {
    let entryCount = Self.entryCount(of: segments)
    let headerBytes = IndexHeader.byteCount(entries: entryCount)
    let checksums = segments[segments.count - 1][.checksums]
    let pages = headerBytes / IndexLayout.pageBytes..<checksums.lowerBound / IndexLayout.pageBytes
    let parts = (pages.count + Self.pagesAtATime - 1) / Self.pagesAtATime
    Threads.run(parts, on: threads) { part, _ in
      for number in part * Self.pagesAtATime..<min(pages.count, (part + 1) * Self.pagesAtATime) {
        let checksum = image.withView(0..<image.count) { PageChecksums.checksum(pages.lowerBound + number, of: $0) }
        image.store(checksum, at: checksums.lowerBound + number * IndexLayout.checksumBytes)
      }
    }
    for (offset, byte) in IndexLayout.magic.enumerated() { image.store(byte, at: offset) }
    image.store(IndexLayout.version, at: 8)
    image.store(UInt32(headerBytes), at: 12)
    image.store(UInt64(image.count), at: 16)
    image.store(UInt64(placeCount), at: 24)
    image.store(UInt32(segments.count - 1), at: 32)
    image.store(UInt32(entryCount), at: 36)
    var at = IndexHeader.directoryOffset
    for section in IndexSection.allCases {
      for segment in segments where segment.has(section) {
        writeEntry(of: section, segment, pages: pages, checksums: checksums, to: image, at: at)
        at += IndexHeader.entryBytes
      }
    }
    let end = headerBytes - IndexLayout.checksumBytes
    image.store(image.withView(0..<end) { Checksum.of($0) }, at: end)
  }

  private func writeEntry(
    of section: IndexSection,
    _ segment: SegmentSections,
    pages: Range<Int>,
    checksums: Range<Int>,
    to image: IndexImage,
    at offset: Int
  ) {
    let range = segment[section]
    image.store(section.code[0], at: offset)
    image.store(section.code[1], at: offset + 8)
    image.store(segment.number, at: offset + 16)
    image.store(section.isNeeded ? IndexHeader.neededFlag : 0, at: offset + 20)
    image.store(UInt64(range.lowerBound), at: offset + 24)
    image.store(UInt64(range.count), at: offset + 32)
    let checksum = image.withView(checksums) { checksums in
      section == .checksums
        ? Checksum.of(checksums) : PageChecksums.checksum(of: range, pages: pages, checksums: checksums)
    }
    image.store(checksum, at: offset + 40)
  }
}
