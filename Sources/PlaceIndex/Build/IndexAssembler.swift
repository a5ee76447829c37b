import Domain

/// Lays collected places out as the bytes of an index, on all processors.
struct IndexAssembler {
  private var image: IndexImage
  private var sections: [Range<Int>]
  private let placeCount: Int
  private let threads: Int

  /// Lays out everything but the header.
  ///
  /// The memory of the places is returned before that of the file is needed, unless the caller keeps it; a closure is
  /// called when that of the rows is not needed any more.
  init(
    _ points: consuming [CollectedPoint],
    _ rows: RowArena.Rows,
    _ categories: CategoryList,
    chains: [Chain],
    originals: [UInt64: [CollectedPoint]] = [:],
    description: IndexDescription,
    threads: Int,
    onRowsWritten: () -> Void = {}
  ) throws(SystemError) {
    let placeCount = points.count
    let groups = categories.entries.indices.map { categories.with(UInt32($0), \.groups) }
    let attributes = AttributeNumbers(copy points, rows, threads: threads)
    let blocks = PlaceBlocks(consume points, groups: groups, rows, attributes, threads: threads)
    let facts = AttributeSections(attributes, blocks, rows)
    let earlier = OriginalSection(originals, blocks, rows, categories)
    let ordered = categories.numbered(inOrderOf: blocks)
    let identifiers = IdentifierOrderWriter(blocks, rows, threads: threads)
    let chains = Chain.encoded(chains)
    let partitions = blocks.partitions
    let description = description.encoded
    let entries = ordered.encoded
    let nodeCount = partitions.reduce(0) { $0 + $1.nodeCount }
    try self.init(
      placeCount: placeCount,
      lengths: [
        description.count, partitions.count * IndexLayout.partitionBytes, entries.count,
        nodeCount * IndexLayout.nodeBytes, blocks.count * IndexLayout.blockBytes, (blocks.count + 1) * 8,
        blocks.rowBytes, blocks.count * IndexLayout.categoryBytes, nodeCount * IndexLayout.maskBytes,
        facts.keys.count, facts.values.count, facts.lists.count, earlier.bytes.count, chains.count,
        identifiers.byteCount, 0,
      ],
      threads: threads
    )
    copy(description, to: .description)
    copy(entries, to: .categories)
    copy(facts.keys, to: .keys)
    copy(facts.values, to: .values)
    copy(facts.lists, to: .lists)
    copy(earlier.bytes, to: .originals)
    copy(chains, to: .chains)
    identifiers.write(to: image, at: start(of: .identifiers))
    write(partitions)
    let assembler = self
    // A row lies anywhere in memory: its grams are read where it is written.
    let names = NameIndexWriter(blockCount: blocks.count, threads: threads) { block, body in
      assembler.write(block: block, of: blocks, rows, attributes)
      for slot in 0..<blocks.placeCount(of: block) {
        let position = block * IndexLayout.blockSize + slot
        if let row = RowFormat(rows.view(blocks.points[position].row)) { body(row, UInt32(position)) }
      }
    }
    image.store(UInt64(blocks.rowBytes), at: start(of: .rowOffsets) + blocks.count * 8)
    let kindCount = Kind.all.count
    let masks = ordered.entries.indices.map { number in
      ordered.with(UInt32(number)) { $0.mask(number: number, kindCount: kindCount) }
    }
    Threads.run(partitions.count, on: threads) { number, _ in
      assembler.writeTree(of: partitions[number], over: blocks, masks)
    }
    onRowsWritten()
    let start = start(of: .names)
    sections[IndexSection.names.rawValue] = start..<start + names.byteCount
    sections.append(IndexSeal.sums(behind: start + names.byteCount))
    image = try image.extended(to: IndexLayout.aligned(sections[IndexSection.sums.rawValue].upperBound))
    names.write(to: image, at: start, threads: threads)
  }

  private init(placeCount: Int, lengths: [Int], threads: Int) throws(SystemError) {
    self.placeCount = placeCount
    self.threads = threads
    var sections: [Range<Int>] = []
    var end = IndexHeader.usualBytes
    for length in lengths {
      sections.append(end..<end + length)
      end = IndexLayout.aligned(end + length)
    }
    self.sections = sections
    // What the names take, and the checksums behind them, is known last: mostly a tenth of the others.
    image = try IndexImage(count: end, room: end / 2)
  }

