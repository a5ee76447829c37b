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
