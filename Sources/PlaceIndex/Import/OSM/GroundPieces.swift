import Domain
import Rows
import Tables

/// Cuts lines and areas at the edges of tiles.
enum GroundPieces {
  /// The largest distance of a dropped point from the simplified line, in metres.
  static let toleranceMeters = 1.0

  /// Returns the pieces of an element, simplified; points outside the globe are left out.
  static func pieces(
    of kind: Ground.Kind,
    name: [UInt8],
    points: [ElementPoint],
    isHole: Bool = false
  ) -> [GroundCollector.Piece] {
    var pieces: [GroundCollector.Piece] = []
    append(kind, name: name, points: points, isHole: isHole, to: &pieces)
    return pieces
  }

  /// Appends the pieces of an element, simplified; points outside the globe are left out.
  static func append(
    _ kind: Ground.Kind,
    name: [UInt8],
    points: [ElementPoint],
    isHole: Bool = false,
    to pieces: inout [GroundCollector.Piece]
  ) {
    if kind == .coastline, points.contains(where: { !$0.isOnGlobe }) {
      // The sea doesn't end at a line across missing points.
      for part in points.split(whereSeparator: { !$0.isOnGlobe }) {
        append(kind, name: name, points: Array(part), to: &pieces)
      }
      return
    }
    var path: [Ground.Point] = []
    path.reserveCapacity(points.count + 1)
    for point in points where point.isOnGlobe {
      let rounded = Ground.Point(point)
      if path.last != rounded { path.append(rounded) }
    }
    guard path.count > 1 else { return }
    if kind.isArea, path[0] != path[path.count - 1] { path.append(path[0]) }
    Simplification.simplify(&path, toleranceMeters: toleranceMeters)
    // The name of an island may be on a part of its coastline only.
    let name = kind == .coastline ? [] : name
    func add(_ tile: GroundTile, _ points: [Ground.Point]) {
      pieces.append(GroundCollector.Piece(kind, name: name, points: isHole ? points.reversed() : points, in: tile))
    }
    if !kind.isArea, path.count > 1, let tile = tile(around: path) { return add(tile, path) }
    for part in parts(of: path, isArea: kind.isArea) {
      for (tile, points) in kind.isArea ? areas(in: part) : lines(in: part) { add(tile, points) }
    }
  }

  /// Returns the only tile that contains all points; `nil` if there is none, or if a point is on its edge.
  private static func tile(around points: [Ground.Point]) -> GroundTile? {
    let tile = GroundTile(of: points[0])
    let latitudes = tile.south + 1..<tile.south + GroundTile.side
    let longitudes = tile.west + 1..<tile.west + GroundTile.side
    let isInside = points.allSatisfy { latitudes.contains($0.latitude) && longitudes.contains($0.longitude) }
    return isInside ? tile : nil
  }

  /// Splits a path at the antimeridian.
  private static func parts(of path: [Ground.Point], isArea: Bool) -> [[Ground.Point]] {
    let circle = 360 * Int32(Ground.Point.unitsPerDegree)
    func isCrossed(_ start: Ground.Point, _ end: Ground.Point) -> Bool {
      abs(start.longitude - end.longitude) > circle / 2
    }
    guard zip(path, path.dropFirst()).contains(where: isCrossed) else { return [path] }
    // Longitudes without a jump, which may be beyond 180 degrees.
    var turned = 0 as Int32
    var whole = [path[0]]
    for (last, point) in zip(path, path.dropFirst()) {
      if isCrossed(last, point) { turned += last.longitude > point.longitude ? circle : -circle }
      whole.append(Ground.Point(latitude: point.latitude, longitude: point.longitude + turned))
    }
    return [-circle, 0, circle].flatMap { turn in
      let shifted = whole.map { Ground.Point(latitude: $0.latitude, longitude: $0.longitude - turn) }
      // The first and last points differ for a ring around a pole.
      guard isArea else { return lines(shifted, within: circle / 2) }
      guard shifted.first == shifted.last else { return [] }
      let part = clipped(Array(shifted.dropLast()), from: -circle / 2, width: circle) {
        ($0.longitude, $0.latitude)
      } _: {
        Ground.Point(latitude: $1, longitude: $0)
      }
      return part.first.map { [part + [$0]] } ?? []
    }
  }

  /// Returns the parts of a line between two meridians, which are as far east and west.
  private static func lines(_ points: [Ground.Point], within limit: Int32) -> [[Ground.Point]] {
    var lines: [[Ground.Point]] = [[]]
    func edge(_ start: Ground.Point, _ end: Ground.Point) -> Ground.Point {
      let longitude = max(start.longitude, end.longitude) > limit ? limit : -limit
      let part = Double(longitude - start.longitude) / Double(end.longitude - start.longitude)
      let rise = (Double(end.latitude - start.latitude) * part).rounded()
      return Ground.Point(latitude: start.latitude + Int32(rise), longitude: longitude)
    }
    for (index, point) in points.enumerated() {
      let isInside = abs(point.longitude) <= limit
      let last = index > 0 ? points[index - 1] : point
      let wasInside = abs(last.longitude) <= limit
      if isInside != wasInside {
        if isInside { lines.append([]) }
        lines[lines.count - 1].append(edge(last, point))
      }
      if isInside { lines[lines.count - 1].append(point) }
    }
    return lines
  }

