import Domain
import Rows
import Tables

/// The places of a segment in file order, and the bytes of its sections.
struct SegmentBuild {
  let blocks: PlaceBlocks
  private let rows: RowArena.Rows
  private let attributes: AttributeNumbers
  private let attributeTerms: TermSection
  private let entries: [UInt8]
  private let masks: [CategoryMask]
  /// The size of an entry's number in bytes.
  private let entryBytes: Int
  /// The displayed group of each category entry.
  private let shownGroups: [UInt8]
  private let ids: IDOrderWriter
  private let nodeCount: Int
  /// The terms of names and addresses, available once the rows are written.
  private var texts: TextSections?

  /// Sorts places on several threads; the memory of the points is released.
  init(
    _ points: consuming [CollectedPoint],
    _ rows: RowArena.Rows,
    _ categories: CategoryList,
    threads: Int
  ) {
    self.rows = rows
    let groups = categories.entries.indices.map { categories.with(UInt32($0), \.groups) }
    let attributes = AttributeNumbers(copy points, rows, threads: threads)
    let byIdentifier = IDOrderWriter.order(of: copy points, rows, threads: threads)
    var blocks = PlaceBlocks(consume points, groups: groups, rows, attributes, threads: threads)
    attributeTerms = attributes.section(of: blocks, rows, threads: threads)
    let ordered = categories.numbered(inOrderOf: blocks)
    entries = ordered.encoded
    entryBytes = IndexLayout.entryNumberBytes(ofCount: ordered.entries.count)
    let kindCount = Kind.all.count
    masks = ordered.entries.indices.map { number in
      ordered.with(UInt32(number)) { $0.mask(number: number, kindCount: kindCount) }
    }
    ids = IDOrderWriter(byIdentifier, blocks.takePositions(), blockCount: blocks.count)
    nodeCount = SegmentSections.rounded(blocks.partitions.reduce(0) { $0 + $1.nodeCount })
    shownGroups = ordered.entries.indices.map { ordered.with(UInt32($0), \.shown) }
    self.attributes = attributes
    self.blocks = blocks
  }

  /// The number of blocks, including blocks without places.
  private var blockCount: Int { SegmentSections.rounded(blocks.count) }

  /// Returns the size of a section in bytes; sections of texts have 0 until the rows are written.
  func byteCount(of section: IndexSection) -> Int {
    switch section {
    case .partitions: blocks.partitions.count * IndexLayout.partitionBytes
    case .categories: entries.count
    case .nodes: nodeCount * IndexLayout.nodeBytes
    case .points: blockCount * IndexLayout.blockBytes
    case .rowOffsets: (blockCount + 1) * 8
    case .rows: blocks.rowBytes
    case .categoryNumbers: blockCount * IndexLayout.blockSize * entryBytes
    case .masks: nodeCount * IndexLayout.maskBytes
    case .attributes: attributeTerms.byteCount
    case .ids: ids.byteCount
    case .words, .grams, .streets, .streetGrams, .numbers: texts(of: section)?.byteCount ?? 0
    case .description, .chains, .ground, .hidden, .checksums: 0
    }
  }

  /// Calls a closure with the folded names and the displayed group of each place in a set, in file order.
  func forEachPlace(
    in keys: Set<UInt64>,
    but hidden: Set<UInt32>,
    _ body: (_ names: ByteView, _ group: UInt8) -> Void
  ) {
    for block in 0..<blocks.count {
      for slot in 0..<blocks.placeCount(of: block) {
        let position = block * IndexLayout.blockSize + slot
        let point = blocks.points[position]
        guard keys.contains(point.row.key), !hidden.contains(UInt32(position)),
          let row = RowFormat(rows.view(point.row))
        else { continue }
        body(row.searchKey, shownGroups[Int(point.category)])
      }
    }
  }

  /// Writes the collected names and addresses.
  func writeTexts(to image: IndexImage, at sections: SegmentSections, threads: Int) {
    let all = IndexSection.ofTexts
    Threads.run(all.count, on: threads) { number, _ in
      texts(of: all[number])?.write(to: image, at: sections[all[number]].lowerBound)
    }
  }

  private func texts(of section: IndexSection) -> TermSection? {
    switch section {
    case .words: texts?.words
    case .grams: texts?.grams
    case .streets: texts?.streets
    case .streetGrams: texts?.streetGrams
    case .numbers: texts?.numbers
    default: nil
    }
  }

  /// Writes everything except the terms of texts, which it collects.
  mutating func write(to image: IndexImage, at sections: SegmentSections, threads: Int) {
    func copy(_ bytes: [UInt8], to section: IndexSection) {
      ByteView.over(bytes) { image.copy($0, at: sections[section].lowerBound) }
    }
    copy(entries, to: .categories)
    attributeTerms.write(to: image, at: sections[.attributes].lowerBound)
    ids.write(to: image, at: sections[.ids].lowerBound)
    write(blocks.partitions, to: image, at: sections[.partitions].lowerBound)
    let build = self
    // Rows are scattered in memory. The rows of a block are parsed first, so that memory serves several requests at
    // once, and their terms are collected when they are written.
    texts = TextSections(blockCount: blocks.count, threads: threads) { block, body in
      let first = block * IndexLayout.blockSize
      let rows = (0..<build.blocks.placeCount(of: block)).map { slot in
        RowFormat(build.rows.view(build.blocks.points[first + slot].row))
      }
      build.write(rows, ofBlock: block, to: image, at: sections)
      for (slot, row) in rows.enumerated() { if let row { body(row, UInt32(first + slot)) } }
    }
    for block in blocks.count..<blockCount + 1 {
      image.store(UInt64(blocks.rowBytes), at: sections[.rowOffsets].lowerBound + block * 8)
      if block < blockCount { writeEmpty(slots: 0..<IndexLayout.blockSize, ofBlock: block, to: image, at: sections) }
    }
    Threads.run(blocks.partitions.count, on: threads) { number, _ in
      build.writeTree(of: build.blocks.partitions[number], to: image, at: sections)
    }
  }

