import Domain
import Tables

/// Places in file order, divided into blocks, and the sizes of their texts.
struct PlaceBlocks: Sendable {
  /// The places, block by block; each block has 32 elements, even if it contains fewer places.
  let points: SharedArray<CollectedPoint>
  /// The position of each place by its number in the import; empty after ``takePositions()``.
  private var positions: SharedArray<UInt32>
  /// The rectangle around the places of each block.
  let boxes: SharedArray<IntegerBox>
  /// The sets of groups that occur, each with its tree.
  let partitions: [Partition]
  let count: Int
  /// The size of all text fields in bytes.
  let rowBytes: Int
  private let placeCounts: SharedArray<Int32>
  private let rowOffsets: SharedArray<Int>

  /// Sorts places and divides them into blocks.
  init(
    _ collected: consuming [CollectedPoint],
    groups: [UInt32],
    _ rows: RowArena.Rows,
    _ attributes: AttributeNumbers,
    threads: Int
  ) {
    let points = collected
    let (order, runs) = PlaceOrder.sorted(points, groups: groups, threads: threads) { first, second in
      let left = points[first]
      let right = points[second]
      guard left.latitude == right.latitude else { return left.latitude < right.latitude }
      guard left.longitude == right.longitude else { return left.longitude < right.longitude }
      return rows.id(left.row).precedes(rows.id(right.row))
    }
    let (firstBlocks, firsts, counts) = Self.divided(runs)
    let blockCount = firsts.count
    let nowhere = CollectedPoint(latitude: 0, longitude: 0, category: 0, row: .none)
    let placed = SharedArray(repeating: nowhere, count: blockCount * IndexLayout.blockSize)
    let positions = SharedArray(repeating: UInt32(0), count: points.count)
    let boxes = SharedArray(repeating: IntegerBox.empty, count: blockCount)
    let sizes = SharedArray(repeating: 0, count: blockCount)
    let parts = (0..<blockCount).parts(threads * 8)
    Threads.run(parts.count, on: threads) { part, _ in
      for block in parts[part] {
        var box = IntegerBox.empty
        var size = 0
        for slot in 0..<Int(counts[block]) {
          let number = Int(order[firsts[block] + slot].number)
          let point = points[number]
          placed[block * IndexLayout.blockSize + slot] = point
          positions[number] = UInt32(block * IndexLayout.blockSize + slot)
          box.include(latitude: point.latitude, longitude: point.longitude)
          size += attributes.byteCount(of: point.row, in: rows)
        }
        boxes[block] = box
        sizes[block] = IndexLayout.blockTextBytes(rowBytes: size, count: Int(counts[block]))
      }
    }
    var offset = 0
    for block in 0..<blockCount {
      let size = sizes[block]
      sizes[block] = offset
      offset += size
    }
    partitions = Self.partitions(of: runs, firstBlocks, boxes)
    self.points = placed
    self.positions = positions
    self.boxes = boxes
    count = blockCount
    rowBytes = offset
    placeCounts = counts
    rowOffsets = sizes
  }

  /// Divides the places of partitions into blocks.
  ///
  /// - Returns: The first block of each partition; and for each block, the index of its first place and the number of
  ///   its places.
  private static func divided(
    _ runs: [PlaceOrder.Run]
  ) -> (firstBlocks: [Int], firsts: SharedArray<Int>, counts: SharedArray<Int32>) {
    var firstBlocks: [Int] = []
    var blockCount = 0
    for run in runs {
      firstBlocks.append(blockCount)
      blockCount += (run.range.count + IndexLayout.blockSize - 1) / IndexLayout.blockSize
    }
    let firsts = SharedArray(repeating: 0, count: blockCount)
    let counts = SharedArray(repeating: Int32(0), count: blockCount)
    for (run, firstBlock) in zip(runs, firstBlocks) {
      for (number, first) in stride(from: run.range.lowerBound, to: run.range.upperBound, by: IndexLayout.blockSize)
        .enumerated()
      {
        firsts[firstBlock + number] = first
        counts[firstBlock + number] = Int32(min(IndexLayout.blockSize, run.range.upperBound - first))
      }
    }
    return (firstBlocks, firsts, counts)
  }

  private static func partitions(
    of runs: [PlaceOrder.Run],
    _ firstBlocks: [Int],
    _ boxes: SharedArray<IntegerBox>
  ) -> [Partition] {
    var nextNode = 0
    return zip(runs, firstBlocks).map { run, firstBlock in
      var box = IntegerBox.empty
      for block in firstBlock..<firstBlock + (run.range.count + IndexLayout.blockSize - 1) / IndexLayout.blockSize {
        box.include(boxes[block])
      }
      let partition = Partition(
        groups: run.groups,
        firstBlock: firstBlock,
        placeCount: run.range.count,
        firstNode: nextNode,
        box: box
      )
      nextNode += partition.nodeCount
      return partition
    }
  }

  /// Returns the position of each place by its number in the import, and releases it.
  mutating func takePositions() -> SharedArray<UInt32> {
    let taken = positions
    positions = SharedArray(repeating: 0, count: 0)
    return taken
  }

  func placeCount(of block: Int) -> Int { Int(placeCounts[block]) }

  func rowOffset(of block: Int) -> Int { rowOffsets[block] }

  /// Returns the size of a block's text in bytes.
  func textBytes(of block: Int) -> Int {
    (block + 1 < count ? rowOffsets[block + 1] : rowBytes) - rowOffsets[block]
  }
}

extension RowArena.Rows {
  fileprivate func id(_ row: RowArena.Row) -> ByteView { RowFormat.id(of: view(row)) }
}
