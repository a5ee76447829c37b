import Domain

/// Checks that an index is what its builder meant, and that what it says is consistent.
struct IndexVerification {
  let content: IndexContent

  /// Checks everything; throws the first defect.
  func run() throws(IndexHeader.Defect) {
    for section in IndexSection.allCases {
      let range = content.header[section]
      content.bytes.prefetch(range)
      guard Checksum.of(content.bytes.view.part(range)) == content.header.checksum(of: section) else {
        throw .damaged(section.name)
      }
    }
    try checkPadding()
    for partition in content.partitions {
      try checkTree(of: partition)
      for block in 0..<partition.blockCount { try checkRows(ofBlock: block, in: partition) }
    }
  }

  /// Nothing hides between the sections.
  private func checkPadding() throws(IndexHeader.Defect) {
    let view = content.bytes.view
    var end = IndexLayout.headerSize
    for section in IndexSection.allCases {
      let range = content.header[section]
      guard end <= range.lowerBound, (end..<range.lowerBound).allSatisfy({ view.byte(at: $0) == 0 }) else {
        throw .damaged("padding")
      }
      end = range.upperBound
    }
    guard (end..<view.count).allSatisfy({ view.byte(at: $0) == 0 }) else { throw .damaged("padding") }
  }

  /// Every child box lies within what its parent says, and every point within its block's box.
  private func checkTree(of partition: Partition) throws(IndexHeader.Defect) {
    let nodes = content.nodes
    let points = content.points
    for level in 1..<partition.levelCount {
      for index in 0..<partition.levelSize(level - 1) {
        let told = box(nodes, partition, level: level, child: index)
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
        guard told == found else { throw .damaged(IndexSection.nodes.name) }
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

  /// Every row can be read, is UTF-8 and has an id, and every point is on the globe.
  private func checkRows(ofBlock block: Int, in partition: Partition) throws(IndexHeader.Defect) {
    let reader = PlaceReader(content: content)
    let first = (partition.firstBlock + block) * IndexLayout.blockSize
    for slot in 0..<partition.placeCount(inBlock: block) {
      guard let place = reader.place(at: UInt32(first + slot)),
        place.group.map({ partition.groups & $0.bit != 0 }) ?? (partition.groups == 0)
      else { throw .damaged(IndexSection.rows.name) }
    }
  }
}