  /// Cuts a line.
  static func lines(in points: [Ground.Point]) -> [(GroundTile, [Ground.Point])] {
    var pieces: [(tile: GroundTile, points: [Ground.Point])] = []
    func append(_ start: Ground.Point, _ end: Ground.Point, in tile: GroundTile) {
      guard start != end else { return }
      if let last = pieces.last, last.tile == tile, last.points.last == start {
        pieces[pieces.count - 1].points.append(end)
      } else {
        pieces.append((tile, [start, end]))
      }
    }
    for (first, end) in zip(points, points.dropFirst()) {
      var start = first
      while true {
        let tile = tile(of: start, towards: end)
        guard !tile.contains(end) else {
          append(start, end, in: tile)
          break
        }
        let exit = exit(from: tile, start, end)
        append(start, exit, in: tile)
        start = exit
      }
    }
    return pieces
  }

  /// Returns the tile in which a segment begins.
  private static func tile(of start: Ground.Point, towards end: Ground.Point) -> GroundTile {
    func number(_ start: Int32, _ end: Int32) -> Int16 {
      GroundTile.number(start) - (start % GroundTile.side == 0 && end < start ? 1 : 0)
    }
    return GroundTile(row: number(start.latitude, end.latitude), column: number(start.longitude, end.longitude))
  }

  /// Returns the point where a segment leaves a tile.
  private static func exit(from tile: GroundTile, _ start: Ground.Point, _ end: Ground.Point) -> Ground.Point {
    func share(from start: Int32, to end: Int32, low: Int32) -> (part: Double, edge: Int32) {
      let edge = end > start ? low + GroundTile.side : low
      guard end > low + GroundTile.side || end < low else { return (.infinity, edge) }
      return (Double(edge - start) / Double(end - start), edge)
    }
    func between(_ start: Int32, _ end: Int32, at part: Double) -> Int32 {
      start + Int32((Double(end - start) * part).rounded())
    }
    let north = share(from: start.latitude, to: end.latitude, low: tile.south)
    let east = share(from: start.longitude, to: end.longitude, low: tile.west)
    if north.part < east.part {
      return Ground.Point(latitude: north.edge, longitude: between(start.longitude, end.longitude, at: north.part))
    }
    return Ground.Point(latitude: between(start.latitude, end.latitude, at: east.part), longitude: east.edge)
  }

  /// Cuts a closed ring, first into rows of tiles.
  ///
  /// The pieces run counterclockwise and aren't closed. Source: I. Sutherland and G. Hodgman, "Reentrant polygon
  /// clipping" (1974).
  static func areas(in ring: [Ground.Point]) -> [(GroundTile, [Ground.Point])] {
    guard ring.count > 3 else { return [] }
    var ring = Array(ring.dropLast())
    let doubled = ring.indices.reduce(Int64(0)) { sum, number in
      let next = ring[(number + 1) % ring.count]
      return sum + Int64(ring[number].longitude) * Int64(next.latitude)
        - Int64(next.longitude) * Int64(ring[number].latitude)
    }
    if doubled < 0 { ring.reverse() }
    if let tile = tile(around: ring) { return isWide(ring) ? [(tile, ring)] : [] }
    var pieces: [(GroundTile, [Ground.Point])] = []
    for row in numbers(of: ring.map(\.latitude)) {
      let south = Int32(row) * GroundTile.side
      let band = clipped(ring, from: south) {
        ($0.latitude, $0.longitude)
      } _: {
        Ground.Point(latitude: $0, longitude: $1)
      }
      for column in numbers(of: band.map(\.longitude)) {
        let west = Int32(column) * GroundTile.side
        let piece = clipped(band, from: west) {
          ($0.longitude, $0.latitude)
        } _: {
          Ground.Point(latitude: $1, longitude: $0)
        }
        if isWide(piece) { pieces.append((GroundTile(row: row, column: column), piece)) }
      }
    }
    return pieces
  }

  /// Returns whether a ring has three distinct points.
  private static func isWide(_ ring: [Ground.Point]) -> Bool {
    guard let second = ring.first(where: { $0 != ring[0] }) else { return false }
    return ring.contains { $0 != ring[0] && $0 != second }
  }

  /// Returns the rows or columns of tiles between the extremes of some numbers.
  private static func numbers(of values: [Int32]) -> [Int16] {
    guard let low = values.min(), let high = values.max() else { return [] }
    return Array(GroundTile.number(low)...GroundTile.number(high))
  }

  /// Clips a ring to the band that begins at an edge, in one of the two directions; by default to a band of tiles.
  private static func clipped(
    _ ring: [Ground.Point],
    from low: Int32,
    width: Int32 = GroundTile.side,
    _ parts: (Ground.Point) -> (across: Int32, along: Int32),
    _ point: (Int32, Int32) -> Ground.Point
  ) -> [Ground.Point] {
    func clip(_ ring: [Ground.Point], at edge: Int32, _ isInside: (Int32) -> Bool) -> [Ground.Point] {
      guard ring.contains(where: { !isInside(parts($0).across) }) else { return ring }
      var distinct: [Ground.Point] = []
      func append(_ point: Ground.Point) { if distinct.last != point { distinct.append(point) } }
      for index in ring.indices {
        let end = parts(ring[index])
        let start = parts(ring[(index + ring.count - 1) % ring.count])
        if isInside(start.across) != isInside(end.across) {
          let part = Double(edge - start.across) / Double(end.across - start.across)
          append(point(edge, start.along + Int32((Double(end.along - start.along) * part).rounded())))
        }
        if isInside(end.across) { append(ring[index]) }
      }
      if distinct.count > 1, distinct.first == distinct.last { distinct.removeLast() }
      return distinct
    }
    return clip(clip(ring, at: low) { $0 >= low }, at: low + width) { $0 <= low + width }
  }
}

extension Ground.Point {
  /// Rounds a coordinate of an element.
  fileprivate init(_ point: ElementPoint) {
    func rounded(_ units: Int32) -> Int32 { (units + (units < 0 ? -50 : 50)) / 100 }
    self.init(latitude: rounded(point.latitude), longitude: rounded(point.longitude))
  }
}
