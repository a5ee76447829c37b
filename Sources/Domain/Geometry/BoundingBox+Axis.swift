/// The two directions of a rectangle, for what is done in both: cutting, clamping, growing.
extension BoundingBox {
  package enum Axis: Sendable, Hashable, CaseIterable {
    case latitude
    case longitude

    /// The other direction.
    package var across: Axis { self == .latitude ? .longitude : .latitude }
  }

  /// The extent in one direction, in degrees, of a box that does not cross the antimeridian; what is set is clamped to
  /// the globe.
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

  /// Makes a box of two extents, the first of them in the direction of an axis.
  package init(along: ClosedRange<Double>, across: ClosedRange<Double>, axis: Axis) {
    self = .globe
    self[axis] = along
    self[axis.across] = across
  }

  /// Returns the part of the box that lies in another one; `nil` when they do not touch.
  ///
  /// Neither may cross the antimeridian.
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
  /// Degrees in one direction.
  package subscript(axis: BoundingBox.Axis) -> Double { axis == .latitude ? latitude : longitude }
}
