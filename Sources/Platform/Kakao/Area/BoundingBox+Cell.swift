import Domain
import Foundation

/// A rectangle that is searched as a unit, a cell.
///
/// It doesn't cross the antimeridian.
extension BoundingBox {
  /// The cell with its edges moved outward to the resolution of a request, so that both contain the same places.
  var roundedForRequest: BoundingBox {
    func moved(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Double {
      let scaled = degrees * KakaoRequest.unitsPerDegree
      let nearest = scaled.rounded()
      // Keep a number that a request can represent exactly.
      return (abs(nearest - scaled) < 1e-3 ? nearest : scaled.rounded(rule)) / KakaoRequest.unitsPerDegree
    }
    var cell = self
    for axis in Axis.allCases {
      cell[axis] = moved(self[axis].lowerBound, .down)...moved(self[axis].upperBound, .up)
    }
    return cell
  }

  /// The distance in degrees by which a place may be outside a rectangle and still be counted in it: five metres.
  static let slackInDegrees = 5e-5

  /// Returns the metres per degree along an axis at the centre of the cell, accurate to half a percent.
  func metersPerDegree(_ axis: Axis) -> Double {
    guard axis == .longitude else { return 111_000 }
    return max(1, 111_320 * cos((south + north) / 2 * .pi / 180))
  }

  /// Returns the length along an axis in metres.
  func length(_ axis: Axis) -> Double {
    (self[axis].upperBound - self[axis].lowerBound) * metersPerDegree(axis)
  }

  /// Whether the cell is too small to be split if nothing new appears in it.
  var isSpot: Bool { Axis.allCases.allSatisfy { length($0) <= Self.spotSideInMeters } }
  /// The maximum side of a spot in metres, a few times the service's coordinate resolution of 0.4 m.
  private static let spotSideInMeters = 3.0

  /// The area of the cell in square metres.
  var area: Double { length(.latitude) * length(.longitude) }
}

extension ProjectedPoint {
  /// The point rounded to 0.4 m, like a centre in the service.
  var asCenter: ProjectedPoint {
    ProjectedPoint(east: (east / 0.4).rounded() * 0.4, north: (north / 0.4).rounded() * 0.4)
  }
}