  private func write(_ partitions: [Partition], to image: IndexImage, at start: Int) {
    for (number, partition) in partitions.enumerated() {
      let at = start + number * IndexLayout.partitionBytes
      image.store(partition.groups, at: at)
      image.store(UInt32(partition.placeCount), at: at + 4)
      image.store(UInt32(partition.firstBlock), at: at + 8)
      image.store(UInt32(partition.levelStart(partition.levelCount - 1)), at: at + 12)
      image.store(partition.box, at: at + 16, apart: 4)
    }
  }

  private func write(_ rows: [RowFormat?], ofBlock block: Int, to image: IndexImage, at sections: SegmentSections) {
    let count = rows.count
    let pointsAt = sections[.points].lowerBound + block * IndexLayout.blockBytes
    let rowOffset = blocks.rowOffset(of: block)
    image.store(UInt64(rowOffset), at: sections[.rowOffsets].lowerBound + block * 8)
    let base = sections[.rows].lowerBound + rowOffset
    let numbersAt = sections[.categoryNumbers].lowerBound + block * IndexLayout.blockSize * entryBytes
    let offsetBytes = IndexLayout.offsetBytes(ofBlock: blocks.textBytes(of: block))
    var within = count * offsetBytes
    for slot in 0..<count {
      let point = blocks.points[block * IndexLayout.blockSize + slot]
      image.store(point.latitude, at: pointsAt + slot * 4)
      image.store(point.longitude, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
      if offsetBytes == 2 {
        image.store(UInt16(within), at: base + slot * 2)
      } else {
        image.store(UInt32(within), at: base + slot * 4)
      }
      switch entryBytes {
      case 1: image.store(UInt8(point.category), at: numbersAt + slot)
      case 2: image.store(UInt16(point.category), at: numbersAt + slot * 2)
      default: image.store(point.category, at: numbersAt + slot * 4)
      }
      if let row = rows[slot] { within += write(row, to: image, at: base + within) }
    }
    writeEmpty(slots: count..<IndexLayout.blockSize, ofBlock: block, to: image, at: sections)
  }

  /// Writes slots without a place: their coordinates are far outside the globe, so no query finds them.
  private func writeEmpty(slots: Range<Int>, ofBlock block: Int, to image: IndexImage, at sections: SegmentSections) {
    let pointsAt = sections[.points].lowerBound + block * IndexLayout.blockBytes
    for slot in slots {
      image.store(Int32.min, at: pointsAt + slot * 4)
      image.store(Int32.min, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
    }
  }

  /// Writes a row with the numbers of its attributes, and returns its size in bytes.
  @inline(__always)
  private func write(_ row: RowFormat, to image: IndexImage, at offset: Int) -> Int {
    image.copy(row.withoutTail, at: offset)
    var end = row.withoutTail.count
    guard row.tail.count > 0 else { return end }
    var last: UInt32 = 0
    attributes.forEachNumber(of: row) { number in
      PostingList.forEachByte(adding: number, after: &last) { byte in
        image.store(byte, at: offset + end)
        end += 1
      }
    }
    return end
  }

  /// Writes the rectangle and the category mask of each child of each node.
  private func writeTree(of partition: Partition, to image: IndexImage, at sections: SegmentSections) {
    var below = (0..<partition.blockCount).map { block in
      let first = (partition.firstBlock + block) * IndexLayout.blockSize
      let mask = (first..<first + partition.placeCount(inBlock: block)).reduce(into: CategoryMask.none) {
        $0.formUnion(masks[Int(blocks.points[$1].category)])
      }
      return (box: blocks.boxes[partition.firstBlock + block], mask: mask)
    }
    for level in 1..<partition.levelCount {
      var parents = [(box: IntegerBox, mask: CategoryMask)](
        repeating: (.empty, .none),
        count: partition.levelSize(level)
      )
      for index in 0..<parents.count * IndexLayout.fanOut {
        let number = index / IndexLayout.fanOut
        let child = index % IndexLayout.fanOut
        let (box, mask) = index < below.count ? below[index] : (.empty, .none)
        parents[number].box.include(box)
        parents[number].mask.formUnion(mask)
        let node = partition.levelStart(level) + number
        let boxAt = sections[.nodes].lowerBound + node * IndexLayout.nodeBytes + child * 4
        image.store(box, at: boxAt, apart: 4 * IndexLayout.fanOut)
        let maskAt = sections[.masks].lowerBound + node * IndexLayout.maskBytes + child * CategoryMask.byteCount
        for word in 0..<4 { image.store(mask.words[word], at: maskAt + word * 8) }
      }
      below = parents
    }
  }
}

extension IndexImage {
  /// Writes the four edges of a box, `apart` bytes from each other.
  func store(_ box: IntegerBox, at offset: Int, apart: Int) {
    for (edge, value) in [box.south, box.north, box.west, box.east].enumerated() {
      store(value, at: offset + edge * apart)
    }
  }
}
