import Domain
import Tables

/// Finds the places nearest to a centre by visiting nodes in the order of their lower bounds, until no node can contain
/// a nearer place.
///
/// The incremental best-first search of Hjaltason and Samet, "Distance Browsing in Spatial Databases" (1999). It visits
/// O(log n + k) nodes for k places with a realistic distribution, and every node in the worst case of all places on one
/// circle.
///
/// Constraints are on the methods, not the type: instantiating a constrained generic type scans the conformance tables
/// (Decisions).
struct NearestSearch<Metric, Area> {
  let content: IndexContent
  let metric: Metric
  let radiusBounds: RadiusBounds
  /// The area that the places must be in, regardless of distance.
  let region: Area
}

extension NearestSearch where Metric: DistanceMetric, Area: Region {
  /// The number of candidates up to which all are kept, regardless of distance.
  ///
  /// All matches are then known and needn't be counted by a second walk. Without this, a batch with five places per row
  /// takes 8 % more processor time.
  private static var maximumKeptCandidateCount: Int { 64 }

  /// Collects in `state.candidates` every place of a scope that may be among the `limit` nearest, and possibly other
  /// places.
  ///
  /// `limit` must be positive.
  func collect(in scope: PlaceSearch.Scope, limit: Int, _ state: inout SearchState) {
    var threshold = radiusBounds.outer
    var firstPartition = 0
    for number in content.files.indices {
      let endPartition = content.files[number].endPartition
      // The nearest places of the previous files bound the search.
      state.queue.removeAll()
      for partition in scope.partitions where firstPartition..<endPartition ~= partition {
        let bound = metric.lowerBounds(ChildBoxes(content.partitions[partition].box))[0]
        guard bound <= threshold else { continue }
        let root = PendingNode(level: UInt32(content.rootLevels[partition]), index: 0)
        state.queue.pushToHeap(QueuedNode(bound: bound, node: root)) { $0.bound < $1.bound }
      }
      firstPartition = endPartition
      visitQueue(inFile: number, scope.filter, limit: limit, threshold: &threshold, &state)
    }
  }

  /// Visits the queued nodes of a file, nearest first.
  @inline(__always)
  private func visitQueue(
    inFile file: Int,
    _ filter: PlaceFilter?,
    limit: Int,
    threshold: inout Float,
    _ state: inout SearchState
  ) {
    let (nodes, points) = (content.files[file].nodes, content.files[file].points)
    let (firstNode, firstBlock) = (content.files[file].firstNode, content.files[file].firstBlock)
    let checker = content.files[file].checker
    while let entry = state.queue.popFromHeap(by: { $0.bound < $1.bound }), entry.bound <= threshold {
      let node = entry.node
      guard node.level != PendingNode.block else {
        let at = (Int(node.index) - firstBlock) * IndexLayout.blockBytes
        checker?.check(at, IndexLayout.blockBytes, of: points)
        scan(
          block: Int(node.index),
          at: at,
          points,
          filter: filter,
          limit: limit,
          threshold: &threshold,
          state: &state
        )
        continue
      }
      let level = content.levels[Int(node.level)]
      let inFile = level.firstNode + Int(node.index) - firstNode
      checker?.check(inFile * IndexLayout.nodeBytes, IndexLayout.nodeBytes, of: nodes)
      let boxes = ChildBoxes(nodes, node: inFile)
      let bounds = metric.lowerBounds(boxes)
      let first = Int(node.index) * IndexLayout.fanOut
      let below = level.isLowest ? PendingNode.block : node.level - 1
      var bits = (bounds .<= threshold).movemask & level.children(from: first)
      if !region.isEverywhere { bits &= region.classify(boxes, among: bits).touched }
      if let filter, bits != 0 { bits &= filter.children(ofNode: level.firstNode + Int(node.index), inFile: file) }
      while bits != 0 {
        let lane = takeLowestBit(&bits)
        let child = PendingNode(level: below, index: UInt32(level.firstChild + first + lane))
        state.queue.pushToHeap(QueuedNode(bound: bounds[lane], node: child)) { $0.bound < $1.bound }
      }
    }
  }

