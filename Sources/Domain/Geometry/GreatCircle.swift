#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Great-circle distances from one point on a sphere.
///
/// This is the exact distance of an index: the haversine in double precision, with the steps in textbook order
/// (Sinnott, "Virtues of the Haversine", 1984), so that other implementations get the same bits. The functions called
/// for each place are inlined into other modules.
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
  /// Metres to the nearest point of a rectangle; 0 if the rectangle contains the centre.
  ///
  /// The nearest point is on the nearer of the two meridians. Along a meridian the cosine of the distance is a sine
  /// curve: the nearest point is its peak if that is between the parallels, otherwise a corner.
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

  /// Metres to a point at a latitude whose meridian is `turn` away, both in radians.
  private func meters(toRadians latitude: Double, turn: Double) -> Double {
    let northing = sin((latitude - latitudeRadians) / 2)
    let easting = sin(turn / 2)
    let haversine = northing * northing + latitudeCosine * max(0, cos(latitude)) * (easting * easting)
    return 2 * Self.earthRadiusMeters * asin(min(1, haversine.squareRoot()))
  }
}
