import Domain
import Rows
import System

/// Distance keys on a local equirectangular plane, for radii up to 100 km away from the poles and the antimeridian.
///
/// Eight places take a few instructions without trigonometry: with ``HaversineMetric`` alone, searches take 2.9 times
/// as long.
///
/// On a sphere, 4·hav(d/r) = 4·sin²(u/2) + cos φ₀·cos φ·4·sin²(v/2), where u and v are the differences in latitude and
/// longitude. Within w of the centre, x² replaces 4·sin²(x/2) with a relative error below x²/12, and cos φ₀ − u·sin φ₀
/// replaces cos φ with an absolute error below w²/2. `error` is their sum plus the error of single precision. Lengths
/// are in units of 1e-7 degree of latitude. Places outside have a key of at least their true u², or a v beyond w, so
/// they never appear to be inside.
struct LocalEquirectangularMetric: DistanceMetric {
  /// The maximum radius.
  static let maximumMeters = 100_000.0

  private let latitude: Int32
  private let longitude: Int32
  private let latitudeRest: Float
  private let longitudeRest: Float
  private let cosineProduct: Float
  private let cosineSlope: Float
  private let minimumCosine: Float
  private let largestCosine: Float
  private let error: Float

  /// Prepares distance keys from a point in degrees; `nil` if the plane isn't valid there.
  init?(latitude: Double, longitude: Double, meters: Double) {
    guard meters <= Self.maximumMeters else { return nil }
    let radians = latitude * GreatCircle.radiansPerDegree
    let angularRadius = meters / GreatCircle.earthRadiusMeters + 1e-9
    let farthest = cos(abs(radians) + angularRadius)
    guard farthest > 0.17 else { return nil }
    let width = 1.01 * angularRadius / farthest
    guard abs(longitude) + width / GreatCircle.radiansPerDegree < 179.9 else { return nil }
    let cosine = cos(radians)
    self.latitude = FixedPoint.units(latitude)
    self.longitude = FixedPoint.units(longitude)
    latitudeRest = Float(latitude * FixedPoint.unitsPerDegree - Double(self.latitude))
    longitudeRest = Float(longitude * FixedPoint.unitsPerDegree - Double(self.longitude))
    cosineProduct = Float(cosine * cosine)
    cosineSlope = Float(-cosine * sin(radians) * GreatCircle.radiansPerDegree / FixedPoint.unitsPerDegree)
    let error = width * width * (0.25 + 0.5 / (cosine - angularRadius)) + 4e-6
    minimumCosine = Float(cosine * farthest * (1 - 1e-6) * (1 - error))
    largestCosine = Float(cosine * cos(max(0, abs(radians) - angularRadius)) * (1 + 1e-6))
    self.error = Float(error)
  }

  func radiusBounds(ofMeters meters: Double) -> RadiusBounds {
    let units = meters / GreatCircle.earthRadiusMeters / GreatCircle.radiansPerDegree * FixedPoint.unitsPerDegree
    let square = Float(units * units)
    return RadiusBounds(inner: square * (1 - error) - 1, outer: square * (1 + error) + 1)
  }

  @inline(__always)
  func upperErrorBound(of distanceKey: Float) -> Float { distanceKey * (1 + 3 * error) + 3 }

  @inline(__always)
  func distanceKeys(latitudes: SIMD8<Int32>, longitudes: SIMD8<Int32>) -> SIMD8<Float> {
    // The difference overflows only for a place more than 214 degrees away, which still gets a large key.
    let north = SIMD8<Float>(numbers: latitudes &- latitude) - latitudeRest
    let east = SIMD8<Float>(numbers: longitudes &- longitude) - longitudeRest
    let cosine = (cosineSlope * north + cosineProduct).larger(SIMD8(repeating: 0))
    return north * north + east * east * cosine
  }

  @inline(__always)
  func lowerBounds(_ boxes: ChildBoxes) -> SIMD8<Float> {
    let north = Self.gap(boxes.south, high: boxes.north, value: latitude)
    let east = Self.gap(boxes.west, high: boxes.east, value: longitude)
    return (north * north) * (1 - error) + east * east * minimumCosine
  }

  /// Returns the maximum distance key of places in each of eight boxes, for places within the radius.
  @inline(__always)
  func upperBounds(_ boxes: ChildBoxes) -> SIMD8<Float> {
    let north = Self.span(boxes.south, high: boxes.north, value: latitude)
    let east = Self.span(boxes.west, high: boxes.east, value: longitude)
    return (north * north + east * east * largestCosine) * (1 + error)
  }

  /// Returns the units between a value and the nearer edge of a range, 0 inside.
  ///
  /// Halving first avoids an overflow.
  @inline(__always)
  private static func gap(_ low: SIMD8<Int32>, high: SIMD8<Int32>, value: Int32) -> SIMD8<Float> {
    let below = SIMD8<Float>(numbers: (low &>> 1) &- (value >> 1))
    let above = SIMD8<Float>(numbers: (value >> 1) &- (high &>> 1))
    return (below.larger(above) * 2 - 4).larger(SIMD8(repeating: 0))
  }

  /// Returns the units between a value and the farther edge of a range.
  @inline(__always)
  private static func span(_ low: SIMD8<Int32>, high: SIMD8<Int32>, value: Int32) -> SIMD8<Float> {
    let below = SIMD8<Float>(numbers: (low &>> 1) &- (value >> 1))
    let above = SIMD8<Float>(numbers: (value >> 1) &- (high &>> 1))
    return below.smaller(above) * -2 + 4
  }
}

extension SIMDMask<SIMD8<Int32>> {
  /// Returns one bit per set lane, lane 0 lowest; x86 calls this movemask.
  ///
  /// Adding weights extracts a mask from a vector register on every architecture, without a special instruction.
  @inline(__always)
  var movemask: UInt32 {
    let weights = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
    let set = SIMD8<Int32>(repeating: 0).replacing(with: weights, where: self)
    let four = set.lowHalf &+ set.highHalf
    let two = four.lowHalf &+ four.highHalf
    return UInt32(truncatingIfNeeded: two[0] &+ two[1])
  }
}

/// Clears the lowest set bit and returns its position.
@inline(__always)
func takeLowestBit(_ bits: inout UInt32) -> Int {
  let position = bits.trailingZeroBitCount
  bits &= bits &- 1
  return position
}

extension SIMD8<Float> {
  /// Converts the numbers lane by lane, which compiles to one instruction; the library's initializer is a call.
  @inline(__always)
  fileprivate init(numbers: SIMD8<Int32>) {
    self.init(
      Float(numbers[0]),
      Float(numbers[1]),
      Float(numbers[2]),
      Float(numbers[3]),
      Float(numbers[4]),
      Float(numbers[5]),
      Float(numbers[6]),
      Float(numbers[7])
    )
  }

  /// Returns the larger of each pair of lanes; no lane may be NaN.
  @inline(__always)
  func larger(_ other: SIMD8<Float>) -> SIMD8<Float> { replacing(with: other, where: other .> self) }

  /// Returns the smaller of each pair of lanes.
  @inline(__always)
  func smaller(_ other: SIMD8<Float>) -> SIMD8<Float> { replacing(with: other, where: other .< self) }
}
