/// A set of places, and the tree nodes that contain them.
struct PlaceTree: Sendable {
  let set: PlaceSet
  /// For each node, the children that contain places of the set, one bit each.
  private let nodes: SharedArray<UInt8>

  /// Finds the tree nodes that contain places.
  ///
  /// - Complexity: O(n + b) for n places among b blocks.
  init(_ places: [UInt32], in content: IndexContent) {
    let set = PlaceSet(places, count: content.blockCount * IndexLayout.blockSize)
    let nodes = SharedArray(repeating: UInt8(0), count: content.nodeCount)
    for level in content.levels.indices {
      let own = content.levels[level]
      for child in 0..<own.childCount {
        let below = own.firstChild + child
        let has =
          own.isLowest
          ? set.places(ofBlock: below) != 0 : nodes[content.levels[level - 1].firstNode + child] != 0
        if has { nodes[own.firstNode + child / IndexLayout.fanOut] |= 1 << UInt8(child % IndexLayout.fanOut) }
      }
    }
    self.set = set
    self.nodes = nodes
  }

  @inline(__always)
  func children(ofNode node: Int) -> UInt32 { UInt32(nodes[node]) }
}
