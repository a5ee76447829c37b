import Domain

/// How an area is laid out for sweeping: in which direction, and in how many lanes side by side.
///
/// A narrow lane keeps the arc of the sweep straight and its steps long, but every lane ends in a page that is not
/// full. The plan weighs the two against each other, in requests. The lanes of a circle are swept from its middle
/// outward: a piece is then nowhere wider than where the sweep stands, so few requests go to the corners.
struct SweepPlan: Sendable {
  /// The direction of the lanes.
  let axis: AreaCell.Axis
  /// Lanes side by side, 1 or more.
  let laneCount: Int
  /// Stretches of each lane, one behind the other, 1 or more; they are swept at once.
  let bandCount: Int
  private let outline: AreaOutline
  private let density: Double

  /// Metres that each step goes over twice: distances are cut to whole metres and compared with ours.
  static let overlap = 0.7
  /// The same where the places come in the order of their exact distances.
  static let fineOverlap = 0.05
  /// Steps shorter than this, in metres, have it.
  private static let fineStep = 20.0
  /// Requests that the end of a lane costs more than its places need.
  static let laneEnd = 0.5
  /// Requests that the half of a lane spends on places outside of a circle.
  private static let laneCorner = 0.5
  /// More lanes than this are never planned at once.
  private static let mostLanes = 64

  /// Finds the cheapest plan.
  ///
  /// - Parameters:
  ///   - outline: The area.
  ///   - area: Square metres that hold places.
  ///   - count: How many places there are.
  init(outline: AreaOutline, area: Double, count: Int) {
    let cell = outline.bounds
    let density = Double(count) / max(area, 1)
    let pages = Double(count) / Double(KakaoSearch.pageSize)
    var best = (cost: Double.infinity, axis: AreaCell.Axis.latitude, lanes: 1)
    for axis in AreaCell.Axis.allCases {
      let lines = Self.lines(along: axis, of: outline)
      for lanes in 1...Self.mostLanes {
        let width = cell.length(axis.across) / Double(lanes)
        let step = Double(KakaoSearch.reachableCount) / max(density * width, 1e-9)
        var cost = (Self.laneEnd + (lines.count > 1 ? Self.laneCorner : 0)) * Double(lanes * lines.count)
        for (line, part) in lines {
          let bend = width * width / (8 * line.reach(to: part))
          // Where steps are short, many places are told the same metre, and their order tells more than that.
          let overlap = step < Self.fineStep ? Self.fineOverlap : Self.overlap
          cost += pages / Double(lines.count) * (overlap + bend * 2 / 3) / step
        }
        if cost < best.cost { best = (cost, axis, lanes) }
      }
    }
    self.outline = outline
    self.density = density
    axis = best.axis
    laneCount = best.lanes
    // A sweep goes step by step, three requests to two of them; a few at once keep a fast connection busy, at the price
    // of half a page each, which only large areas can afford.
    bandCount = max(1, (count >= 4_800 ? 4 : 2) / (laneCount * 2))
  }

  /// The stretches to begin with; they cover the bounds of the area.
  var stretches: [SweepStretch] {
    Self.lines(along: axis, of: outline).flatMap { line, part in
      CellCuts.lanes(of: part, across: axis.across, count: laneCount, seen: [])
        .flatMap { CellCuts.lanes(of: $0, across: axis, count: bandCount, seen: []) }
        .map { SweepStretch(cell: $0, line: line, density: density) }
    }
  }

  /// The stretches of a cell that is swept along another axis than before.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - axis: The direction.
  ///   - outline: The area.
  ///   - density: Places on a square metre of the cell.
  /// - Returns: One stretch, or two away from the middle of a circle.
  static func stretches(
    of cell: AreaCell,
    along axis: AreaCell.Axis,
    in outline: AreaOutline,
    density: Double
  ) -> [SweepStretch] {
    lines(along: axis, of: outline, in: cell).map { line, part in
      SweepStretch(cell: part, line: line, density: density, hasTurned: true)
    }
  }

  /// The directions of a sweep along an axis: both ways from the middle of a circle, one way over a rectangle.
  private static func lines(
    along axis: AreaCell.Axis,
    of outline: AreaOutline,
    in cell: AreaCell? = nil
  ) -> [(line: SweepLine, part: AreaCell)] {
    let cell = cell ?? outline.bounds
    guard let center = outline.circle?.center else { return [(SweepLine.farthest(along: axis, of: cell), cell)] }
    let (low, high) = (cell[axis].lowerBound, cell[axis].upperBound)
    guard low < center[axis], center[axis] < high else {
      return [(SweepLine.away(from: center, along: axis, in: cell), cell)]
    }
    return [low...center[axis], center[axis]...high].map { range in
      var part = cell
      part[axis] = range
      return (SweepLine.away(from: center, along: axis, in: part), part)
    }
  }

  /// How many lanes a stretch should be cut into when a step there covers less than hoped.
  ///
  /// - Parameters:
  ///   - waste: The share of a step that goes over what was seen, 0...1.
  ///   - count: Places left in the stretch.
  /// - Returns: 1 for none, at most 64.
  static func lanes(forWaste waste: Double, count: Int) -> Int {
    let pages = Double(count) / Double(KakaoSearch.pageSize)
    let most = count / 30
    guard most > 1 || waste >= 0.95 else { return 1 }
    // A step that gains nothing never ends.
    let loss = waste >= 0.95 ? pages * 20 : pages * waste / (1 - waste)
    var best = (cost: loss, lanes: 1)
    for lanes in 2...max(2, min(most, mostLanes)) {
      let share = waste / Double(lanes)
      let cost = 1 + laneEnd * Double(lanes) + pages * share / (1 - min(share, 0.9))
      if cost < best.cost * 0.9 { best = (cost, lanes) }
    }
    return best.lanes
  }
}
