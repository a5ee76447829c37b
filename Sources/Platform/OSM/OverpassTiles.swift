import Domain
import Foundation

/// Cuts the area of a query or a fetch into rectangles that Overpass can be asked for; they may cross the antimeridian.
enum OverpassTiles {
  /// Degrees beyond every edge, so that rounding loses no place: 11 cm.
  private static let slack = 1e-6
  /// The largest number of tiles that a query may need.
  private static let maximumCount = 64

  /// The tiles of the area of a query, none of them too large to be asked for.
  ///
  /// - Throws: `.unsupported` when the area is missing or too large.
  static func tiles(of query: PlaceQuery) throws(PlaceSearchError) -> [BoundingBox] {
    if let radius = query.area.radius, radius.distance > Service.osm.maximumRadius {
      throw .unsupported(.radiusTooLarge(maximum: Service.osm.maximumRadius))
    }
    let tiles =
      query.area.isShape
      ? parts(of: query.area, upTo: maximumCount) : try box(around: query.area).tiles(upTo: maximumCount)
    guard tiles.count <= maximumCount else { throw .unsupported(.areaTooLarge(.osm, isText: false)) }
    // Without a category the server walks through every name of the area.
    guard tiles.count == 1 || !query.categories.isEmpty else { throw .unsupported(.areaTooLarge(.osm, isText: true)) }
    return tiles
  }

  /// The size of a part of a shape above which it is cut along the shape, in square metres: a town.
  private static let cutSquareMeters = 100_000_000.0
  /// The most parts of a shape that are cut so far that the server looks through less around it; more take more time
  /// than they save.
  private static let usualCount = 32

  /// Rectangles that hold a shape and everything within a margin of it, none of them too large to be asked for.
  static func parts(of area: SearchArea, margin: Double = 0, upTo limit: Int) -> [BoundingBox] {
    let cover = ShapeCover(area, margin: margin)
    var left = cover.whole.flatMap { $0.tiles(upTo: limit) }.compactMap(cover.trimmed)
    var parts: [BoundingBox] = []
    // The largest first: that is where most is left out.
    while !left.isEmpty {
      left.sort { $0.squareMeters < $1.squareMeters }
      let part = left.removeLast()
      let isWorth = part.squareMeters > cutSquareMeters && parts.count + left.count + 2 <= usualCount
      if isWorth, !cover.isFull(part) { left += cover.halves(of: part) } else { parts.append(part) }
    }
    return parts.map { $0.grown(byMeters: margin).grown(byDegrees: slack) }
  }

  /// The rectangle that holds an area and everything within a margin of it.
  ///
  /// - Throws: `.unsupported` when it is everywhere.
  static func box(around area: SearchArea, margin: Double = 0) throws(PlaceSearchError) -> BoundingBox {
    guard let box = area.box(grownByMeters: margin) else { throw .unsupported(.categoryWithoutArea) }
    return box.grown(byDegrees: slack)
  }
}

extension BoundingBox {
  /// The largest area that is asked for at once, in square degrees: up to there the server looks by place first.
  private static let maximumSquareDegrees = 1.0
  /// The size of an area near a pole that is asked for at once, in square degrees at the equator: it has many
  /// meridians.
  private static let polarSquareDegrees = 0.25
  /// The shortest longer side of an area that is halved, in metres; of a smaller one the surroundings are most of the
  /// work.
  private static let minimumSplitMeters = 2_500.0

  /// The two halves of the area along its longer side; `nil` when it is too small.
  var halves: [BoundingBox]? { halves(downTo: Self.minimumSplitMeters) }

  /// The two halves of the area along its longer side; `nil` when that is shorter than so many metres.
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

  /// The tiles of the area, none of them larger than is asked for at once; more than `limit` when it takes more.
  func tiles(upTo limit: Int) -> [BoundingBox] {
    var tiles = [self]
    while tiles.count <= limit {
      let smaller = tiles.flatMap { $0.isLarge ? $0.halves ?? [$0] : [$0] }
      guard smaller.count > tiles.count else { break }
      tiles = smaller
    }
    return tiles
  }

  /// Whether the server would not look by place first.
  private var isLarge: Bool {
    let size = width * height
    return size > Self.maximumSquareDegrees
      && size * cos((south + north) / 2 * .pi / 180) > Self.polarSquareDegrees
  }

  /// South, west, north and east, as Overpass writes them; west is greater than east across the antimeridian.
  var overpassText: String {
    [south, west, north, east].map(OverpassQuery.degrees).joined(separator: ",")
  }
}
