import Domain

/// The plan of a sweep over an area: its axis and the number of adjacent strips.
///
/// In a narrow strip, the arc of the sweep is nearly straight and its steps are long, but every strip ends in a partly
/// filled page. The plan minimises the requests. The strips of a circle are swept outward from its centre, so that the
/// remainder of a strip is widest at the line and few requests are spent on corners.
struct SweepPlan: Sendable {
  /// The axis of the strips.
  let axis: BoundingBox.Axis
  /// The number of adjacent strips, at least 1.
  let stripCount: Int
  private let outline: AreaOutline

  // Measured in requests per page of places (`make bench-area`): 60 areas per layout, all requests together.

  /// The overlap of consecutive steps in metres: distances are truncated to whole metres and compared with computed
  /// ones.
  ///
  /// Values between 0.4 and 1 make no difference.
  static let overlapInMeters = 0.7
  /// The overlap if the places are sorted by exact distances (0.3 costs 0.5 % on a crowded line).
  static let fineOverlapInMeters = 0.05
  /// The step length in metres below which the fine overlap is assumed (without it, 2.7 % more on a crowded line).
  private static let fineStepInMeters = 20.0
  /// The additional requests at the end of a strip: half a page (0.25 costs 0.7 % on a line).
  static let requestsPerStripEnd = 0.5
  /// The additional requests of half a strip for places outside a circle (0 costs 0.7 %, and 1 nothing).
  private static let requestsPerStripCorner = 0.5
  /// The maximum number of strips; a strip of the largest circle is then 625 m wide.
  private static let maximumStripCount = 64
  /// The minimum number of places per strip: two pages (60 makes no difference).
  private static let minimumPlacesPerStrip = 30
  /// The overlap share from which a step gains too little.
  private static let maximumWaste = 0.95
  /// The maximum estimated cost of narrower strips, relative to continuing (0.8 costs 0.2 % in towns).
  private static let maximumCostShare = 0.9

  /// - Parameters:
  ///   - outline: The area.
  ///   - count: The number of places in the area.
  init(outline: AreaOutline, count: Int) {
    let cell = outline.bounds
    let density = Double(count) / max(outline.area, 1)
    let pages = Double(count) / Double(KakaoSearch.pageSize)
    var best = (cost: Double.infinity, axis: BoundingBox.Axis.latitude, strips: 1)
    for axis in BoundingBox.Axis.allCases {
      let lines = Self.lines(along: axis, of: outline)
      for strips in 1...Self.maximumStripCount {
        let width = cell.length(axis.across) / Double(strips)
        let step = Double(KakaoSearch.reachableCount) / max(density * width, 1e-9)
        let costOfEnds = Self.requestsPerStripEnd + (lines.count > 1 ? Self.requestsPerStripCorner : 0)
        var cost = costOfEnds * Double(strips * lines.count)
        for (line, part) in lines {
          let bend = width * width / (8 * line.reach(to: part))
          // With short steps, many places have the same reported metre, and the service sorts them more precisely than
          // that.
          let overlap = step < Self.fineStepInMeters ? Self.fineOverlapInMeters : Self.overlapInMeters
          cost += pages / Double(lines.count) * (overlap + bend * 2 / 3) / step
        }
        if cost < best.cost { best = (cost, axis, strips) }
      }
    }
    self.outline = outline
    axis = best.axis
    stripCount = best.strips
  }

  /// The initial strips; they cover the bounds of the area.
  var strips: [Strip] {
    Self.lines(along: axis, of: outline).flatMap { line, part in
      CellSplit.strips(of: part, across: axis.across, count: stripCount, seen: [])
        .map { Strip(cell: $0, line: line) }
    }
  }

  /// Returns the directions of a sweep along an axis: outward in both directions for a circle, one direction for a
  /// rectangle.
  private static func lines(
    along axis: BoundingBox.Axis,
    of outline: AreaOutline
  ) -> [(line: SweepLine, part: BoundingBox)] {
    let cell = outline.bounds
    guard let center = outline.center else { return [(SweepLine.farthest(along: axis, of: cell), cell)] }
    let low = cell[axis].lowerBound
    let high = cell[axis].upperBound
    guard low < center[axis], center[axis] < high else {
      return [(SweepLine.away(from: center, along: axis, in: cell), cell)]
    }
    return [low...center[axis], center[axis]...high].map { range in
      var part = cell
      part[axis] = range
      return (SweepLine.away(from: center, along: axis, in: part), part)
    }
  }

  /// Returns the number of strips into which to split a strip whose steps gain less than planned.
  ///
  /// - Parameters:
  ///   - waste: The share of a step that overlaps the previous step, 0...1.
  ///   - count: The number of remaining places in the strip.
  /// - Returns: A number up to 64; 1 for no split.
  static func strips(forWaste waste: Double, count: Int) -> Int {
    let pages = Double(count) / Double(KakaoSearch.pageSize)
    let most = count / minimumPlacesPerStrip
    guard most > 1 || waste >= maximumWaste else { return 1 }
    // A step that gains nothing never ends.
    let loss = waste >= maximumWaste ? pages * 20 : pages * waste / (1 - waste)
    var best = (cost: loss, strips: 1)
    for strips in 2...max(2, min(most, maximumStripCount)) {
      let share = waste / Double(strips)
      let cost = 1 + requestsPerStripEnd * Double(strips) + pages * share / (1 - min(share, 0.9))
      if cost < best.cost * maximumCostShare { best = (cost, strips) }
    }
    return best.strips
  }
}
