import Domain

/// One direction in which a cell is swept: an origin far outside, nearest to it first.
///
/// Seen from far away, nearer to the origin means farther back along an axis. The answer to a rectangle then comes in
/// the order of a line that sweeps across it, and the 45 places that are reachable prove that everything behind the line
/// was seen.
struct SweepLine: Sendable, Hashable {
  /// The direction the line moves in.
  let axis: AreaCell.Axis
  /// Whether it moves towards greater degrees.
  let isAscending: Bool

  /// Where the origin of a cell stands: on the edge of what the service covers, and as far from one end of the line's
  /// start as from the other.
  ///
  /// The farther away, the straighter the line. Beyond that edge the service may forget the origin. Level with the
  /// cell's middle would not do: a parallel is a curve in the service's plane, and the line would come in aslant.
  func origin(of cell: AreaCell) -> Coordinate? {
    let across = cell[axis.across]
    let edges = axis == .latitude ? KakaoServiceArea.latitudes : KakaoServiceArea.longitudes
    let ends = axis == .latitude ? KakaoServiceArea.longitudes : KakaoServiceArea.latitudes
    let edge = isAscending ? edges.lowerBound : edges.upperBound
    let start = start(of: cell[axis])
    let corners = (point(along: start, across: across.lowerBound), point(along: start, across: across.upperBound))
    var (low, high) = (ends.lowerBound, ends.upperBound)
    for _ in 0..<32 {
      let middle = (low + high) / 2
      let origin = point(along: edge, across: middle)
      if origin.distance(to: corners.0) < origin.distance(to: corners.1) { low = middle } else { high = middle }
    }
    let place = (low + high) / 2
    return axis == .latitude
      ? try? Coordinate(latitude: edge, longitude: place) : try? Coordinate(latitude: place, longitude: edge)
  }

  private func point(along: Double, across: Double) -> ProjectedPoint {
    axis == .latitude
      ? ProjectedPoint(latitude: along, longitude: across) : ProjectedPoint(latitude: across, longitude: along)
  }

  /// The direction along an axis whose origin stands farther from a cell.
  static func farthest(along axis: AreaCell.Axis, of cell: AreaCell) -> SweepLine {
    let edges = axis == .latitude ? KakaoServiceArea.latitudes : KakaoServiceArea.longitudes
    let isAscending = cell[axis].lowerBound - edges.lowerBound >= edges.upperBound - cell[axis].upperBound
    return SweepLine(axis: axis, isAscending: isAscending)
  }

  /// The direction along an axis that leads away from a point.
  static func away(from point: Coordinate, along axis: AreaCell.Axis, in cell: AreaCell) -> SweepLine {
    let middle = (cell[axis].lowerBound + cell[axis].upperBound) / 2
    return SweepLine(axis: axis, isAscending: middle >= point[axis])
  }

  /// The distance from the origin to the cell's near side, in metres.
  func reach(to cell: AreaCell) -> Double {
    let edges = axis == .latitude ? KakaoServiceArea.latitudes : KakaoServiceArea.longitudes
    let degrees = isAscending ? cell[axis].lowerBound - edges.lowerBound : edges.upperBound - cell[axis].upperBound
    return max(1, degrees * cell.metersPerDegree(axis))
  }

  /// How far the arc bends within a cell, in metres.
  func bend(in cell: AreaCell) -> Double {
    let half = cell.length(axis.across) / 2
    return half * half / (2 * reach(to: cell))
  }

  /// What is left of a range once the line stands at a position.
  func rest(of range: ClosedRange<Double>, from position: Double) -> ClosedRange<Double> {
    let position = min(max(position, range.lowerBound), range.upperBound)
    return isAscending ? position...range.upperBound : range.lowerBound...position
  }

  /// The side of a range where the line starts.
  func start(of range: ClosedRange<Double>) -> Double { isAscending ? range.lowerBound : range.upperBound }

  /// The side of a range where the line ends.
  func end(of range: ClosedRange<Double>) -> Double { isAscending ? range.upperBound : range.lowerBound }

  /// The position up to which a whole cell lies nearer to the origin than some distance.
  ///
  /// The arc is behind its middle at the cell's two sides, so those decide.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - meters: Distance from the origin in the service's plane.
  ///   - origin: Where distances are measured from; behind the line.
  /// - Returns: Degrees along the axis, within the cell.
  func position(in cell: AreaCell, provenUpTo meters: Double, from origin: Coordinate) -> Double {
    let projected = ProjectedPoint(origin).asCenter
    let sides = [cell[axis.across].lowerBound, cell[axis.across].upperBound].map { side in
      var (near, far) = (start(of: cell[axis]), end(of: cell[axis]))
      for _ in 0..<48 {
        let middle = (near + far) / 2
        if projected.distance(to: point(along: middle, across: side)) < meters { near = middle } else { far = middle }
      }
      return near
    }
    return isAscending ? min(sides[0], sides[1]) : max(sides[0], sides[1])
  }
}
