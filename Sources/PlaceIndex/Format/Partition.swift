/// All places with the same set of groups, and the tree over them.
///
/// Every place is in exactly one partition. Blocks are numbered across the whole file; the blocks of a partition are
/// consecutive, and so are its nodes. The tree has no pointers: node `i` of a level covers the nodes `8i..<8i+8` of the
/// level below, so a malicious file can't send a search into a cycle.
struct Partition: Sendable {
  /// One bit for each of the 18 groups, by ordinal; 0 for places without a group.
  let groups: UInt32
  let firstBlock: Int
  let placeCount: Int
  let box: IntegerBox
  /// The number of levels; level 0 is the blocks, and the last level is the root.
  let levelCount: Int
  /// The first node of each level, numbered across the whole file; entry 0 is unused.
  private let levelStarts: InlineArray<12, UInt32>
  /// The number of nodes in each level; entry 0 is the number of blocks.
  private let levelSizes: InlineArray<12, UInt32>

  init(groups: UInt32, firstBlock: Int, placeCount: Int, firstNode: Int, box: IntegerBox) {
    self.groups = groups
    self.firstBlock = firstBlock
    self.placeCount = placeCount
    self.box = box
    var sizes = InlineArray<12, UInt32>(repeating: 0)
    sizes[0] = UInt32((placeCount + IndexLayout.blockSize - 1) / IndexLayout.blockSize)
    var top = 0
    repeat {
      top += 1
      sizes[top] = (sizes[top - 1] + UInt32(IndexLayout.fanOut) - 1) / UInt32(IndexLayout.fanOut)
    } while sizes[top] > 1
    var starts = InlineArray<12, UInt32>(repeating: 0)
    var next = UInt32(firstNode)
    for level in stride(from: top, through: 1, by: -1) {
      starts[level] = next
      next += sizes[level]
    }
    levelCount = top + 1
    levelStarts = starts
    levelSizes = sizes
  }

  /// Returns the first node of a level (1 or higher), numbered across the whole file.
  func levelStart(_ level: Int) -> Int { Int(levelStarts[level]) }

  /// Returns the number of nodes in a level; level 0 is the blocks.
  func levelSize(_ level: Int) -> Int { Int(levelSizes[level]) }

  var blockCount: Int { levelSize(0) }

  var blocks: Range<Int> { firstBlock..<firstBlock + blockCount }

  var nodeCount: Int {
    var sum = 0
    for level in 1..<levelCount { sum += levelSize(level) }
    return sum
  }

  /// Returns the number of places in a block, which is numbered from the partition's first block.
  func placeCount(inBlock block: Int) -> Int {
    min(IndexLayout.blockSize, placeCount - block * IndexLayout.blockSize)
  }

  /// Returns the blocks under a node, numbered from the partition's first block.
  func blocks(below index: Int, level: Int) -> Range<Int> {
    let width = 1 << (3 * level)
    return index * width..<min(blockCount, (index + 1) * width)
  }

  func placeCount(in blocks: Range<Int>) -> Int {
    min(placeCount, blocks.upperBound * IndexLayout.blockSize) - blocks.lowerBound * IndexLayout.blockSize
  }
}
