import Domain
import Rows

/// The order of places along a line: by their offset along it, or by their distance from it.
///
/// As distance keys, it lets the nearest search find the first places without looking at the others. The key of a place
/// is computed from its exact position.
struct LineOrder: Sendable, DistanceMetric {
  let corridor: Corridor
  /// Whether places are ordered by their offset along the line.
  let isByRoute: Bool

  /// An upper bound of the relative error from single precision.
  private static let error: Float = 1e-6

  /// Returns the sort keys of a place; `nil` if the corridor doesn't contain it.
  func order(latitude: Int32, longitude: Int32) -> (first: Double, second: Double)? {
    let point = Coordinate(validLatitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
    guard let position = corridor.offsetInside(of: point) else { return nil }
    return isByRoute ? (position.metersAlong, position.meters) : (position.meters, position.metersAlong)
  }

  func radiusBounds(ofMeters meters: Double) -> RadiusBounds { .unlimited }

  func lowerBounds(_ boxes: ChildBoxes) -> SIMD8<Float> {
    var bounds = SIMD8<Float>(repeating: .infinity)
    for lane in 0..<8 where boxes.south[lane] <= boxes.north[lane] {
      let box = boxes.degrees(lane)
      let bound = isByRoute ? corridor.minimumMetersAlong(of: box) : corridor.minimumMeters(to: box)
      if let bound { bounds[lane] = max(0, Float(bound) * (1 - Self.error) - 0.01) }
    }
    return bounds
  }

  func distanceKeys(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMD8<Float> {
    var keys = SIMD8<Float>(repeating: .infinity)
    for lane in 0..<8 where abs(Int(latitudes[lane])) <= Int(FixedPoint.maximumLatitude) {
      // A damaged file may contain any number.
      guard abs(Int(longitudes[lane])) <= Int(FixedPoint.maximumLongitude) else { continue }
      if let order = order(latitude: latitudes[lane], longitude: longitudes[lane]) { keys[lane] = Float(order.first) }
    }
    return keys
  }

  func upperErrorBound(of distanceKey: Float) -> Float { distanceKey * (1 + 3 * Self.error) + 0.05 }
}

/// The origin of distances in a result.
enum HitMeasure: Sendable {
  case center(GreatCircle)
  case line(LineOrder)

  var circle: GreatCircle? { if case .center(let circle) = self { circle } else { nil } }
}
