#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension GreatCircle {
  /// The maximum number of bisections before an edge counts as near.
  private static let maximumHalvings = 48

  /// Returns whether any point of an edge is within a distance.
  ///
  /// The edge is straight in longitude and latitude.
  ///
  /// The values at both ends and the curvature give a lower bound of the haversine along the edge. An edge that is
  /// neither certainly near nor certainly far is bisected.
  func isNearer(than meters: Double, toEdgeFrom start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Bool {
    let sine = sin(min(.pi / 2, meters / (2 * Self.earthRadiusMeters)))
    let limit = sine * sine
    let width = abs(end.x - start.x) * Self.radiansPerDegree
    let height = abs(end.y - start.y) * Self.radiansPerDegree
    let curvature = 1.5 * height * height + height * width + width * width / 2
    func isNear(_ first: Double, firstValue: Double, last: Double, lastValue: Double, halvings: Int) -> Bool {
      if firstValue < limit || lastValue < limit { return true }
      let step = last - first
      if min(firstValue, lastValue) - curvature * step * step / 8 >= limit { return false }
      guard halvings < Self.maximumHalvings else { return true }
      let middle = (first + last) / 2
      let value = haversine(start, end, at: middle)
      return isNear(first, firstValue: firstValue, last: middle, lastValue: value, halvings: halvings + 1)
        || isNear(middle, firstValue: value, last: last, lastValue: lastValue, halvings: halvings + 1)
    }
    return isNear(
      0,
      firstValue: haversine(start, end, at: 0),
      last: 1,
      lastValue: haversine(start, end, at: 1),
      halvings: 0
    )
  }

  /// Returns the haversine of the distance to the point at a fraction of the edge.
  private func haversine(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double), at share: Double) -> Double {
    let latitude = (start.y + share * (end.y - start.y)) * Self.radiansPerDegree
    let longitude = start.x + share * (end.x - start.x)
    let northing = sin((latitude - latitudeRadians) / 2)
    let easting = sin((longitude - longitudeDegrees) * Self.radiansPerDegree / 2)
    return northing * northing + latitudeCosine * max(0, cos(latitude)) * (easting * easting)
  }
}
