import Rows
import Tables

extension Partition {
  /// Reads and checks the partitions of a segment.
  ///
  /// Their blocks and nodes are consecutive and fill the segment's sections, except for fewer than
  /// ``SegmentSections/unit``.
  static func all(
    in view: ByteView,
    blocks: Range<Int>,
    nodes: Range<Int>,
    maximumCount: Int
  ) throws(IndexHeader.FormatError) -> [Partition] {
    var partitions: [Partition] = []
    var nextBlock = blocks.lowerBound
    var nextNode = nodes.lowerBound
    var placeCount = 0
    for offset in stride(from: 0, to: view.count, by: IndexLayout.partitionBytes) {
      let groups = view.load(UInt32.self, at: offset)
      let count = Int(view.load(UInt32.self, at: offset + 4))
      guard groups < 1 << 18, count >= 1, count <= maximumCount - placeCount,
        Int(view.load(UInt32.self, at: offset + 8)) == nextBlock - blocks.lowerBound,
        Int(view.load(UInt32.self, at: offset + 12)) == nextNode - nodes.lowerBound
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
      guard nextBlock <= blocks.upperBound, nextNode <= nodes.upperBound else {
        throw .damaged(IndexSection.partitions.name)
      }
      partitions.append(partition)
    }
    let unit = SegmentSections.unit
    guard blocks.upperBound - nextBlock < unit, nodes.upperBound - nextNode < unit else {
      throw .damaged(IndexSection.partitions.name)
    }
    return partitions
  }
}
