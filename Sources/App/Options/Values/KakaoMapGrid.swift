import Domain

/// The grid of the coordinates in addresses of Kakao's map: `urlX=506189&urlY=1110914`, which its interface calls WCONGNAMUL.
///
/// Two and a half times the metres of the central belt of Korea (GRS 80, origin 38° N 127° E, false origin 200,000 and
/// 500,000). Source: J. P. Snyder, "Map Projections: A Working Manual", 1987, (8-17) to (8-25); within Korea exact to
/// less than a millimetre. PlaceIndex, which App may not import, has a projection of its own that is exact everywhere.
enum KakaoMapGrid {
  private static let unitsPerMeter = 2.5
  private static let semiMajorAxis = 6_378_137.0
  /// The square of the eccentricity.
  private static let e2: Double = {
    let flattening = 1 / 298.257222101
    return flattening * (2 - flattening)
  }()

  /// The coordinate of a point of the grid; `nil` when it is far from Korea.
  static func coordinate(x: Double, y: Double) -> Coordinate? {
    let (east, north) = (x / unitsPerMeter - 200_000, y / unitsPerMeter - 500_000)
    guard abs(east) < 600_000, abs(north) < 1_000_000 else { return nil }
    let foot = footpointLatitude(meridianArc: meridianArc(to: 38 * .pi / 180) + north)
    let (sine, cosine, tangent) = (sin(foot), cos(foot), tan(foot))
    let second = e2 / (1 - e2)
    let (c, t) = (second * cosine * cosine, tangent * tangent)
    let w = 1 - e2 * sine * sine
    let normalRadius = semiMajorAxis / w.squareRoot()
    let meridianRadius = semiMajorAxis * (1 - e2) / (w * w.squareRoot())
    let d = east / normalRadius
    let (d2, d4) = (d * d, d * d * d * d)
    let fourth = (5 + 3 * t + 10 * c - 4 * c * c - 9 * second) / 24
    let sixth = (61 + 90 * t + 298 * c + 45 * t * t - 252 * second - 3 * c * c) / 720
    let latitude = foot - normalRadius * tangent / meridianRadius * (d2 / 2 - fourth * d4 + sixth * d4 * d2)
    let third = (1 + 2 * t + c) / 6
    let fifth = (5 - 2 * c + 28 * t - 3 * c * c + 8 * second + 24 * t * t) / 120
    let longitude = (d - third * d2 * d + fifth * d4 * d) / cosine
    return try? Coordinate(latitude: latitude * 180 / .pi, longitude: 127 + longitude * 180 / .pi)
  }

  /// The length of a meridian from the equator to a latitude, in metres.
  private static func meridianArc(to latitude: Double) -> Double {
    let (e4, e6) = (e2 * e2, e2 * e2 * e2)
    let first = (1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * latitude
    let second = (3 * e2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * sin(2 * latitude)
    let third = (15 * e4 / 256 + 45 * e6 / 1024) * sin(4 * latitude)
    return semiMajorAxis * (first - second + third - 35 * e6 / 3072 * sin(6 * latitude))
  }

  /// The latitude at the end of a meridian of some length, in radians.
  private static func footpointLatitude(meridianArc: Double) -> Double {
    let (e4, e6) = (e2 * e2, e2 * e2 * e2)
    let rectified = meridianArc / (semiMajorAxis * (1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256))
    let root = (1 - e2).squareRoot()
    let e1 = (1 - root) / (1 + root)
    let (e12, e13, e14) = (e1 * e1, e1 * e1 * e1, e1 * e1 * e1 * e1)
    let first = (3 * e1 / 2 - 27 * e13 / 32) * sin(2 * rectified)
    let second = (21 * e12 / 16 - 55 * e14 / 32) * sin(4 * rectified)
    let third = 151 * e13 / 96 * sin(6 * rectified)
    return rectified + first + second + third + 1097 * e14 / 512 * sin(8 * rectified)
  }
}
