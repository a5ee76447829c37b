/// Lays collected places out as the bytes of an index, on all processors.
struct IndexAssembler {
  private let image: IndexImage
  private let sections: [Range<Int>]
  private let placeCount: Int
  private let blockCount: Int
  private let nodeCount: Int

  /// The number of blocks that a thread lays out at a time; any number from 16 to 1,024 takes the same time.
  private static let blocksAtATime = 128

  /// Lays out everything but the header.
  ///
  /// - Parameters:
  ///   - points: The places, whose memory is returned before that of the file is needed, unless the caller keeps it.
  ///   - collected: Their text fields and source categories.
  ///   - description: What the index says about itself.
  ///   - threads: How many threads take part.
  /// - Throws: When there is not enough memory.
  init(
    _ points: consuming [CollectedPoint],
    _ collected: borrowing CollectedPlaces,
    description: IndexDescription,
    threads: Int
  ) throws(SystemError) {
    let placeCount = points.count
    let rows = collected.arena.rows
    let blocks = PlaceBlocks(consume points, rows, threads: threads)
    let partitions = blocks.partitions
    let description = description.encoded
    let sourceCategories = collected.sourceCategories.encoded
    let nodeCount = partitions.reduce(0) { $0 + $1.nodeCount }
    var names: NameIndexWriter? = NameIndexWriter(blockCount: blocks.count, threads: threads) { block, body in
      // A byte of each first: rows lie anywhere in memory, and are loaded at the same time. None begins with 255.
      let views = InlineArray<32, ByteView> { slot in
        slot < blocks.placeCount(of: block) ? rows.view(blocks.points[block * 32 + slot].row) : .empty
      }
      var touched: UInt8 = 0
      for slot in views.indices where views[slot].count > 0 { touched |= views[slot].byte(at: 0) }
      for slot in views.indices where touched != .max {
        if let row = RowFormat(views[slot]) { body(row) }
      }
    }
    try self.init(
      placeCount: placeCount,
      blockCount: blocks.count,
      nodeCount: nodeCount,
      lengths: [
        description.count, partitions.count * IndexLayout.partitionBytes, sourceCategories.count,
        nodeCount * IndexLayout.nodeBytes, blocks.count * IndexLayout.blockBytes, (blocks.count + 1) * 8,
        blocks.rowBytes, names?.byteCount ?? 0,
      ]
    )
    copy(description, to: .description)
    copy(sourceCategories, to: .sourceCategories)
    write(partitions)
    names?.write(to: image, at: start(of: .names), threads: threads)
    // Its memory goes before that of the rows is needed.
    names = nil
    let assembler = self
    let step = Self.blocksAtATime
    Threads.run((blocks.count + step - 1) / step, on: threads) { part, _ in
      for block in part * step..<min(blocks.count, (part + 1) * step) {
        assembler.write(block: block, of: blocks, rows)
      }
    }
    image.store(UInt64(blocks.rowBytes), at: start(of: .rowOffsets) + blocks.count * 8)
    Threads.run(partitions.count, on: threads) { number, _ in
      assembler.writeTree(of: partitions[number], over: blocks.boxes)
    }
  }

  private init(placeCount: Int, blockCount: Int, nodeCount: Int, lengths: [Int]) throws(SystemError) {
    self.placeCount = placeCount
    self.blockCount = blockCount
    self.nodeCount = nodeCount
    var sections: [Range<Int>] = []
    var end = IndexLayout.headerSize
    for length in lengths {
      sections.append(end..<end + length)
      end = IndexLayout.aligned(end + length)
    }
    self.sections = sections
    image = try IndexImage(count: end)
  }

  private func start(of section: IndexSection) -> Int { sections[section.ordinal].lowerBound }

  private func copy(_ bytes: [UInt8], to section: IndexSection) {
    for (offset, byte) in bytes.enumerated() { image.store(byte, at: start(of: section) + offset) }
  }

  private func write(_ partitions: [Partition]) {
    for (number, partition) in partitions.enumerated() {
      let at = start(of: .partitions) + number * IndexLayout.partitionBytes
      image.store(partition.groups, at: at)
      image.store(UInt32(partition.placeCount), at: at + 4)
      image.store(UInt32(partition.firstBlock), at: at + 8)
      image.store(UInt32(partition.levelStart(partition.levelCount - 1)), at: at + 12)
      image.store(partition.box.south, at: at + 16)
      image.store(partition.box.north, at: at + 20)
      image.store(partition.box.west, at: at + 24)
      image.store(partition.box.east, at: at + 28)
    }
  }

