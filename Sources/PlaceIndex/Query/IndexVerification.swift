import Domain
import Rows
import Tables

/// Checks the checksums of an index, and that every number in it is within bounds.
struct IndexVerification {
  let content: IndexContent

  /// Runs all checks; throws the first error.
  func checkAll() throws(IndexHeader.FormatError) {
    try checkChecksums()
    for section in content.files.flatMap(\.chainSections) {
      guard Chain.all(in: section) != nil else { throw .damaged(IndexSection.chains.name) }
    }
    for segment in content.segments { try checkBounds(of: segment) }
    for file in content.files {
      for segment in file.header.segments where !segment[.ground].isEmpty {
        let section = try GroundSection(file.bytes.view.part(segment[.ground]), checker: nil)
        for number in 0..<section.tileCount {
          try section.forEachFeature(of: try section.entry(number), isMainOnly: false) { _ in }
        }
      }
    }
  }

  /// Checks every page, which detects any accidental change, and the checksums in the directory.
  func checkChecksums() throws(IndexHeader.FormatError) {
    for file in content.files { try checkChecksums(of: file) }
  }

  private func checkChecksums(of file: IndexFile) throws(IndexHeader.FormatError) {
    let header = file.header
    let bytes = file.bytes
    let pages = header.pages
    let checksums = bytes.view.part(header[.checksums])
    for segment in header.segments {
      for section in IndexSection.allCases where section != .checksums && segment.has(section) {
        guard
          PageChecksums.checksum(of: segment[section], pages: pages, checksums: checksums)
            == segment.checksum(of: section)
        else {
          throw .damaged(IndexSection.checksums.name)
        }
      }
    }
    guard Checksum.of(checksums) == header.overlay.checksum(of: .checksums) else {
      throw .damaged(IndexSection.checksums.name)
    }
    bytes.prefetch(pages.lowerBound * IndexLayout.pageBytes..<pages.upperBound * IndexLayout.pageBytes)
    for page in pages {
      let checksum = checksums.load(UInt64.self, at: (page - pages.lowerBound) * IndexLayout.checksumBytes)
      guard PageChecksums.checksum(page, of: bytes.view) == checksum else { throw .damaged(header.name(ofPage: page)) }
    }
    // No checksum covers the end of the last page.
    guard (header[.checksums].upperBound..<bytes.count).allSatisfy({ bytes.view.byte(at: $0) == 0 }) else {
      throw .damaged("padding")
    }
  }

  private func checkBounds(of segment: Segment) throws(IndexHeader.FormatError) {
    for number in 1..<segment.categoryCount {
      guard let entry = segment.categoryElement(number), isValidEntry(entry, of: segment) else {
        throw .damaged(IndexSection.categories.name)
      }
    }
    let reader = PlaceReader(content: content)
    for partition in content.partitions[segment.partitions] {
      let first = partition.firstBlock * IndexLayout.blockSize
      for block in 0..<partition.blockCount {
        for slot in 0..<partition.placeCount(inBlock: block) {
          let position = UInt32(first + block * IndexLayout.blockSize + slot)
          let entry = segment.entryNumber(at: Int(position) - segment.firstPosition)
          guard entry > 0, entry < segment.categoryCount else { throw .damaged(IndexSection.categoryNumbers.name) }
          guard reader.place(at: position) != nil, let row = reader.row(at: position),
            UTF8Check.isValid(row.searchKey)
          else { throw .damaged(IndexSection.rows.name) }
        }
      }
    }
    for number in 0..<segment.ids.count {
      guard Int(segment.ids.position(number)) / IndexLayout.blockSize < segment.blocks.count else {
        throw .damaged(IndexSection.ids.name)
      }
    }
    for lists in segment.termLists {
      try lists.forEachTerm(in: 0..<lists.count) { (_, _, list) throws(IndexHeader.FormatError) in
        try lists.forEachNumber(in: list) { _ in }
      }
    }
  }

  private func isValidEntry(_ bytes: ByteView, of segment: Segment) -> Bool {
    let inputCount = segment.inputCount
    let kindCount = content.kinds(ofCategory: UInt32(segment.categoryNumbers.lowerBound)).count
    guard let entry = CategoryEntry(bytes), UTF8Check.isValid(entry.text), UTF8Check.isValid(entry.words),
      entry.text.count <= RowFormat.maximumFieldBytes,
      entry.words.count <= CategoryEntry.maximumWordBytes
    else { return false }
    var isKnown = true
    entry.kinds.forEach { if $0 >= kindCount { isKnown = false } }
    var last = -1
    entry.forEachInput { number in
      if number <= last || number >= inputCount { isKnown = false }
      last = number
    }
    return isKnown && (last >= 0 || inputCount == 0)
  }
}

extension Partition {
  /// Returns whether a place with an entry fits the partition: its groups are equal, and it displays one of them.
  func contains(_ entry: CategoryEntry) -> Bool {
    entry.groups == groups && (entry.shownGroup.map { groups & $0.bit != 0 } ?? (groups == 0))
  }
}
