import Domain
import Foundation

/// A rectangle that is searched as a unit: a cell of an area. It does not cross the antimeridian.
extension BoundingBox {
  /// The cell with its edges moved out to the resolution of a request, so that both contain the same places.
  var asAsked: BoundingBox {
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

  /// Returns the metres per degree in one direction, at the cell's middle; accurate to half a percent.
  func metersPerDegree(_ axis: Axis) -> Double {
    guard axis == .longitude else { return 111_000 }
    return max(1, 111_320 * cos((south + north) / 2 * .pi / 180))
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

extension ProjectedPoint {
  /// The point rounded to 0.4 m, as the service does with a centre.
  var asCenter: ProjectedPoint {
    ProjectedPoint(east: (east / 0.4).rounded() * 0.4, north: (north / 0.4).rounded() * 0.4)
  }
}
