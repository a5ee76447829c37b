import Domain

/// The direction of a sweep over a cell, with results sorted by distance from a faraway origin.
///
/// From far away, the order of distances equals the order along an axis. The results in a rectangle then come in the
/// order of a line that sweeps across it, and the 45 reachable places prove that everything before the line was seen.
struct SweepLine: Sendable, Hashable {
  /// The axis along which the line moves.
  let axis: BoundingBox.Axis
  /// Whether the line moves towards greater degrees.
  let isAscending: Bool

  /// Returns the origin for a cell: on the edge of the service area, and equally far from both ends of the side where
  /// the line starts.
  ///
  /// The farther the origin, the straighter the line; the service may ignore an origin outside its area. The latitude
  /// of the cell's centre wouldn't work: a parallel is curved in the service's plane, so the line would be oblique.
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

  /// Returns the direction along an axis away from a point.
  static func away(from point: Coordinate, along axis: BoundingBox.Axis, in cell: BoundingBox) -> SweepLine {
    let middle = (cell[axis].lowerBound + cell[axis].upperBound) / 2
    return SweepLine(axis: axis, isAscending: middle >= point[axis])
  }

  /// Returns the distance in metres from the origin to the near side of a cell.
  func reach(to cell: BoundingBox) -> Double {
    let edges = KakaoServiceArea.cell[axis]
    let degrees = isAscending ? cell[axis].lowerBound - edges.lowerBound : edges.upperBound - cell[axis].upperBound
    return max(1, degrees * cell.metersPerDegree(axis))
  }

  /// Returns the height of the arc within a cell in metres.
  func bend(in cell: BoundingBox) -> Double {
    let half = cell.length(axis.across) / 2
    return half * half / (2 * reach(to: cell))
  }

  /// Returns the remainder of a range when the line is at a position.
  func rest(of range: ClosedRange<Double>, from position: Double) -> ClosedRange<Double> {
    let position = min(max(position, range.lowerBound), range.upperBound)
    return isAscending ? position...range.upperBound : range.lowerBound...position
  }

  /// Returns the end of a range at which the line starts.
  func start(of range: ClosedRange<Double>) -> Double { isAscending ? range.lowerBound : range.upperBound }

  /// Returns the end of a range at which the line stops.
  func end(of range: ClosedRange<Double>) -> Double { isAscending ? range.upperBound : range.lowerBound }

  /// Returns the position up to which a cell is completely within a distance of the origin.
  ///
  /// The arc is farthest back at the two sides of the cell, so those are decisive.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - meters: The distance from the origin in the service's plane.
  ///   - origin: The origin of the distances.
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
