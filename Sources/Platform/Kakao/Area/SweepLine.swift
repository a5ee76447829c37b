import Domain

/// A direction in which a cell is swept: with a distant origin, and the nearest places first.
///
/// Seen from far away, the order of distances is the order along an axis. The answer to a rectangle then comes in the
/// order of a line that sweeps across it, and the 45 places that are reachable prove that everything behind the line
/// was seen.
struct SweepLine: Sendable, Hashable {
  /// The direction the line moves in.
  let axis: BoundingBox.Axis
  /// Whether it moves towards greater degrees.
  let isAscending: Bool

  /// Returns the origin for a cell: on the edge of the service area, and equally far from both ends of the cell's
  /// side where the line starts.
  ///
  /// The farther away it is, the straighter the line; beyond the edge the service may ignore it. The latitude of the
  /// cell's middle would not do: a parallel is a curve in the service's plane, and the line would be oblique.
  func origin(of cell: BoundingBox) -> Coordinate? {
    let across = cell[axis.across]
    let edges = KakaoServiceArea.cell[axis]
    let ends = KakaoServiceArea.cell[axis.across]
    let edge = isAscending ? edges.lowerBound : edges.upperBound
    let start = start(of: cell[axis])
    let corners = (point(along: start, across: across.lowerBound), point(along: start, across: across.upperBound))
    var low = ends.lowerBound
    var high = ends.upperBound
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

  /// Returns the direction along an axis whose origin is farther from a cell.
  static func farthest(along axis: BoundingBox.Axis, of cell: BoundingBox) -> SweepLine {
    let edges = KakaoServiceArea.cell[axis]
    let isAscending = cell[axis].lowerBound - edges.lowerBound >= edges.upperBound - cell[axis].upperBound
    return SweepLine(axis: axis, isAscending: isAscending)
  }

  /// Returns the direction along an axis that leads away from a point.
  static func away(from point: Coordinate, along axis: BoundingBox.Axis, in cell: BoundingBox) -> SweepLine {
    let middle = (cell[axis].lowerBound + cell[axis].upperBound) / 2
    return SweepLine(axis: axis, isAscending: middle >= point[axis])
  }

  /// Returns the distance from the origin to the cell's near side, in metres.
  func reach(to cell: BoundingBox) -> Double {
    let edges = KakaoServiceArea.cell[axis]
    let degrees = isAscending ? cell[axis].lowerBound - edges.lowerBound : edges.upperBound - cell[axis].upperBound
    return max(1, degrees * cell.metersPerDegree(axis))
  }

  /// Returns the height of the arc within a cell, in metres.
  func bend(in cell: BoundingBox) -> Double {
    let half = cell.length(axis.across) / 2
    return half * half / (2 * reach(to: cell))
  }

  /// Returns the rest of a range when the line is at a position.
  func rest(of range: ClosedRange<Double>, from position: Double) -> ClosedRange<Double> {
    let position = min(max(position, range.lowerBound), range.upperBound)
    return isAscending ? position...range.upperBound : range.lowerBound...position
  }

  /// Returns the side of a range where the line starts.
  func start(of range: ClosedRange<Double>) -> Double { isAscending ? range.lowerBound : range.upperBound }

  /// Returns the side of a range where the line ends.
  func end(of range: ClosedRange<Double>) -> Double { isAscending ? range.upperBound : range.lowerBound }

  /// Returns the position up to which a cell lies completely within a distance of the origin.
  ///
  /// The arc is farthest back at the cell's two sides, so those decide.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - meters: The distance from the origin in the service's plane.
  ///   - origin: The point that distances are measured from.
  /// - Returns: Degrees along the axis, within the cell.
  func position(in cell: BoundingBox, provenUpTo meters: Double, from origin: Coordinate) -> Double {
    let projected = ProjectedPoint(origin).asCenter
    let sides = [cell[axis.across].lowerBound, cell[axis.across].upperBound].map { side in
      var near = start(of: cell[axis])
      var far = end(of: cell[axis])
      for _ in 0..<48 {
        let middle = (near + far) / 2
        if projected.distance(to: point(along: middle, across: side)) < meters { near = middle } else { far = middle }
      }
      return near
    }
    return isAscending ? min(sides[0], sides[1]) : max(sides[0], sides[1])
  }
}
