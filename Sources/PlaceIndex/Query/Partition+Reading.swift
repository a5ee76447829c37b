extension Partition {
  /// Reads and checks the partitions of an index: their blocks and nodes are consecutive and fill its sections exactly.
  static func all(in view: ByteView, header: IndexHeader) throws(IndexHeader.FormatError) -> [Partition] {
    var partitions: [Partition] = []
    var nextBlock = 0
    var nextNode = 0
    var placeCount = 0
    for offset in stride(from: 0, to: view.count, by: IndexLayout.partitionBytes) {
      let groups = view.load(UInt32.self, at: offset)
      let count = Int(view.load(UInt32.self, at: offset + 4))
      guard groups < 1 << 18, count >= 1, count <= header.placeCount - placeCount,
        Int(view.load(UInt32.self, at: offset + 8)) == nextBlock,
        Int(view.load(UInt32.self, at: offset + 12)) == nextNode
      else { throw .damaged(IndexSection.partitions.name) }
      let box = IntegerBox(view, at: offset + 16, apart: 4)
      guard box.south >= -FixedPoint.maximumLatitude, box.north <= FixedPoint.maximumLatitude,
        box.south <= box.north, box.west >= -FixedPoint.maximumLongitude, box.east <= FixedPoint.maximumLongitude,
        box.west <= box.east
      else { throw .damaged(IndexSection.partitions.name) }
      let partition = Partition(
        groups: groups,
        firstBlock: nextBlock,
        placeCount: count,
        firstNode: nextNode,
        box: box
      )
      nextBlock += partition.blockCount
      nextNode += partition.nodeCount
      placeCount += count
      guard nextBlock <= header.blockCount, nextNode <= header.nodeCount else {
        throw .damaged(IndexSection.partitions.name)
      }
      partitions.append(partition)
    }
    guard nextBlock == header.blockCount, nextNode == header.nodeCount, placeCount == header.placeCount else {
      throw .damaged(IndexSection.partitions.name)
    }
    return partitions
  }
}
