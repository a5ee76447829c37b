/// Walks the trees of some partitions over an area: whole boxes inside the area, individual places at the edge.
struct RegionWalk<Area: Region> {
  let content: IndexContent
  let partitions: [Int]
  let region: Area

  /// Counts the places in the area.
  func count(_ state: inout SearchState) -> Int {
    var total = 0
    walk(&state) { partition, blocks in
      total += partition.placeCount(in: blocks)
    } onEdge: { _, block, points in
      total += countInside(block, points)
    }
    return total
  }

  /// Adds every place in the area to the candidates.
  func collect(_ state: inout SearchState) {
    var found = GrowableBuffer<Candidate>()
    walk(&state) { partition, blocks in
      for block in blocks {
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<partition.placeCount(inBlock: block) {
          found.append(Candidate(distanceKey: 0, position: UInt32(first + slot)))
        }
      }
    } onEdge: { partition, block, points in
      let within = partition.placeCount(inBlock: block - partition.firstBlock)
      for slot in 0..<within {
        let at = block * IndexLayout.blockBytes + slot * 4
        let latitude = points.load(Int32.self, at: at)
        let longitude = points.load(Int32.self, at: at + IndexLayout.blockSize * 4)
        if region.contains(latitude: latitude, longitude: longitude) {
          found.append(Candidate(distanceKey: 0, position: UInt32(block * IndexLayout.blockSize + slot)))
        }
      }
    }
    swap(&state.candidates, &found)
  }

  @inline(__always)
  private func walk(
    _ state: inout SearchState,
    onWhole: (Partition, Range<Int>) -> Void,
    onEdge: (Partition, Int, ByteView) -> Void
  ) {
    let nodes = content.nodes
    let points = content.points
    for number in partitions {
      let partition = content.partitions[number]
      let (touched, whole) = region.classify(ChildBoxes(partition.box))
      guard touched[0] else { continue }
      if whole[0] {
        onWhole(partition, 0..<partition.blockCount)
        continue
      }
      // Levels within this partition: 1 is the lowest, whose children are blocks.
      let lowest = content.rootLevels[number] + 2 - partition.levelCount
      state.pending.append(PendingNode(level: UInt32(content.rootLevels[number]), index: 0))
      while let node = state.pending.popLast() {
        let level = content.levels[Int(node.level)]
        let (touched, whole) = region.classify(ChildBoxes(nodes, node: level.firstNode + Int(node.index)))
        let first = Int(node.index) * IndexLayout.fanOut
        let wholeBits = whole.movemask
        var bits = touched.movemask & ((1 << UInt32(max(0, min(IndexLayout.fanOut, level.childCount - first)))) - 1)
        while bits != 0 {
          let lane = takeLowestBit(&bits)
          let child = first + lane
          if wholeBits >> UInt32(lane) & 1 == 1 {
            onWhole(partition, partition.blocks(below: child, level: Int(node.level) - lowest))
          } else if level.isLowest {
            onEdge(partition, partition.firstBlock + child, points)
          } else {
            state.pending.append(PendingNode(level: node.level - 1, index: UInt32(child)))
          }
        }
      }
    }
  }

  @inline(__always)
  private func countInside(_ block: Int, _ points: ByteView) -> Int {
    let at = block * IndexLayout.blockBytes
    var counts = SIMD8<Int32>(repeating: 0)
    var candidates = SIMD8<Int32>(repeating: 0)
    for part in 0..<4 {
      let (inside, boundary) = region.classify(
        latitudes: points.eight(at: at + part * 32),
        longitudes: points.eight(at: at + IndexLayout.blockSize * 4 + part * 32)
      )
      counts = counts.replacing(with: counts &+ 1, where: inside)
      candidates = candidates.replacing(with: candidates | 1 << Int32(part), where: boundary)
    }
    var total = Int(counts.wrappedSum())
    if candidates != SIMD8(repeating: 0) {
      for slot in 0..<IndexLayout.blockSize where candidates[slot & 7] >> Int32(slot >> 3) & 1 == 1 {
        let latitude = points.load(Int32.self, at: at + slot * 4)
        let longitude = points.load(Int32.self, at: at + (IndexLayout.blockSize + slot) * 4)
        if region.contains(latitude: latitude, longitude: longitude) { total += 1 }
      }
    }
    return total
  }
}
