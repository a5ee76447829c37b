import Domain
import Foundation

/// Divides an area into rectangles that Overpass accepts.
///
/// They may cross the antimeridian.
enum OverpassTiles {
  /// Degrees added to every edge, so that rounding loses no place: 11 cm.
  private static let slack = 1e-6
  /// The maximum number of tiles per query.
  private static let maximumCount = 64

  /// Returns the tiles of a query's area, each small enough for one request.
  ///
  /// - Throws: `.unsupported` if the area is missing or too large.
  static func tiles(of query: PlaceQuery) throws(PlaceSearchError) -> [BoundingBox] {
    if let radius = query.area.radius, radius.distance > Service.osm.maximumRadius {
      throw .unsupported(.radiusTooLarge(maximum: Service.osm.maximumRadius))
    }
    let tiles =
      query.area.isShape
      ? parts(of: query.area, upTo: maximumCount) : try box(around: query.area).tiles(upTo: maximumCount)
    guard tiles.count <= maximumCount else { throw .unsupported(.areaTooLarge(.osm, isText: false)) }
    // Without a category, the server scans every name in the area.
    guard tiles.count == 1 || !query.categories.isEmpty else { throw .unsupported(.areaTooLarge(.osm, isText: true)) }
    return tiles
  }

  /// The area above which a part of a shape is divided along the shape, in square metres: a town.
  private static let cutSquareMeters = 100_000_000.0
  /// The maximum number of parts for which dividing saves time.
  ///
  /// More requests cost more than the area they exclude.
  private static let usualCount = 32

  /// Rectangles that cover a shape and a margin around it, each small enough for one request.
  static func parts(of area: SearchArea, margin: Double = 0, upTo limit: Int) -> [BoundingBox] {
    let cover = ShapeCover(area, margin: margin)
    var left = cover.whole.flatMap { $0.tiles(upTo: limit) }.compactMap(cover.trimmed)
    var parts: [BoundingBox] = []
    // The largest first, because dividing it excludes the most.
    while !left.isEmpty {
      left.sort { $0.squareMeters < $1.squareMeters }
      let part = left.removeLast()
      let isWorth = part.squareMeters > cutSquareMeters && parts.count + left.count + 2 <= usualCount
      if isWorth, !cover.isFull(part) { left += cover.halves(of: part) } else { parts.append(part) }
    }
    return parts.map { $0.grown(byMeters: margin).grown(byDegrees: slack) }
  }

  /// Returns the rectangle that encloses an area and a margin around it.
  ///
  /// - Throws: `.unsupported` if the area is everywhere.
  static func box(around area: SearchArea, margin: Double = 0) throws(PlaceSearchError) -> BoundingBox {
    guard let box = area.box(grownByMeters: margin) else { throw .unsupported(.categoryWithoutArea) }
    return box.grown(byDegrees: slack)
  }
}

extension BoundingBox {
  /// The maximum area of one request in square degrees.
  ///
  /// Up to this size, the server searches by location first.
  private static let maximumSquareDegrees = 1.0
  /// The maximum area of one request near a pole, in square degrees at the equator; such an area has many meridians.
  private static let polarSquareDegrees = 0.25
  /// Returns the two halves of the area along its longer side; `nil` if that side is shorter than `minimum` metres.
  func halves(downTo minimum: Double) -> [BoundingBox]? {
    let scale = cos((south + north) / 2 * .pi / 180)
    let sides = (height: height, width: width * scale)
    guard max(sides.height, sides.width) >= minimum * Self.degreesPerMeter else { return nil }
    if sides.height >= sides.width {
      let middle = (south + north) / 2
      return [
        BoundingBox(validWest: west, south: south, east: east, north: middle),
        BoundingBox(validWest: west, south: middle, east: east, north: north),
      ]
    }
    return [
      BoundingBox(west: west, south: south, width: width / 2, north: north),
      BoundingBox(west: west + width / 2, south: south, width: width / 2, north: north),
    ]
  }

  /// Returns the tiles of the area, each small enough for one request; stops soon after `limit` is exceeded.
  func tiles(upTo limit: Int) -> [BoundingBox] {
    var tiles = [self]
    while tiles.count <= limit {
      let smaller = tiles.flatMap { $0.isLarge ? $0.halves(downTo: 0) ?? [$0] : [$0] }
      guard smaller.count > tiles.count else { break }
      tiles = smaller
    }
    return tiles
  }

  /// Whether the server wouldn't search by location first.
  private var isLarge: Bool {
    let size = width * height
    return size > Self.maximumSquareDegrees
      && size * cos((south + north) / 2 * .pi / 180) > Self.polarSquareDegrees
  }

  /// South, west, north and east in Overpass notation.
  ///
  /// West is greater than east across the antimeridian.
  var overpassText: String {
    [south, west, north, east].map(OverpassQuery.degrees).joined(separator: ",")
  }
}
