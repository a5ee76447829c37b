import Domain
import Foundation

/// How much of a cell lies within a distance of the circle's middle.
extension AreaOutline {
  /// Points to a side of a cell that measure how much of it is inside.
  private static let samples = 24
  /// The share of a distance that a core is laid out for: metres to a degree are good to half a percent.
  private static let coreMargin = 0.99
  /// The least share of a cell that its core takes.
  private static let leastCore = 0.15

  /// The share of a cell that lies within a distance of the circle's middle, 0...1; 1 for a rectangle.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - meters: Metres in the service's plane; `nil` for the circle's radius.
  /// - Returns: The share, to a percent or two.
  func share(of cell: AreaCell, within meters: Double? = nil) -> Double {
    guard let circle, let middle else { return 1 }
    let reach = meters ?? circle.reach
    let (south, west) = (cell.latitudes.lowerBound, cell.longitudes.lowerBound)
    let (tall, wide) = (cell.latitudes.upperBound - south, cell.longitudes.upperBound - west)
    var inside = 0
    for row in 0..<Self.samples {
      for column in 0..<Self.samples {
        let point = KakaoPlane(
          latitude: south + tall * (Double(row) + 0.5) / Double(Self.samples),
          longitude: west + wide * (Double(column) + 0.5) / Double(Self.samples)
        )
        if middle.distance(to: point) <= reach { inside += 1 }
      }
    }
    return Double(inside) / Double(Self.samples * Self.samples)
  }

  /// The largest rectangle in a cell that lies within a distance of the circle's middle and begins where a sweep does.
  ///
  /// - Parameters:
  ///   - cell: A cell on one side of the middle.
  ///   - line: The direction away from the middle.
  ///   - meters: Metres in the service's plane.
  /// - Returns: The rectangle; `nil` where there is none worth its name.
  func core(of cell: AreaCell, along line: SweepLine, within meters: Double) -> AreaCell? {
    guard let circle, let middle else { return nil }
    let (axis, across) = (line.axis, line.axis.across)
    let (long, wide) = (cell.length(axis), cell.length(across))
    // Sides of a cell are not quite straight in the plane: they bend by their square over eight times the Earth's radius.
    let bend = (long * long + wide * wide) / 50_000_000
    let straight = (meters - bend) * Self.coreMargin
    guard straight > 0 else { return nil }
    var best: AreaCell?
    for step in 1..<Self.samples {
      let angle = Double(step) / Double(Self.samples) * .pi / 2
      let ahead = cos(angle) * straight / cell.metersPerDegree(axis)
      let aside = sin(angle) * straight / cell.metersPerDegree(across)
      let (near, far) = (line.start(of: cell[axis]), circle.center[axis] + (line.isAscending ? ahead : -ahead))
      guard line.isAscending ? near < far : far < near else { continue }
      let part = AreaCell(
        along: min(near, far)...max(near, far),
        across: (circle.center[across] - aside)...(circle.center[across] + aside),
        axis: axis
      )
      guard
        let core = part.intersection(cell), core.area > best?.area ?? cell.area * Self.leastCore,
        core.corners.allSatisfy({
          middle.distance(to: KakaoPlane(latitude: $0.latitude, longitude: $0.longitude)) + bend < meters
        })
      else { continue }
      best = core
    }
    return best
  }
}

extension AreaCell {
  /// The four corners, in degrees.
  fileprivate var corners: [(latitude: Double, longitude: Double)] {
    [latitudes.lowerBound, latitudes.upperBound].flatMap { latitude in
      [longitudes.lowerBound, longitudes.upperBound].map { (latitude, $0) }
    }
  }
}
