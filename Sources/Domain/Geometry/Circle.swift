#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// All points on the sphere within a radius of a centre.
public struct Circle: Sendable, Hashable {
  public let center: Coordinate
  public let radius: SearchRadius

  public init(center: Coordinate, radius: SearchRadius) {
    self.center = center
    self.radius = radius
  }
}

extension Circle: AreaShape {
  package func contains(_ point: Coordinate) -> Bool { GreatCircle(from: center).meters(to: point) <= radius.meters }

  /// The largest rounding error of a distance, in metres.
  ///
  /// Near the antipode the haversine loses half of its digits.
  private var rounding: Double { radius.meters > 19_000_000 ? 1 : 0.001 }

  package func relation(to box: BoundingBox) -> BoxRelation {
    let circle = GreatCircle(from: center)
    guard circle.nearestMeters(in: box) <= radius.meters + rounding else { return .outside }
    return circle.farthestMeters(in: box) <= radius.meters - rounding ? .inside : .across
  }

  package func holds(_ circle: Circle) -> Bool {
    GreatCircle(from: center).meters(to: circle.center) + circle.radius.meters <= radius.meters
  }

  package var enclosingBox: BoundingBox? {
    let angle = radius.meters / GreatCircle.earthRadiusMeters
    let northing = angle / GreatCircle.radiansPerDegree
    let south = max(-90, center.latitude - northing)
    let north = min(90, center.latitude + northing)
    guard south > -90, north < 90 else { return BoundingBox(validWest: -180, south: south, east: 180, north: north) }
    let ratio = sin(angle) / cos(center.latitude * GreatCircle.radiansPerDegree)
    let easting = asin(min(1, ratio)) / GreatCircle.radiansPerDegree
    return BoundingBox(
      validWest: Self.wrapped(center.longitude - easting),
      south: south,
      east: Self.wrapped(center.longitude + easting),
      north: north
    )
  }

  private static func wrapped(_ longitude: Double) -> Double {
    longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
  }

  package func box(grownByMeters meters: Double) -> BoundingBox? {
    BoundingBox(west: center.longitude, south: center.latitude, width: 0, north: center.latitude)
      .grown(byMeters: radius.meters + meters)
  }

  package var squareMeters: Double {
    let square = GreatCircle.earthRadiusMeters * GreatCircle.earthRadiusMeters
    return 2 * .pi * square * (1 - cos(radius.meters / GreatCircle.earthRadiusMeters))
  }

  package func outline(steps: Int) -> [[Coordinate]] {
    let angle = radius.meters / GreatCircle.earthRadiusMeters
    let latitude = center.latitude * GreatCircle.radiansPerDegree
    let points = (0...steps).map { step in
      let bearing = 2 * .pi * Double(step) / Double(steps)
      let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
      let east = atan2(sin(bearing) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
      let longitude = Self.wrapped(center.longitude + east / GreatCircle.radiansPerDegree)
      return Coordinate(
        validLatitude: asin(min(1, max(-1, sine))) / GreatCircle.radiansPerDegree,
        longitude: longitude
      )
    }
    return [points]
  }
}
