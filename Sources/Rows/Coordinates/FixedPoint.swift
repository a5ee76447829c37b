import Tables

/// A coordinate in units of 1e-7 degree.
public typealias StoredCoordinate = (latitude: Int32, longitude: Int32)

/// Degrees as integers in units of 1e-7 degree, the precision of OpenStreetMap: 1.1 cm on the ground.
///
/// The file stores coordinates in these units. Division yields the double nearest to the decimal number that was read:
/// 37.4979 stays 37.4979.
public enum FixedPoint {
  public static let unitsPerDegree = 1e7
  public static let maximumLatitude: Int32 = 900_000_000
  public static let maximumLongitude: Int32 = 1_800_000_000

  @inlinable
  public static func degrees(_ units: Int32) -> Double { Double(units) / unitsPerDegree }

  /// Returns the stored number nearest to degrees within ±180.
  ///
  /// It is exact for up to seven decimals.
  @inlinable
  public static func units(_ degrees: Double) -> Int32 {
    let product = degrees * unitsPerDegree
    let whole = Int32(product)
    let fraction = product - Double(whole)
    if fraction.magnitude < 0.5 { return whole }
    let next = fraction < 0 ? whole - 1 : whole + 1
    return fraction.magnitude > 0.5 ? next : half(degrees, product: product, between: whole, next: next)
  }

  /// Rounds a product that is halfway between two stored numbers.
  ///
  /// The product may have been rounded to a half, so the remainder decides.
  @inlinable
  static func half(_ degrees: Double, product: Double, between whole: Int32, next: Int32) -> Int32 {
    let rest = (-product).addingProduct(degrees, unitsPerDegree)
    if rest == 0 { return whole.isMultiple(of: 2) ? whole : next }
    return rest > 0 ? max(whole, next) : min(whole, next)
  }

  /// Returns the smallest stored number that is at least the given degrees, which are within ±180.
  @inlinable
  public static func firstUnits(notBelow degrees: Double) -> Int32 {
    var units = Int32((degrees * unitsPerDegree).rounded(.down)) - 2
    while self.degrees(units) < degrees { units += 1 }
    return units
  }

  /// Returns the largest stored number that is at most the given degrees, which are within ±180.
  @inlinable
  public static func lastUnits(notAbove degrees: Double) -> Int32 {
    var units = Int32((degrees * unitsPerDegree).rounded(.up)) + 2
    while self.degrees(units) > degrees { units -= 1 }
    return units
  }
}
