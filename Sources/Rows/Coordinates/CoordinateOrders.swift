import Domain

/// The order of two numbers according to their values; it is the same in a whole column or pair of columns.
struct CoordinateOrders {
  private var fittingCount = 0
  private var latitudeFirstCount = 0
  private var longitudeFirstCount = 0

  mutating func add(_ first: Double, _ second: Double) {
    let isLatitudeFirst = PairOrder.latitudeFirst.isCoordinate(first, second)
    let isLongitudeFirst = PairOrder.longitudeFirst.isCoordinate(first, second)
    if isLatitudeFirst || isLongitudeFirst { fittingCount += 1 }
    if isLatitudeFirst && !isLongitudeFirst { latitudeFirstCount += 1 }
    if isLongitudeFirst && !isLatitudeFirst { longitudeFirstCount += 1 }
  }

  /// The only order that explains the values; `nil` if no pair is valid in one order alone, or pairs contradict each
  /// other.
  var unanimous: PairOrder? {
    guard (latitudeFirstCount == 0) != (longitudeFirstCount == 0) else { return nil }
    return latitudeFirstCount > 0 ? .latitudeFirst : .longitudeFirst
  }

  /// The order that may overrule the names of columns; `nil` if the values don't decide it.
  ///
  /// Over 10 % of the pairs must be valid in this order alone, and none in the other order alone.
  var decided: PairOrder? {
    (latitudeFirstCount + longitudeFirstCount) * 10 > fittingCount ? unanimous : nil
  }
}
