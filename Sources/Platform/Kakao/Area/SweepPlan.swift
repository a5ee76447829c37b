import Domain

/// How an area is laid out for sweeping: in which direction, and in how many lanes side by side.
///
/// A narrow lane keeps the arc of the sweep straight and its steps long, but every lane ends in a page that is not
/// full. The plan weighs the two against each other, in requests.
struct SweepPlan: Sendable, Hashable {
  /// The direction of the sweep.
  let line: SweepLine
  /// Lanes side by side, 1 or more.
  let laneCount: Int
  /// Stretches of each lane, one behind the other, 1 or more; they are swept at once.
  let bandCount: Int

  /// Metres that each step goes over twice: distances are cut to whole metres and compared with ours.
  static let overlap = 0.7
  /// Requests that the end of a lane costs more than its places need.
  static let laneEnd = 0.5
  /// Requests that a lane spends on places outside of a circle.
  private static let laneCorners = 2.0
  /// More lanes than this are never planned at once.
  private static let mostLanes = 64

  /// Finds the cheapest plan.
  ///
  /// - Parameters:
  ///   - cell: The rectangle around the area.
  ///   - area: Square metres that hold places.
  ///   - count: How many places there are.
  init(cell: AreaCell, area: Double, count: Int) {
    var best = (cost: Double.infinity, line: SweepLine.farthest(along: .latitude, of: cell), lanes: 1)
    let density = Double(count) / max(area, 1)
    for axis in AreaCell.Axis.allCases {
      let line = SweepLine.farthest(along: axis, of: cell)
      for lanes in 1...Self.mostLanes {
        let width = cell.length(axis.across) / Double(lanes)
        let bend = width * width / (8 * line.reach(to: cell))
        let step = Double(KakaoSearch.reachableCount) / max(density * width, 1e-9)
        let waste = (Self.overlap + bend * 2 / 3) / step
        let cost =
          (Self.laneEnd + Self.laneCorners) * Double(lanes) + Double(count) / Double(KakaoSearch.pageSize) * waste
        if cost < best.cost { best = (cost, line, lanes) }
      }
    }
    line = best.line
    laneCount = best.lanes
    // A sweep goes step by step, three requests to two of them; a few at once keep a fast connection busy, at the price
    // of half a page each, which only large areas can afford.
    bandCount = max(1, (count >= 4_800 ? 4 : count >= 2_400 ? 2 : 1) / laneCount)
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
