import Domain

/// Checks the checksums of an index, and that its contents are consistent.
struct IndexVerification {
  let content: IndexContent

  /// Checks everything; throws the first error.
  func run() throws(IndexHeader.FormatError) {
    try checkChecksums()
    try checkPadding()
    try checkSourceCategories()
    try checkRowOffsets()
    try content.names.verify()
    let curve = HilbertCurve(over: content.partitions.reduce(into: IntegerBox.empty) { $0.include($1.box) })
    for (partition, next) in zip(content.partitions, content.partitions.dropFirst()) {
      guard partition.groups < next.groups else { throw .damaged(IndexSection.partitions.name) }
    }
    for partition in content.partitions {
      try checkTree(of: partition, along: curve)
      for block in 0..<partition.blockCount { try checkRows(ofBlock: block, in: partition) }
    }
  }

  /// Checks the checksum of each section, which finds any accidental change of its bytes.
  func checkChecksums() throws(IndexHeader.FormatError) {
    for section in IndexSection.all(ofVersion: content.header.version) {
      let range = content.header[section]
      content.bytes.prefetch(range)
      guard Checksum.of(content.bytes.view.part(range)) == content.header.checksum(of: section) else {
        throw .damaged(section.name)
      }
    }
  }

  /// Checks that sections are consecutive and aligned, and that unused bytes are 0.
  private func checkPadding() throws(IndexHeader.FormatError) {
    let view = content.bytes.view
    func isZero(_ range: Range<Int>) -> Bool { range.allSatisfy { view.byte(at: $0) == 0 } }
    let list = IndexHeader.sectionListOffset
    let listEnd = list + IndexSection.allCases.count * IndexHeader.sectionEntrySize
    guard view.load(UInt32.self, at: 12) == UInt32(IndexLayout.headerSize),
      view.load(UInt32.self, at: 48) == UInt32(IndexSection.allCases.count), isZero(52..<list),
      isZero(listEnd..<IndexLayout.headerChecksumOffset)
    else { throw .damaged("header") }
    var end = IndexLayout.headerSize
    for section in IndexSection.allCases {
      let range = content.header[section]
      let entry = list + section.ordinal * IndexHeader.sectionEntrySize
      guard isZero(entry + 4..<entry + 8) else { throw .damaged("header") }
      guard range.lowerBound == IndexLayout.aligned(end), isZero(end..<range.lowerBound) else {
        throw .damaged("padding")
      }
      end = range.upperBound
    }
    guard view.count == IndexLayout.aligned(end), isZero(end..<view.count) else { throw .damaged("padding") }
  }

  /// Checks that the first source category is empty, that each occurs once, and that they fill their section.
  private func checkSourceCategories() throws(IndexHeader.FormatError) {
    var known: Set<[UInt8]> = []
    var byteCount = 0
    for number in 0..<content.sourceCategoryCount {
      guard let text = content.sourceCategory(UInt32(number)), UTF8Check.isValid(text),
        number > 0 || text.count == 0, known.insert(text.array).inserted
      else { throw .damaged(IndexSection.sourceCategories.name) }
      byteCount += text.count
    }
    guard 4 + 4 * content.sourceCategoryCount + byteCount == content.header[.sourceCategories].count else {
      throw .damaged(IndexSection.sourceCategories.name)
    }
  }

  /// Checks that the blocks of rows fill their section.
  private func checkRowOffsets() throws(IndexHeader.FormatError) {
    let count = content.header.blockCount
    let isFull =
      count == 0
      ? content.header[.rows].isEmpty
      : content.rowBlock(0)?.lowerBound == 0 && content.rowBlock(count - 1)?.upperBound == content.header[.rows].count
    guard isFull else { throw .damaged(IndexSection.rowOffsets.name) }
  }

  /// Checks that places are sorted by their position on the curve, then by latitude and longitude, that unused slots and
  /// children have the values of the format, and that every box is exactly that of its contents.
  private func checkTree(of partition: Partition, along curve: HilbertCurve) throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    var boxes = [IntegerBox](repeating: .empty, count: partition.blockCount)
    var previous = (UInt64(0), Int32.min, Int32.min)
    for block in boxes.indices {
      let first = (partition.firstBlock + block) * IndexLayout.blockSize
      for slot in 0..<IndexLayout.blockSize {
        let (latitude, longitude) = reader.coordinates(at: UInt32(first + slot))
        guard slot < partition.placeCount(inBlock: block) else {
          guard latitude == .min, longitude == .min else { throw .damaged(IndexSection.points.name) }
          continue
        }
        boxes[block].include(latitude: latitude, longitude: longitude)
        let next = (curve.position(latitude: latitude, longitude: longitude), latitude, longitude)
        guard next >= previous else { throw .damaged(IndexSection.points.name) }
        previous = next
      }
    }
    for level in 1..<partition.levelCount {
      var parents = [IntegerBox](repeating: .empty, count: partition.levelSize(level))
      for child in 0..<parents.count * IndexLayout.fanOut {
        let found = child < boxes.count ? boxes[child] : .empty
        guard box(content.nodes, partition, level: level, child: child) == found else {
          throw .damaged(IndexSection.nodes.name)
        }
        parents[child / IndexLayout.fanOut].include(found)
      }
      boxes = parents
    }
    guard boxes == [partition.box] else { throw .damaged(IndexSection.partitions.name) }
  }

  private func box(_ nodes: ByteView, _ partition: Partition, level: Int, child: Int) -> IntegerBox {
    let node = partition.levelStart(level) + child / IndexLayout.fanOut
    let at = node * IndexLayout.nodeBytes + child % IndexLayout.fanOut * 4
    return IntegerBox(
      south: nodes.load(Int32.self, at: at),
      north: nodes.load(Int32.self, at: at + 32),
      west: nodes.load(Int32.self, at: at + 64),
      east: nodes.load(Int32.self, at: at + 96)
    )
  }

  /// Checks that every row is valid UTF-8 and has an id, that every point is on the globe, and that ids at one coordinate are
  /// sorted.
  private func checkRows(ofBlock block: Int, in partition: Partition) throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: content)
    let first = (partition.firstBlock + block) * IndexLayout.blockSize
    let count = partition.placeCount(inBlock: block)
    guard let start = content.rowBlock(partition.firstBlock + block)?.lowerBound,
      content.rowRange(at: first, placeCount: count)?.lowerBound == start + 4 * count
    else { throw .damaged(IndexSection.rows.name) }
    for slot in 0..<count {
      guard let place = reader.place(at: UInt32(first + slot)),
        partition.contains(place.group)
      else { throw .damaged(IndexSection.rows.name) }
      let position = UInt32(first + slot)
      guard block > 0 || slot > 0, reader.coordinates(at: position - 1) == reader.coordinates(at: position) else {
        continue
      }
      guard let earlier = reader.row(at: position - 1), let later = reader.row(at: position),
        earlier[.id].precedes(later[.id])
      else { throw .damaged(IndexSection.rows.name) }
    }
  }
}

extension Partition {
  /// Whether a place with a displayed group may be in the partition: only one of no group may have none.
  func contains(_ group: CategoryGroup?) -> Bool { group.map { groups & $0.bit != 0 } ?? (groups == 0) }
}