  private func write(block: Int, of blocks: PlaceBlocks, _ rows: RowArena.Rows) {
    let count = blocks.placeCount(of: block)
    let pointsAt = start(of: .points) + block * IndexLayout.blockBytes
    let rowOffset = blocks.rowOffset(of: block)
    image.store(UInt64(rowOffset), at: start(of: .rowOffsets) + block * 8)
    let base = start(of: .rows) + rowOffset
    var within = count * 4
    for slot in 0..<count {
      let point = blocks.points[block * IndexLayout.blockSize + slot]
      image.store(point.latitude, at: pointsAt + slot * 4)
      image.store(point.longitude, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
      image.store(UInt32(within), at: base + slot * 4)
      within += image.store(rows.view(point.row), sourceCategory: point.sourceCategory, at: base + within)
    }
    for slot in count..<IndexLayout.blockSize {
      // Far outside the globe, so that no query finds an empty slot.
      image.store(Int32.min, at: pointsAt + slot * 4)
      image.store(Int32.min, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
    }
  }

  private func writeTree(of partition: Partition, over blockBoxes: SharedArray<IntegerBox>) {
    var boxes = (0..<partition.blockCount).map { blockBoxes[partition.firstBlock + $0] }
    for level in 1..<partition.levelCount {
      var parents = [IntegerBox](repeating: .empty, count: partition.levelSize(level))
      for node in parents.indices {
        let at = start(of: .nodes) + (partition.levelStart(level) + node) * IndexLayout.nodeBytes
        for child in 0..<IndexLayout.fanOut {
          let index = node * IndexLayout.fanOut + child
          let box = index < boxes.count ? boxes[index] : .empty
          parents[node].include(box)
          image.store(box.south, at: at + child * 4)
          image.store(box.north, at: at + 32 + child * 4)
          image.store(box.west, at: at + 64 + child * 4)
          image.store(box.east, at: at + 96 + child * 4)
        }
      }
      boxes = parents
    }
  }

  private func writeHeader() {
    for (offset, byte) in IndexLayout.magic.enumerated() { image.store(byte, at: offset) }
    image.store(IndexLayout.version, at: 8)
    image.store(UInt32(IndexLayout.headerSize), at: 12)
    image.store(UInt64(image.count), at: 16)
    image.store(UInt64(placeCount), at: 24)
    image.store(UInt64(blockCount), at: 32)
    image.store(UInt64(nodeCount), at: 40)
    image.store(UInt32(sections.count), at: 48)
    for section in IndexSection.allCases {
      let range = sections[section.ordinal]
      let at = IndexHeader.sectionListOffset + section.ordinal * IndexHeader.sectionEntrySize
      image.store(section.rawValue, at: at)
      image.store(UInt64(range.lowerBound), at: at + 8)
      image.store(UInt64(range.count), at: at + 16)
      image.store(image.withView(range) { Checksum.of($0) }, at: at + 24)
    }
    let checksum = image.withView(0..<IndexLayout.headerChecksumOffset) { Checksum.of($0) }
    image.store(checksum, at: IndexLayout.headerChecksumOffset)
  }

  /// The bytes of the index, with their checksums.
  consuming func finished() -> IndexBytes {
    writeHeader()
    return image.sealed()
  }

  /// Writes the index to a file, with its checksums.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isCurrent: Whether the file is still the one to replace.
  /// - Returns: The same bytes in memory.
  /// - Throws: ``SystemError`` when the file cannot be written or is another one; nothing is left behind.
  consuming func finished(at path: String, if isCurrent: () -> Bool) throws(SystemError) -> IndexBytes {
    let file = try FileReplacement(path: path)
    writeHeader()
    try image.withView(0..<image.count) { (bytes) throws(SystemError) in try file.write(bytes, at: 0) }
    try file.finish(if: isCurrent)
    return image.sealed()
  }
}

extension CollectedPoint {
  /// The byte count of its text fields in a file, where the number of its source category is filled in.
  var storedBytes: Int { Int(row.count) - 1 + RowFormat.variableSize(Int(sourceCategory)) }
}

extension IndexImage {
  /// Writes the text fields of a place with the number of its source category.
  @inline(__always)
  fileprivate func store(_ row: ByteView, sourceCategory: UInt32, at offset: Int) -> Int {
    store(row.byte(at: 0), at: offset)
    let end = offset + 1 + storeVariable(Int(sourceCategory), at: offset + 1)
    copy(row.part(2..<row.count), at: end)
    return end - offset + row.count - 2
  }

  /// Writes a number in LEB128, and returns its byte count.
  @inline(__always)
  func storeVariable(_ number: Int, at offset: Int) -> Int {
    var (rest, end) = (number, offset)
    while rest >= 0x80 {
      store(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80), at: end)
      rest >>= 7
      end += 1
    }
    store(UInt8(truncatingIfNeeded: rest), at: end)
    return end + 1 - offset
  }
}
