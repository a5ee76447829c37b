/// Distance keys that are valid everywhere: the haversine of the central angle, 0...1, in single precision.
///
/// Slower than ``LocalEquirectangularMetric``; used where that is not valid: for large radii, near poles and the
/// antimeridian.
struct HaversineMetric: DistanceMetric {
  /// Half the Earth's circumference: no two points are farther apart.
  static let farthestMeters = Double.pi * GreatCircle.earthRadiusMeters
  /// Covers single precision and the rounding of the exact haversine.
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
    bounds(boxes) { box in
      let north = max(0, max(box.south - latitude, latitude - box.north))
      let isWithin = longitude >= box.west && longitude <= box.east
      let east = isWithin ? 0 : min(turn(to: box.west), turn(to: box.east))
      let farthest = max(abs(box.south), abs(box.north))
      return haversine(northDegrees: north, eastDegrees: east, cosine: cosine(ofDegrees: farthest)) * (1 - Self.error)
    }
  }

  func upperBounds(_ boxes: ChildBoxes) -> SIMD8<Float> {
    bounds(boxes) { box in
      let north = max(box.north - latitude, latitude - box.south)
      let opposite = longitude > 0 ? longitude - 180 : longitude + 180
      let holdsOpposite = opposite >= box.west && opposite <= box.east
      let east = holdsOpposite ? 180 : max(turn(to: box.west), turn(to: box.east))
      let nearest = box.south <= 0 && box.north >= 0 ? 0 : min(abs(box.south), abs(box.north))
      return haversine(northDegrees: north, eastDegrees: east, cosine: cosine(ofDegrees: nearest)) * (1 + Self.error)
    }
  }

  private struct DegreeBox {
    let south: Double
    let north: Double
    let west: Double
    let east: Double
  }

  private func bounds(_ boxes: ChildBoxes, _ bound: (DegreeBox) -> Float) -> SIMD8<Float> {
    var bounds = SIMD8<Float>(repeating: .infinity)
    for lane in 0..<8 where boxes.south[lane] <= boxes.north[lane] {
      bounds[lane] = bound(
        DegreeBox(
          south: FixedPoint.degrees(boxes.south[lane]),
          north: FixedPoint.degrees(boxes.north[lane]),
          west: FixedPoint.degrees(boxes.west[lane]),
          east: FixedPoint.degrees(boxes.east[lane])
        )
      )
    }
    return bounds
  }

  private func haversine(northDegrees: Double, eastDegrees: Double, cosine: Double) -> Float {
    let north = sin(northDegrees * GreatCircle.radiansPerDegree / 2)
    let east = sin(eastDegrees * GreatCircle.radiansPerDegree / 2)
    return Float(north * north + self.cosine * cosine * (east * east))
  }

  private func cosine(ofDegrees degrees: Double) -> Double { max(0, cos(degrees * GreatCircle.radiansPerDegree)) }

  /// Degrees of longitude to a meridian, 0...180.
  private func turn(to meridian: Double) -> Double {
    let difference = abs(meridian - longitude)
    return difference > 180 ? 360 - difference : difference
  }
}
