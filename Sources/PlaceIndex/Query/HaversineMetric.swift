import Domain
import Rows
import System

/// Distance keys that are valid everywhere: the haversine of the central angle, 0...1, in single precision.
///
/// Slower than ``LocalEquirectangularMetric``; used where that metric isn't valid: for large radii, and near the poles
/// and the antimeridian.
struct HaversineMetric: DistanceMetric {
  /// Half the Earth's circumference, the largest distance between two points.
  static let farthestMeters = Double.pi * GreatCircle.earthRadiusMeters
  /// An upper bound of the errors from single precision and from rounding the exact haversine.
  private static let error: Float = 2e-6

  private let latitude: Double
  private let longitude: Double
  private let cosine: Double

  /// Prepares distance keys from a point in degrees.
  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
    cosine = cos(latitude * GreatCircle.radiansPerDegree)
  }

  func radiusBounds(ofMeters meters: Double) -> RadiusBounds {
    guard meters < Self.farthestMeters else { return .unlimited }
    let half = sin(meters / (2 * GreatCircle.earthRadiusMeters))
    let square = Float(half * half)
    return RadiusBounds(inner: square * (1 - Self.error) - 1e-17, outer: square * (1 + Self.error) + 1e-17)
  }

  func upperErrorBound(of distanceKey: Float) -> Float { distanceKey * (1 + 3 * Self.error) + 3e-17 }

  func distanceKeys(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMD8<Float> {
    var distanceKeys = SIMD8<Float>(repeating: .infinity)
    for lane in 0..<8 where latitudes[lane] >= -FixedPoint.maximumLatitude {
      let latitude = FixedPoint.degrees(latitudes[lane])
      distanceKeys[lane] = haversine(
        northDegrees: latitude - self.latitude,
        eastDegrees: FixedPoint.degrees(longitudes[lane]) - longitude,
        cosine: cos(latitude * GreatCircle.radiansPerDegree)
      )
    }
    return distanceKeys
  }

  func lowerBounds(_ boxes: ChildBoxes) -> SIMD8<Float> {
    var bounds = SIMD8<Float>(repeating: .infinity)
    for lane in 0..<8 where boxes.south[lane] <= boxes.north[lane] {
      let south = FixedPoint.degrees(boxes.south[lane])
      let north = FixedPoint.degrees(boxes.north[lane])
      let west = FixedPoint.degrees(boxes.west[lane])
      let east = FixedPoint.degrees(boxes.east[lane])
      let isWithin = longitude >= west && longitude <= east
      let bound = haversine(
        northDegrees: max(0, max(south - latitude, latitude - north)),
        eastDegrees: isWithin ? 0 : min(turn(to: west), turn(to: east)),
        cosine: cosine(ofDegrees: max(abs(south), abs(north)))
      )
      bounds[lane] = bound * (1 - Self.error)
    }
    return bounds
  }

  private func haversine(northDegrees: Double, eastDegrees: Double, cosine: Double) -> Float {
    let north = sin(northDegrees * GreatCircle.radiansPerDegree / 2)
    let east = sin(eastDegrees * GreatCircle.radiansPerDegree / 2)
    return Float(north * north + self.cosine * cosine * (east * east))
  }

  private func cosine(ofDegrees degrees: Double) -> Double { max(0, cos(degrees * GreatCircle.radiansPerDegree)) }

  /// Returns the degrees of longitude to a meridian, 0...180.
  private func turn(to meridian: Double) -> Double {
    let difference = abs(meridian - longitude)
    return difference > 180 ? 360 - difference : difference
  }
}