  /// Collects the candidates by comparing all given places; the metric's keys are haversines.
  func collect(from places: [FewPlaces.Element], around center: Coordinate, limit: Int, _ state: inout SearchState) {
    let center = FewPlaces.direction(latitude: center.latitude, longitude: center.longitude)
    for place in places {
      let line = place.direction - center
      let haversine = Float((line * line).sum() / 4)
      guard haversine <= radiusBounds.outer,
        region.isEverywhere || region.contains(latitude: place.latitude, longitude: place.longitude)
      else { continue }
      add(Candidate(distanceKey: haversine, position: place.position), limit: limit, state: &state)
    }
  }

  @inline(__always)
  private func add(_ candidate: Candidate, limit: Int, state: inout SearchState) {
    state.candidates.append(candidate)
    if state.best.count < limit {
      state.best.pushToHeap(candidate.distanceKey, by: >)
    } else if candidate.distanceKey < state.best[0] {
      state.best.replaceFirstOfHeap(with: candidate.distanceKey, by: >)
    }
  }

  /// Returns whether the candidates include all places within the radius, after the search.
  func isExhaustive(_ state: borrowing SearchState) -> Bool { state.candidates.count <= Self.maximumKeptCandidateCount }

  /// Returns the maximum distance key of places in the result, after the search.
  func threshold(limit: Int, _ state: borrowing SearchState) -> Float {
    guard state.best.count >= limit else { return radiusBounds.outer }
    return min(radiusBounds.outer, metric.upperErrorBound(of: state.best[0]))
  }

  @inline(__always)
  private func scan(
    block: Int,
    at: Int,
    _ points: ByteView,
    filter: PlaceFilter?,
    limit: Int,
    threshold: inout Float,
    state: inout SearchState
  ) {
    for part in 0..<4 {
      let latitudes = points.eight(at: at + part * 32)
      let longitudes = points.eight(at: at + IndexLayout.blockSize * 4 + part * 32)
      let distanceKeys = metric.distanceKeys(latitudes: latitudes, longitudes: longitudes)
      var bits = (distanceKeys .<= threshold).movemask
      if !region.isEverywhere { bits = region.places(latitudes: latitudes, longitudes: longitudes, among: bits) }
      let first = UInt32(block * IndexLayout.blockSize + part * 8)
      while bits != 0 {
        let lane = takeLowestBit(&bits)
        if let filter {
          guard filter.contains(first + UInt32(lane)) else { continue }
        } else if content.hidden?.contains(first + UInt32(lane)) == true {
          continue
        }
        // The threshold may have decreased since the comparison.
        guard distanceKeys[lane] <= threshold else { continue }
        add(Candidate(distanceKey: distanceKeys[lane], position: first + UInt32(lane)), limit: limit, state: &state)
        if state.best.count >= limit, state.candidates.count > Self.maximumKeptCandidateCount {
          threshold = min(radiusBounds.outer, metric.upperErrorBound(of: state.best[0]))
        }
      }
    }
  }
}

/// A level of a partition's tree.
///
/// The levels of a partition are consecutive, lowest first, without the level of the blocks.
struct TreeLevel: Sendable {
  /// The level's first node, numbered across the whole file.
  let firstNode: Int
  /// The number of children of all nodes in the level.
  let childCount: Int
  /// The offset of the children's numbers: the partition's first block if the children are blocks, otherwise 0.
  let firstChild: Int
  /// Whether the children are blocks.
  let isLowest: Bool

  /// Returns the children of a node whose first child is given, one bit each.
  @inline(__always)
  func children(from first: Int) -> UInt32 { (1 << UInt32(max(0, min(IndexLayout.fanOut, childCount - first)))) - 1 }
}