  private func start(of section: IndexSection) -> Int { sections[section.rawValue].lowerBound }

  private func copy(_ bytes: [UInt8], to section: IndexSection) {
    ByteView.over(bytes) { image.copy($0, at: start(of: section)) }
  }

  private func write(_ partitions: [Partition]) {
    for (number, partition) in partitions.enumerated() {
      let at = start(of: .partitions) + number * IndexLayout.partitionBytes
      image.store(partition.groups, at: at)
      image.store(UInt32(partition.placeCount), at: at + 4)
      image.store(UInt32(partition.firstBlock), at: at + 8)
      image.store(UInt32(partition.levelStart(partition.levelCount - 1)), at: at + 12)
      image.store(partition.box, at: at + 16, apart: 4)
    }
  }

  private func write(block: Int, of blocks: PlaceBlocks, _ rows: RowArena.Rows, _ attributes: AttributeNumbers) {
    let count = blocks.placeCount(of: block)
    let pointsAt = start(of: .points) + block * IndexLayout.blockBytes
    let rowOffset = blocks.rowOffset(of: block)
    image.store(UInt64(rowOffset), at: start(of: .rowOffsets) + block * 8)
    let base = start(of: .rows) + rowOffset
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
      image.store(point.category, at: start(of: .categoryNumbers) + (block * IndexLayout.blockSize + slot) * 4)
      within += write(rows.view(point.row), at: base + within, attributes)
    }
    for slot in count..<IndexLayout.blockSize {
      // Far outside the globe, so that no query finds an empty slot.
      image.store(Int32.min, at: pointsAt + slot * 4)
      image.store(Int32.min, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
    }
  }

  /// Writes a row with the numbers of its further facts, and returns its byte count.
  @inline(__always)
  private func write(_ row: ByteView, at offset: Int, _ attributes: AttributeNumbers) -> Int {
    guard attributes.count > 0, let format = RowFormat(row), format.tail.count > 0 else {
      image.copy(row, at: offset)
      return row.count
    }
    image.copy(format.withoutTail, at: offset)
    var end = format.withoutTail.count
    var last = 0
    attributes.forEachNumber(of: format) { number in
      end += image.storeVariable(number - last, at: offset + end)
      last = number
    }
    return end
  }

  /// Writes the rectangle of each child of a node, and which categories lie below it.
  private func writeTree(of partition: Partition, over blocks: PlaceBlocks, _ masks: [CategoryMask]) {
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
        let boxAt = start(of: .nodes) + node * IndexLayout.nodeBytes + child * 4
        image.store(box, at: boxAt, apart: 4 * IndexLayout.fanOut)
        let maskAt = start(of: .masks) + node * IndexLayout.maskBytes + child * CategoryMask.byteCount
        for word in 0..<4 { image.store(mask.words[word], at: maskAt + word * 8) }
      }
      below = parents
    }
  }

  private func seal() { IndexSeal(placeCount: placeCount, sections: sections, threads: threads).write(to: image) }

  consuming func finished() -> IndexBytes {
    seal()
    return image.sealed()
  }

  /// Writes the index to a file, with its checksums, if that is still the one to replace, and returns the same bytes
  /// in memory.
  consuming func finished(at path: String, if isCurrent: () -> Bool) throws(SystemError) -> IndexBytes {
    let file = try FileReplacement(path: path)
    seal()
    try image.withView(0..<image.count) { (bytes) throws(SystemError) in try file.write(bytes) }
    try file.finish(if: isCurrent)
    return image.sealed()
  }
}

extension IndexImage {
  /// Writes the edges of a box, each so many bytes behind the one before it.
  func store(_ box: IntegerBox, at offset: Int, apart: Int) {
    for (edge, value) in [box.south, box.north, box.west, box.east].enumerated() {
      store(value, at: offset + edge * apart)
    }
  }

  /// Writes a number in LEB128, and returns its byte count.
  @inline(__always)
  func storeVariable(_ number: Int, at offset: Int) -> Int {
    var end = offset
    number.forEachVariableByte { byte in
      store(byte, at: end)
      end += 1
    }
    return end - offset
  }
}
