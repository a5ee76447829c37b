#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Distances from one point along great circles of a sphere.
///
/// This is what "exact" means of an index: the haversine in double precision, each step in the order of textbooks
/// (Sinnott, "Virtues of the Haversine", 1984), so that a plain re-computation elsewhere gives the same bits. What a
/// query computes for each place is inlined into the modules that use it.
package struct GreatCircle: Sendable, Hashable {
  /// Mean radius of the Earth in metres (IUGG).
  @inlinable package static var earthRadiusMeters: Double { 6_371_008.8 }
  @inlinable package static var radiansPerDegree: Double { Double.pi / 180 }

  @usableFromInline let latitudeRadians: Double
  @usableFromInline let latitudeCosine: Double
  @usableFromInline let longitudeDegrees: Double

  @inlinable package init(fromLatitude latitude: Double, longitude: Double) {
    latitudeRadians = latitude * Self.radiansPerDegree
    latitudeCosine = cos(latitudeRadians)
    longitudeDegrees = longitude
  }

  @inlinable package init(from point: Coordinate) {
    self.init(fromLatitude: point.latitude, longitude: point.longitude)
  }

  /// Metres to a point in degrees, 0...20 015 115.
  @inlinable package func meters(toLatitude latitude: Double, longitude: Double) -> Double {
    let radians = latitude * Self.radiansPerDegree
    let northing = sin((radians - latitudeRadians) / 2)
    let easting = sin((longitude - longitudeDegrees) * Self.radiansPerDegree / 2)
    let haversine = northing * northing + latitudeCosine * cos(radians) * (easting * easting)
    return 2 * Self.earthRadiusMeters * asin(min(1, haversine.squareRoot()))
  }

  /// Metres to a point.
  @inlinable package func meters(to point: Coordinate) -> Double {
    meters(toLatitude: point.latitude, longitude: point.longitude)
  }
}

extension GreatCircle {
  /// Metres to the nearest point of a rectangle; 0 when the point lies in it.
  ///
  /// On each parallel that point lies on the nearer of the two meridians, and along a meridian the cosine of the
  /// distance is a sine curve: its peak is the nearest point if it lies between the parallels, and else a corner is.
  package func nearestMeters(in box: BoundingBox) -> Double {
    let turn = box.turn(to: longitudeDegrees) * Self.radiansPerDegree
    let south = box.south * Self.radiansPerDegree
    let north = box.north * Self.radiansPerDegree
    if turn == 0 {
      return Self.earthRadiusMeters * max(0, south - latitudeRadians, latitudeRadians - north)
    }
    let peak = atan2(sin(latitudeRadians), latitudeCosine * cos(turn))
    if peak >= south, peak <= north { return meters(toRadians: peak, turn: turn) }
    return min(meters(toRadians: south, turn: turn), meters(toRadians: north, turn: turn))
  }

  /// Metres to the farthest point of a rectangle.
  package func farthestMeters(in box: BoundingBox) -> Double {
    let turn = box.farthestTurn(to: longitudeDegrees) * Self.radiansPerDegree
    let south = box.south * Self.radiansPerDegree
    let north = box.north * Self.radiansPerDegree
    let trough = atan2(-sin(latitudeRadians), -latitudeCosine * cos(turn))
    if trough >= south, trough <= north { return meters(toRadians: trough, turn: turn) }
    return max(meters(toRadians: south, turn: turn), meters(toRadians: north, turn: turn))
  }

  /// Metres to a latitude on the meridian that lies so far to either side, both in radians.
  private func meters(toRadians latitude: Double, turn: Double) -> Double {
    let northing = sin((latitude - latitudeRadians) / 2)
    let easting = sin(turn / 2)
    let haversine = northing * northing + latitudeCosine * max(0, cos(latitude)) * (easting * easting)
    return 2 * Self.earthRadiusMeters * asin(min(1, haversine.squareRoot()))
  }
}
