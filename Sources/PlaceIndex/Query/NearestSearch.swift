/// Finds the places nearest to a centre: boxes in the order of their nearest possible place, until none can be nearer.
struct NearestSearch<Metric: DistanceMetric> {
  let content: IndexContent
  let partitions: [Int]
  let metric: Metric
  let reach: Reach
  let box: BoxRegion?

  /// Leaves in `state.candidates` every place that may be among the `limit` nearest, and perhaps others.
  ///
  /// - Parameters:
  ///   - limit: How many places are wanted, 1 or more.
  ///   - state: Working memory, reset.
  func run(limit: Int, _ state: inout SearchState) {
    let nodes = content.nodes
    let points = content.points
    var threshold = reach.possible
    for number in partitions {
      let partition = content.partitions[number]
      let bound = metric.lowerBounds(ChildBoxes(partition.box))[0]
      guard bound <= threshold else { continue }
      let root = PendingNode(partition: UInt32(number), level: UInt32(partition.levelCount - 1), index: 0)
      state.queue.push(NodeQueue.Entry(bound: bound, node: root))
    }
    while let entry = state.queue.pop(), entry.bound <= threshold {
      let node = entry.node
      guard node.level > 0 else {
        scan(block: Int(node.index), points, limit: limit, &threshold, &state)
        continue
      }
      let partition = content.partitions[Int(node.partition)]
      let level = Int(node.level)
      let boxes = ChildBoxes(nodes, node: partition.levelStart[level] + Int(node.index))
      let bounds = metric.lowerBounds(boxes)
      let touched = box?.classify(boxes).touched
      let first = Int(node.index) * IndexLayout.fanOut
      // Blocks are named across the file, so that a scan does not need its partition.
      let base = level == 1 ? partition.firstBlock + first : first
      for lane in 0..<min(IndexLayout.fanOut, partition.levelSize[level - 1] - first)
      where bounds[lane] <= threshold && touched?[lane] ?? true {
        let child = PendingNode(partition: node.partition, level: node.level - 1, index: UInt32(base + lane))
        state.queue.push(NodeQueue.Entry(bound: bounds[lane], node: child))
      }
    }
  }

  /// The measure that places of the answer do not exceed, once the search is over.
  func threshold(limit: Int, _ state: borrowing SearchState) -> Float {
    guard state.best.count >= limit else { return reach.possible }
    return min(reach.possible, metric.certainlyAbove(state.best.largest))
  }

  @inline(__always)
  private func scan(
    block: Int,
    _ points: ByteView,
    limit: Int,
    _ threshold: inout Float,
    _ state: inout SearchState
  ) {
    let at = block * IndexLayout.blockBytes
    for part in 0..<4 {
      let latitudes = points.eight(at: at + part * 32)
      let longitudes = points.eight(at: at + IndexLayout.blockSize * 4 + part * 32)
      var measures = metric.measures(latitudes: latitudes, longitudes: longitudes)
      if let box {
        measures = measures.replacing(
          with: .infinity,
          where: .!box.contains(latitudes: latitudes, longitudes: longitudes)
        )
      }
      guard measures.min() <= threshold else { continue }
      let first = UInt32(block * IndexLayout.blockSize + part * 8)
      for lane in 0..<8 where measures[lane] <= threshold {
        state.candidates.append(Candidate(measure: measures[lane], position: first + UInt32(lane)))
        state.best.insert(measures[lane], limit: limit)
        if state.best.count >= limit {
          threshold = min(reach.possible, metric.certainlyAbove(state.best.largest))
        }
      }
    }
  }
}
