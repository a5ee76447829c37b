/// Lays collected places out as the bytes of an index.
struct IndexAssembler: ~Copyable {
  private let image: IndexImage
  private let sections: [Range<Int>]

  /// Lays out places.
  ///
  /// - Parameter builder: The places.
  /// - Returns: The bytes.
  /// - Throws: ``SystemError`` when there is not enough memory.
  static func assemble(_ builder: PlaceIndexBuilder) throws(SystemError) -> IndexBytes {
    let points = builder.collected.points
    let (order, runs) = PlaceOrder.sorted(points) { first, second in
      let (left, right) = (points[first], points[second])
      guard left.latitude == right.latitude else { return left.latitude < right.latitude }
      guard left.longitude == right.longitude else { return left.longitude < right.longitude }
      return builder.collected.id(of: first).precedes(builder.collected.id(of: second))
    }
    var partitions: [Partition] = []
    var nextBlock = 0
    var nextNode = 0
    for run in runs {
      var box = IntegerBox.empty
      for index in order[run.range] {
        box.include(latitude: points[Int(index)].latitude, longitude: points[Int(index)].longitude)
      }
      let partition = Partition(
        groups: run.groups,
        firstBlock: nextBlock,
        placeCount: run.range.count,
        firstNode: nextNode,
        box: box
      )
      nextBlock += partition.blockCount
      nextNode += partition.nodeCount
      partitions.append(partition)
    }
    let description = builder.description.encoded
    let kinds = builder.collected.kinds.encoded
    let rowBytes = points.reduce(0) { $0 + $1.storedBytes + 4 }
    let assembler = try IndexAssembler(lengths: [
      description.count, partitions.count * IndexLayout.partitionBytes, kinds.count, nextNode * IndexLayout.nodeBytes,
      nextBlock * IndexLayout.blockBytes, (nextBlock + 1) * 8, rowBytes,
    ])
    assembler.copy(description, to: .description)
    assembler.copy(kinds, to: .kinds)
    assembler.write(partitions)
    assembler.writePlaces(points, order: order, runs: runs, partitions: partitions, builder: builder)
    for partition in partitions { assembler.writeTree(of: partition) }
    assembler.writeHeader(placeCount: points.count, blockCount: nextBlock, nodeCount: nextNode)
    return assembler.image.take()
  }

  private init(lengths: [Int]) throws(SystemError) {
    var sections: [Range<Int>] = []
    var end = IndexLayout.headerSize
    for length in lengths {
      sections.append(end..<end + length)
      end = (end + length + IndexLayout.headerSize - 1) & ~(IndexLayout.headerSize - 1)
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

  private func writePlaces(
    _ points: [CollectedPoint],
    order: [UInt32],
    runs: [PlaceOrder.Run],
    partitions: [Partition],
    builder: PlaceIndexBuilder
  ) {
    var rowOffset = 0
    var offsetAt = start(of: .rowOffsets)
    for (run, partition) in zip(runs, partitions) {
      for block in 0..<partition.blockCount {
        let first = run.range.lowerBound + block * IndexLayout.blockSize
        let count = partition.placeCount(inBlock: block)
        let pointsAt = start(of: .points) + (partition.firstBlock + block) * IndexLayout.blockBytes
        image.store(UInt64(rowOffset), at: offsetAt)
        offsetAt += 8
        var within = count * 4
        for slot in 0..<IndexLayout.blockSize {
          guard slot < count else {
            // Far outside the globe: no question finds an empty slot.
            image.store(Int32.min, at: pointsAt + slot * 4)
            image.store(Int32.min, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
            continue
          }
          let point = points[Int(order[first + slot])]
          image.store(point.latitude, at: pointsAt + slot * 4)
          image.store(point.longitude, at: pointsAt + (IndexLayout.blockSize + slot) * 4)
          let base = start(of: .rows) + rowOffset
          image.store(UInt32(within), at: base + slot * 4)
          let row = builder.collected.arena.view(point.row)
          within += image.store(row, kind: point.kind, at: base + within)
        }
        rowOffset += within
      }
    }
    image.store(UInt64(rowOffset), at: offsetAt)
  }

  private func writeTree(of partition: Partition) {
    var boxes: [IntegerBox] = (0..<partition.blockCount).map { block in
      let at = start(of: .points) + (partition.firstBlock + block) * IndexLayout.blockBytes
      return image.withView(at..<at + IndexLayout.blockBytes) { view in
        var box = IntegerBox.empty
        for slot in 0..<partition.placeCount(inBlock: block) {
          box.include(
            latitude: view.load(Int32.self, at: slot * 4),
            longitude: view.load(Int32.self, at: (IndexLayout.blockSize + slot) * 4)
          )
        }
        return box
      }
    }
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

  private func writeHeader(placeCount: Int, blockCount: Int, nodeCount: Int) {
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
}

extension CollectedPoint {
  /// Bytes that its words take in a file, with the number of its kind in place of none.
  var storedBytes: Int { Int(row.count) - 1 + RowFormat.variableSize(Int(kind)) }
}

extension IndexImage {
  /// Writes the words of a place with the number of its kind.
  ///
  /// - Parameters:
  ///   - row: The words, with no kind.
  ///   - kind: The kind's number.
  ///   - offset: Where they go.
  /// - Returns: How many bytes were written.
  @inline(__always)
  fileprivate func store(_ row: ByteView, kind: UInt32, at offset: Int) -> Int {
    store(row.byte(at: 0), at: offset)
    var end = offset + 1
    var rest = kind
    while rest >= 0x80 {
      store(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80), at: end)
      rest >>= 7
      end += 1
    }
    store(UInt8(truncatingIfNeeded: rest), at: end)
    copy(row.part(2..<row.count), at: end + 1)
    return end + 1 - offset + row.count - 2
  }
}

extension KindList {
  /// The form in a file: how many, where each ends, then the words.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(number >> shift & 0xFF)) }
    }
    append(texts.count)
    var end = 0
    for text in texts {
      end += text.count
      append(end)
    }
    for text in texts { bytes += text }
    return bytes
  }
}
