import Tables

/// Walks the trees of some partitions over an area: takes boxes inside it as a whole, and tests places at its boundary.
struct RegionWalk<Area: Region> {
  let content: IndexContent
  let partitions: [Int]
  let region: Area
  /// The category filter; `nil` for all places of the partitions.
  var filter: PlaceFilter?

  /// Whether the area is the whole Earth.
  var isWhole: Bool { region.isEverywhere }

  func count(_ state: inout SearchState) -> Int {
    var total = 0
    let set = filter?.set
    walk(&state) { partition, blocks in
      let all = partition.firstBlock + blocks.lowerBound..<partition.firstBlock + blocks.upperBound
      if let set {
        total += set.count(inBlocks: all)
        return true
      }
      total += partition.placeCount(in: blocks)
      if let hidden = content.hidden { total -= hidden.count(inBlocks: all) }
      return true
    } onEdge: { block, points in
      total += placesInside(block, points).nonzeroBitCount
      return true
    }
    return total
  }

  /// Collects every place in the area as a candidate, or stops once they exceed a maximum.
  ///
  /// - Returns: Whether the candidates are all places.
  @discardableResult
  func collect(_ state: inout SearchState, upTo maximum: Int = .max) -> Bool {
    var found = GrowableBuffer<Candidate>()
    var isWhole = true
    let set = filter?.set
    walk(&state) { partition, blocks in
      if let set {
        for block in blocks {
          let number = partition.firstBlock + block
          add(set.places(ofBlock: number), block: number, found: &found)
        }
        isWhole = found.count <= maximum
        return isWhole
      }
      isWhole = partition.placeCount(in: blocks) <= maximum - found.count
      guard isWhole else { return false }
      for block in blocks {
        let first = (partition.firstBlock + block) * IndexLayout.blockSize
        for slot in 0..<partition.placeCount(inBlock: block) {
          let position = UInt32(first + slot)
          if content.hidden?.contains(position) == true { continue }
          found.append(Candidate(distanceKey: 0, position: position))
        }
      }
      return true
    } onEdge: { block, points in
      add(placesInside(block, points), block: block, found: &found)
      isWhole = found.count <= maximum
      return isWhole
    }
    swap(&state.candidates, &found)
    return isWhole
  }

  /// Adds the places of a block, one bit per slot.
  @inline(__always)
  private func add(_ places: UInt32, block: Int, found: inout GrowableBuffer<Candidate>) {
    var bits = places
    while bits != 0 {
      let position = UInt32(block * IndexLayout.blockSize + takeLowestBit(&bits))
      found.append(Candidate(distanceKey: 0, position: position))
    }
  }

  @inline(__always)
  private func walk(
    _ state: inout SearchState,
    onWhole: (Partition, Range<Int>) -> Bool,
    onEdge: (Int, ByteView) -> Bool
  ) {
    // A box inside the area needs no further tests, because all of its places match or the matches are known.
    let takesWhole = filter == nil || filter?.set != nil
    for number in partitions {
      let partition = content.partitions[number]
      let (touched, whole) = region.classify(ChildBoxes(partition.box), among: 1)
      guard touched & 1 == 1 else { continue }
      if whole & 1 == 1, takesWhole {
        guard onWhole(partition, 0..<partition.blockCount) else { return state.pending.removeAll() }
        continue
      }
      let file = content.fileNumber(ofPartition: number)
      let (nodes, points) = (content.files[file].nodes, content.files[file].points)
      let (firstNode, firstBlock) = (content.files[file].firstNode, content.files[file].firstBlock)
      let checker = content.files[file].checker
      // Levels within this partition: 1 is the lowest level, whose children are blocks.
      let lowest = content.rootLevels[number] + 2 - partition.levelCount
      state.pending.append(PendingNode(level: UInt32(content.rootLevels[number]), index: 0))
      while let node = state.pending.popLast() {
        let level = content.levels[Int(node.level)]
        let inFile = level.firstNode + Int(node.index) - firstNode
        checker?.check(inFile * IndexLayout.nodeBytes, IndexLayout.nodeBytes, of: nodes)
        let first = Int(node.index) * IndexLayout.fanOut
        let children = level.children(from: first)
        let (touched, whole) = region.classify(ChildBoxes(nodes, node: inFile), among: children)
        var bits = touched & children
        if let filter { bits &= filter.children(ofNode: level.firstNode + Int(node.index), inFile: file) }
        while bits != 0 {
          let lane = takeLowestBit(&bits)
          let child = first + lane
          if whole >> UInt32(lane) & 1 == 1, takesWhole {
            let blocks = partition.blocks(below: child, level: Int(node.level) - lowest)
            guard onWhole(partition, blocks) else { return state.pending.removeAll() }
          } else if level.isLowest {
            let block = partition.firstBlock + child
            let at = (block - firstBlock) * IndexLayout.blockBytes
            checker?.check(at, IndexLayout.blockBytes, of: points)
            guard onEdge(block, points.part(at..<at + IndexLayout.blockBytes)) else { return state.pending.removeAll() }
          } else {
            state.pending.append(PendingNode(level: node.level - 1, index: UInt32(child)))
          }
        }
      }
    }
  }

  /// Returns the places of a block, whose points are given, that are in the area, one bit per slot.
  @inline(__always)
  private func placesInside(_ block: Int, _ points: ByteView) -> UInt32 {
    var places: UInt32 = 0
    for part in 0..<4 {
      let latitudes = points.eight(at: part * 32)
      let longitudes = points.eight(at: IndexLayout.blockSize * 4 + part * 32)
      let found = region.places(latitudes: latitudes, longitudes: longitudes)
      places |= found << UInt32(part * 8)
    }
    if let filter { return filter.places(places, ofBlock: block) }
    return content.hidden.map { places & ~$0.places(ofBlock: block) } ?? places
  }
}
