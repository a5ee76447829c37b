import Domain
import Foundation

/// An area to ask Overpass for: a rectangle of degrees, which may cross the antimeridian.
struct OSMArea: Sendable, Hashable {
  /// Degrees north.
  private(set) var south, north: Double
  /// Degrees east, from -180 to below 180.
  private(set) var west: Double
  /// Degrees from the western to the eastern edge, 0...360.
  private(set) var width: Double

  /// A metre in degrees of latitude, rounded up.
  private static let degreesPerMeter = 1 / 111_190.0
  /// Degrees beyond every edge, so that rounding loses no place: 11 cm.
  private static let slack = 1e-6
  /// The largest area that is asked for at once, in square degrees: up to there the server looks by place first.
  private static let maximumSquareDegrees = 1.0
  /// The size of an area near a pole that is asked for at once, in square degrees at the equator: it has many
  /// meridians.
  private static let polarSquareDegrees = 0.25
  /// The shortest longer side of an area that is halved, in metres; of a smaller one the surroundings are most of the
  /// work.
  private static let minimumSplitMeters = 2_500.0
  /// The largest number of parts that a query may need.
  private static let maximumParts = 64

  /// The parts of the area of a query, none of them too large to be asked for.
  ///
  /// - Throws: `.unsupported` when the area is missing or too large.
  static func parts(of query: PlaceQuery) throws(PlaceSearchError) -> [OSMArea] {
    let area: OSMArea
    switch query.area {
    case .circle(let center, let radius):
      guard radius.distance <= Service.osm.maximumRadius else {
        throw .unsupported(.radiusTooLarge(maximum: Service.osm.maximumRadius))
      }
      area = OSMArea(around: center, meters: radius.meters)
    case .box(let box, _): area = OSMArea(box)
    case .anywhere: throw .unsupported(.categoryWithoutArea)
    }
    let parts = area.parts
    guard parts.count <= maximumParts else { throw .unsupported(.areaTooLarge(.osm, isText: false)) }
    // Without a category the server walks through every name of the area.
    guard parts.count == 1 || !query.categories.isEmpty else { throw .unsupported(.areaTooLarge(.osm, isText: true)) }
    return parts
  }

  /// The area of a fetch, with what is around it.
  ///
  /// - Throws: `.unsupported` when it is everywhere.
  init(fetching area: SearchArea, margin: Double) throws(PlaceSearchError) {
    switch area {
    case .circle(let center, let radius): self.init(around: center, meters: radius.meters + margin)
    case .box(let box, _): self = OSMArea(box).grown(byMeters: margin)
    case .anywhere: throw .unsupported(.categoryWithoutArea)
    }
  }

  init(_ box: BoundingBox) {
    south = box.south
    north = box.north
    west = box.west
    width = box.east - box.west + (box.crossesAntimeridian ? 360 : 0)
    self = grown(byDegrees: Self.slack)
  }

  init(around center: Coordinate, meters: Double) {
    south = center.latitude
    north = center.latitude
    west = center.longitude
    width = 0
    self = grown(byMeters: meters).grown(byDegrees: Self.slack)
  }

  private init(south: Double, north: Double, west: Double, width: Double) {
    self.south = max(south, -90)
    self.north = min(north, 90)
    self.width = min(width, 360)
    self.west = width >= 360 ? -180 : west - 360 * ((west + 180) / 360).rounded(.down)
  }

  private func grown(byDegrees degrees: Double) -> OSMArea {
    OSMArea(south: south - degrees, north: north + degrees, west: west - degrees, width: width + 2 * degrees)
  }

  /// The area with everything within a distance of it.
  func grown(byMeters meters: Double) -> OSMArea {
    let degrees = meters * Self.degreesPerMeter
    // The circle around a point reaches its farthest meridian beyond the point's own parallel.
    let farthest = max(abs(south), abs(north))
    let sine = sin(min(90, degrees) * .pi / 180) / max(1e-9, cos(farthest * .pi / 180))
    let sideways = farthest + degrees >= 90 || sine >= 1 ? 180 : asin(sine) * 180 / .pi
    return OSMArea(south: south - degrees, north: north + degrees, west: west - sideways, width: width + 2 * sideways)
  }

  /// A point in the middle.
  var middle: (latitude: Double, longitude: Double) {
    let longitude = west + width / 2
    return ((south + north) / 2, longitude > 180 ? longitude - 360 : longitude)
  }

  /// The two halves of the area along its longer side; `nil` when it is too small.
  var halves: [OSMArea]? { halves(downTo: Self.minimumSplitMeters) }

  /// The two halves of the area along its longer side; `nil` when that is shorter than so many metres.
  func halves(downTo minimum: Double) -> [OSMArea]? {
    let scale = cos((south + north) / 2 * .pi / 180)
    let sides = (height: north - south, width: width * scale)
    guard max(sides.height, sides.width) >= minimum * Self.degreesPerMeter else { return nil }
    if sides.height >= sides.width {
      let middle = (south + north) / 2
      return [
        OSMArea(south: south, north: middle, west: west, width: width),
        OSMArea(south: middle, north: north, west: west, width: width),
      ]
    }
    return [
      OSMArea(south: south, north: north, west: west, width: width / 2),
      OSMArea(south: south, north: north, west: west + width / 2, width: width / 2),
    ]
  }

  private var parts: [OSMArea] { parts(upTo: Self.maximumParts) }

  /// The parts of the area, none of them larger than is asked for at once; more than `limit` when it takes more.
  func parts(upTo limit: Int) -> [OSMArea] {
    var parts = [self]
    while parts.count <= limit {
      let smaller = parts.flatMap { $0.isLarge ? $0.halves ?? [$0] : [$0] }
      guard smaller.count > parts.count else { break }
      parts = smaller
    }
    return parts
  }

  /// Whether the server would not look by place first.
  private var isLarge: Bool {
    let size = width * (north - south)
    return size > Self.maximumSquareDegrees
      && size * cos((south + north) / 2 * .pi / 180) > Self.polarSquareDegrees
  }

  /// South, west, north and east, as Overpass writes them; west is greater than east across the antimeridian.
  var text: String {
    let east = west + width
    return [south, west, north, width >= 360 ? 180 : east > 180 ? east - 360 : east].map(Self.degrees).joined(
      separator: ","
    )
  }

  /// Degrees with seven decimals and never an exponent.
  static func degrees(_ value: Double) -> String {
    String(format: "%.7f", locale: Locale(identifier: "en_US_POSIX"), value)
  }
}
