public import Domain

/// Checks the checksums of an index, and that its contents are consistent.
struct IndexVerification {
  let content: IndexContent

  /// Checks everything; throws the first error.
  func run() throws(IndexHeader.FormatError) {
    try checkChecksums()
    try checkPadding()
    try checkSourceCategories()
    try checkRowOffsets()
    try checkPartitions()
    let curve = HilbertCurve(over: content.partitions.reduce(into: IntegerBox.empty) { $0.include($1.box) })
    for partition in content.partitions {
      try checkTree(of: partition)
      try checkUnused(of: partition)
      try checkOrder(of: partition, along: curve)
      for block in 0..<partition.blockCount { try checkRows(ofBlock: block, in: partition) }
    }
  }

  /// Checks the checksum of each section, which finds any accidental change of its bytes.
  func checkChecksums() throws(IndexHeader.FormatError) {
    for section in IndexSection.allCases {
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

  /// Checks that partitions are ordered by their sets of categories, and that each box is that of the root.
  private func checkPartitions() throws(IndexHeader.FormatError) {
    var previous: UInt32?
    for partition in content.partitions {
      if let previous, previous >= partition.groups { throw .damaged(IndexSection.partitions.name) }
      previous = partition.groups
      let root = partition.levelCount - 1
      var found = IntegerBox.empty
      for child in 0..<partition.levelSize(root - 1) {
        found.include(box(content.nodes, partition, level: root, child: child))
      }
      guard found == partition.box else { throw .damaged(IndexSection.partitions.name) }
    }
  }

  /// Checks that unused children and slots have the values of the format, so that no search enters them.
  private func checkUnused(of partition: Partition) throws(IndexHeader.FormatError) {
    for level in 1..<partition.levelCount {
      let used = partition.levelSize(level - 1)
      for child in used..<partition.levelSize(level) * IndexLayout.fanOut {
        guard box(content.nodes, partition, level: level, child: child) == .empty else {
          throw .damaged(IndexSection.nodes.name)
        }
      }
    }
    let last = partition.blockCount - 1
    let at = (partition.firstBlock + last) * IndexLayout.blockBytes
    for slot in partition.placeCount(inBlock: last)..<IndexLayout.blockSize {
      guard content.points.load(Int32.self, at: at + slot * 4) == .min,
        content.points.load(Int32.self, at: at + (IndexLayout.blockSize + slot) * 4) == .min
      else { throw .damaged(IndexSection.points.name) }
    }
  }

  /// Checks that places are sorted by their position on the curve, then by latitude and longitude.
  private func checkOrder(of partition: Partition, along curve: HilbertCurve) throws(IndexHeader.FormatError) {
    var previous = (UInt64(0), Int32.min, Int32.min)
    for block in 0..<partition.blockCount {
      let at = (partition.firstBlock + block) * IndexLayout.blockBytes
      for slot in 0..<partition.placeCount(inBlock: block) {
        let latitude = content.points.load(Int32.self, at: at + slot * 4)
        let longitude = content.points.load(Int32.self, at: at + (IndexLayout.blockSize + slot) * 4)
        let next = (curve.position(latitude: latitude, longitude: longitude), latitude, longitude)
        guard next >= previous else { throw .damaged(IndexSection.points.name) }
        previous = next
      }
    }
  }

  /// Checks that the box of every child is exactly that of its contents.
  private func checkTree(of partition: Partition) throws(IndexHeader.FormatError) {
    let nodes = content.nodes
    let points = content.points
    for level in 1..<partition.levelCount {
      for index in 0..<partition.levelSize(level - 1) {
        let stored = box(nodes, partition, level: level, child: index)
        var found = IntegerBox.empty
        if level == 1 {
          let at = (partition.firstBlock + index) * IndexLayout.blockBytes
          for slot in 0..<partition.placeCount(inBlock: index) {
            found.include(
              latitude: points.load(Int32.self, at: at + slot * 4),
              longitude: points.load(Int32.self, at: at + (IndexLayout.blockSize + slot) * 4)
            )
          }
        } else {
          let first = index * IndexLayout.fanOut
          for child in first..<min(first + IndexLayout.fanOut, partition.levelSize(level - 2)) {
            found.include(box(nodes, partition, level: level - 1, child: child))
          }
        }
        guard stored == found else { throw .damaged(IndexSection.nodes.name) }
      }
    }
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

extension PlaceIndex {
  /// Checks every byte: the checksum of each section, and everything that the format requires of its contents.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` with the first damaged part.
  /// - Complexity: One pass over the file.
  public func verify() throws(IndexFileError) {
    defer { withExtendedLifetime(content) {} }
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      try IndexVerification(content: content).run()
    }
  }

  /// Checks the checksum of each section.
  ///
  /// - Throws: `IndexFileError.damaged(path:part:)` with the first damaged section.
  func verifyChecksums() throws(IndexFileError) {
    defer { withExtendedLifetime(content) {} }
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      try IndexVerification(content: content).checkChecksums()
    }
  }
}
