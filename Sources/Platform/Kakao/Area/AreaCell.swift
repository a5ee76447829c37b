import Domain
import Foundation

/// A rectangle of degrees that is searched as a unit, edges included.
struct AreaCell: Sendable, Hashable {
  /// The two directions of a rectangle's sides.
  enum Axis: Sendable, Hashable, CaseIterable {
    case latitude
    case longitude

    /// The other direction.
    var across: Axis { self == .latitude ? .longitude : .latitude }
  }

  /// From south to north, in degrees.
  var latitudes: ClosedRange<Double>
  /// From west to east, in degrees.
  var longitudes: ClosedRange<Double>

  /// The extent in one direction, in degrees.
  subscript(axis: Axis) -> ClosedRange<Double> {
    get { axis == .latitude ? latitudes : longitudes }
    set { if axis == .latitude { latitudes = newValue } else { longitudes = newValue } }
  }

  init(along: ClosedRange<Double>, across: ClosedRange<Double>, axis: Axis) {
    latitudes = axis == .latitude ? along : across
    longitudes = axis == .latitude ? across : along
  }

  init(_ box: BoundingBox) {
    latitudes = box.south...box.north
    longitudes = box.west...max(box.west, box.east)
  }

  /// The cell as a box; `nil` for invalid degrees.
  var box: BoundingBox? {
    try? BoundingBox(
      west: longitudes.lowerBound,
      south: latitudes.lowerBound,
      east: longitudes.upperBound,
      north: latitudes.upperBound
    )
  }

  /// Returns the part of the cell that lies in another one; `nil` when they do not touch.
  func intersection(_ other: AreaCell) -> AreaCell? {
    var cell = self
    for axis in Axis.allCases {
      guard self[axis].overlaps(other[axis]) else { return nil }
      cell[axis] = self[axis].clamped(to: other[axis])
    }
    return cell
  }

  /// The cell with its edges moved out to the resolution of a request, so that both contain the same places.
  var asAsked: AreaCell {
    func moved(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
      let scaled = degrees * KakaoRequest.unitsPerDegree
      let nearest = scaled.rounded()
      // A number that a request can express exactly stays unchanged.
      return (abs(nearest - scaled) < 1e-3 ? nearest : scaled.rounded(rule)) / KakaoRequest.unitsPerDegree
    }
    var cell = self
    for axis in Axis.allCases {
      cell[axis] = moved(self[axis].lowerBound, .down)...moved(self[axis].upperBound, .up)
    }
    return cell
  }

  /// How far beyond a rectangle a place may lie and be counted in it, in degrees: five metres.
  static let slackInDegrees = 5e-5

  /// Returns the cell with every edge moved out.
  func grown(byDegrees degrees: Double) -> AreaCell {
    var cell = self
    for axis in Axis.allCases { cell[axis] = self[axis].lowerBound - degrees...self[axis].upperBound + degrees }
    return cell
  }

  /// Returns whether a point lies in the cell or on its edge.
  func contains(_ point: Coordinate) -> Bool {
    latitudes.contains(point.latitude) && longitudes.contains(point.longitude)
  }

  /// Returns the metres per degree in one direction, at the cell's middle; accurate to half a percent.
  func metersPerDegree(_ axis: Axis) -> Double {
    guard axis == .longitude else { return 111_000 }
    return max(1, 111_320 * cos((latitudes.lowerBound + latitudes.upperBound) / 2 * .pi / 180))
  }

  /// Returns the length in one direction, in metres.
  func length(_ axis: Axis) -> Double {
    (self[axis].upperBound - self[axis].lowerBound) * metersPerDegree(axis)
  }

  /// Whether the cell is so small that it is not split when nothing new appears in it.
  var isSpot: Bool { Axis.allCases.allSatisfy { length($0) <= Self.spotSideInMeters } }
  /// The maximum side of a spot, in metres: a few times the grid of 0.4 m on which the service keeps coordinates.
  private static let spotSideInMeters = 3.0

  /// The cell's area in square metres.
  var area: Double { length(.latitude) * length(.longitude) }
}

extension Coordinate {
  /// Degrees in one direction.
  subscript(axis: AreaCell.Axis) -> Double { axis == .latitude ? latitude : longitude }
}
