extension BoundingBox {
  package enum Axis: Sendable, Hashable, CaseIterable {
    case latitude
    case longitude

    /// The perpendicular axis.
    package var across: Axis { self == .latitude ? .longitude : .latitude }
  }

  /// The extent along one axis in degrees.
  ///
  /// New values are clamped to the globe. The box may not cross the antimeridian.
  package subscript(axis: Axis) -> ClosedRange<Double> {
    get { axis == .latitude ? south...north : west...max(west, east) }
    set {
      let limit = axis == .latitude ? -90.0...90 : -180...180
      let range = newValue.clamped(to: limit)
      switch axis {
      case .latitude:
        south = range.lowerBound
        north = range.upperBound
      case .longitude:
        west = range.lowerBound
        east = range.upperBound
      }
    }
  }

  /// Makes a box from its extents along an axis and across it.
  package init(along: ClosedRange<Double>, across: ClosedRange<Double>, axis: Axis) {
    self = .globe
    self[axis] = along
    self[axis.across] = across
  }

  /// Returns the overlap of two boxes; `nil` if they don't touch.
  ///
  /// Neither box may cross the antimeridian.
  package func intersection(_ other: BoundingBox) -> BoundingBox? {
    var box = self
    for axis in Axis.allCases {
      guard self[axis].overlaps(other[axis]) else { return nil }
      box[axis] = self[axis].clamped(to: other[axis])
    }
    return box
  }
}

extension Coordinate {
  /// The latitude or longitude, in degrees.
  package subscript(axis: BoundingBox.Axis) -> Double { axis == .latitude ? latitude : longitude }
}

extension BoundingBox {
  /// The length of a meridian within the box, in metres.
  var metersTall: Double { GreatCircle.earthRadiusMeters * GreatCircle.radiansPerDegree * height }

  /// The mean length of a parallel within the box, in metres.
  var metersWide: Double { height > 0 ? squareMeters / metersTall : 0 }
}

extension BoundingBox {
  /// Returns the two pieces of the rectangle, cut at an edge that crosses it, or in half if no edge does; `nil` if the
  /// rectangle is too small to cut.
  func cut(at edges: [BoundingBox]) -> (low: BoundingBox, high: BoundingBox)? {
    for axis in Axis.allCases {
      let range = self[axis]
      let ends = edges.lazy.flatMap { [$0[axis].lowerBound, $0[axis].upperBound] }
      if let edge = ends.first(where: { range.lowerBound < $0 && $0 < range.upperBound }) { return cut(axis, at: edge) }
    }
    let axis: Axis = metersTall >= metersWide ? .latitude : .longitude
    let middle = (self[axis].lowerBound + self[axis].upperBound) / 2
    guard self[axis].lowerBound < middle, middle < self[axis].upperBound else { return nil }
    return cut(axis, at: middle)
  }

  private func cut(_ axis: Axis, at value: Double) -> (low: BoundingBox, high: BoundingBox) {
    var (low, high) = (self, self)
    low[axis] = self[axis].lowerBound...value
    high[axis] = value...self[axis].upperBound
    return (low, high)
  }
}

extension BoundingBox {
  /// Returns rectangles that cover the part of this rectangle outside another one.
  ///
  /// Neither rectangle may cross the antimeridian.
  package func subtracting(_ other: BoundingBox) -> [BoundingBox] {
    guard let common = intersection(other) else { return [self] }
    var (below, above, left, right) = (self, self, self, self)
    below.north = common.south
    above.south = common.north
    (left.south, left.north, left.east) = (common.south, common.north, common.west)
    (right.south, right.north, right.west) = (common.south, common.north, common.east)
    return [below, above, left, right].filter { $0.north > $0.south && $0.east > $0.west }
  }
}
