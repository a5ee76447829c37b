public import Domain
import Tables

extension PlaceIndex {
  /// Returns the streets, rails, water and parks in a rectangle.
  ///
  /// The sea is known where the coastlines close: only in a part of the rectangle if an input declares a smaller area,
  /// or if a coastline ends in the rectangle.
  ///
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - isMainOnly: Whether to leave out minor streets.
  /// - Returns: The ground; empty if the index has none there.
  /// - Throws: `IndexFileError.damaged(path:part:)` if the file is damaged.
  /// - Complexity: O(m) for the m features of the tiles that touch the rectangle or are next to it.
  public func ground(in box: BoundingBox, isMainOnly: Bool = false) throws(IndexFileError) -> Ground {
    try content.whileUnchanged(path) { () throws(IndexHeader.FormatError) in
      var features: [Ground.Feature] = []
      var known: Set<Ground.Feature> = []
      var notices: [String?] = []
      var coasts: [Coast] = []
      for file in content.files {
        for segment in file.header.segments where !segment[.ground].isEmpty {
          let section = try GroundSection(file.bytes.view.part(segment[.ground]), checker: file.checker)
          let count = features.count
          var coast = Coast(section: section)
          for box in box.groundBoxes {
            for entry in try section.entries(from: box.firstTile, to: box.lastTile) {
              try section.forEachFeature(of: entry, isMainOnly: isMainOnly) { feature in
                if feature.kind == .coastline { return coast.lines.append(feature.points) }
                guard !isMainOnly || feature.kind.isMain, feature.touches(box) else { return }
                // Extracts that overlap have the same features.
                if known.insert(feature).inserted { features.append(feature) }
              }
            }
          }
          let description = IndexDescription(encoded: file.bytes.view.part(segment[.description]))
          coast.areas = description?.inputs.flatMap(\.coverage) ?? []
          coasts.append(coast)
          guard features.count > count || !coast.lines.isEmpty else { continue }
          notices += description?.inputs.map(\.notice) ?? []
        }
      }
      var ground = Ground(features, attribution: IndexInput.joined(notices))
      for box in box.groundBoxes { try ground.addSea(of: coasts, in: box) }
      return ground.joined
    }
  }

  /// Whether any input has ground.
  public var hasGround: Bool { content.files.contains { !$0.header[.ground].isEmpty } }
}

/// The coastlines of an input in the tiles of a rectangle.
private struct Coast {
  let section: GroundSection
  var lines: [[Ground.Point]] = []
  /// The areas in which the input declares to be complete; empty if unknown.
  var areas: [SearchArea] = []

  /// Returns the part of a rectangle in which the coastlines may be complete.
  func known(in box: Ground.Box) -> Ground.Box? {
    guard !areas.isEmpty else { return box }
    let boxes = areas.compactMap(\.enclosingBox).filter { !$0.crossesAntimeridian }.flatMap(\.groundBoxes)
    guard let first = boxes.first else { return box }
    return boxes.dropFirst().reduce(first) { $0.union($1) }.intersection(box)
  }

  /// Returns the coastlines of the tiles of a rectangle and next to them.
  func linesAround(_ box: Ground.Box) throws(IndexHeader.FormatError) -> [[Ground.Point]] {
    let inner = (first: box.firstTile, last: box.lastTile)
    let first = GroundTile(row: inner.first.row &- 1, column: inner.first.column &- 1)
    let last = GroundTile(row: inner.last.row &+ 1, column: inner.last.column &+ 1)
    var around = lines
    for entry in try section.entries(from: first, to: last) {
      let isInner = inner.first.row...inner.last.row ~= entry.tile.row
      guard !isInner || !(inner.first.column...inner.last.column ~= entry.tile.column) else { continue }
      try section.forEachFeature(of: entry, isMainOnly: true) {
        if $0.kind == .coastline { around.append($0.points) }
      }
    }
    return around
  }
}

extension Ground {
  /// Adds the sea in a rectangle, and the coastlines if they close only in a part of it.
  fileprivate mutating func addSea(of coasts: [Coast], in box: Box) throws(IndexHeader.FormatError) {
    // The coastlines of neighbouring extracts may close only together.
    var known: Set<[Point]> = []
    let all = coasts.flatMap(\.lines).filter { known.insert($0).inserted }
    if coasts.count > 1, coasts.allSatisfy(\.areas.isEmpty), let found = closing(all, in: box), !found.sea.rings.isEmpty
    {
      return add(found, of: all, in: box)
    }
    for coast in coasts {
      let known = coast.known(in: box)
      let found = known.flatMap { closing(coast.lines, in: $0) }
      add(found, of: coast.lines, in: box)
      guard let known, let found, found.part == known, found.sea.rings.isEmpty else { continue }
      // Without a coastline in the rectangle, those around it tell whether its middle is in the sea.
      guard let wide = coast.known(in: box.withTilesAround),
        Sea(try coast.linesAround(box), in: wide)?.contains(known.middle) == true
      else { continue }
      sea.append(known.ring)
    }
  }

  /// Adds the sea of a part of a rectangle, and the coastlines for the rest.
  private mutating func add(_ found: (sea: Sea, part: Box)?, of lines: [[Point]], in box: Box) {
    if found?.part != box { features += lines.map { Feature(.coastline, name: nil, points: $0) } }
    sea += found?.sea.rings ?? []
  }

  /// The maximum number of points of roads that are compared with the sea.
  private static let testCount = 1_000

  /// Returns the sea in a large part of a rectangle, or else of its central half or quarter.
  ///
  /// A map that is wider than an extract has the sea where a smaller map has it.
  private func closing(_ lines: [[Point]], in box: Box) -> (sea: Sea, part: Box)? {
    if let found = plausible(Sea.closing(lines, in: box), in: box) { return found }
    var inner = box
    for _ in 0..<2 {
      inner = inner.central
      if let found = plausible(Sea.closing(lines, in: inner), in: box), !found.sea.rings.isEmpty { return found }
    }
    return nil
  }

  /// Returns the sea unless it covers more roads than piers and bridges have.
  private func plausible(_ found: (sea: Sea, part: Box)?, in box: Box) -> (sea: Sea, part: Box)? {
    guard let (sea, part) = found else { return nil }
    let roads = features.filter(\.kind.isRoad).flatMap(\.points).filter(part.contains)
    let tested = stride(from: 0, to: roads.count, by: roads.count / Self.testCount + 1).map { roads[$0] }
    // A lost coastline may begin outside of the part.
    let isPlausible = sea.count(of: tested) * (part == box ? 2 : 50) <= tested.count || tested.count < 10
    return isPlausible ? (sea, part) : nil
  }
}

extension BoundingBox {
  /// The rectangle in units of the ground, in two parts if it crosses the antimeridian.
  fileprivate var groundBoxes: [Ground.Box] {
    let spans: [(Double, Double)] = crossesAntimeridian ? [(west, 180), (-180, east)] : [(west, east)]
    func units(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int32 {
      Int32((degrees * Ground.Point.unitsPerDegree).rounded(rule))
    }
    return spans.map { west, east in
      Ground.Box(
        southWest: Ground.Point(latitude: units(south, .down), longitude: units(west, .down)),
        northEast: Ground.Point(latitude: units(north, .up), longitude: units(east, .up))
      )
    }
  }
}

extension Ground.Box {
  fileprivate var firstTile: GroundTile { GroundTile(of: southWest) }
  fileprivate var lastTile: GroundTile { GroundTile(of: northEast) }

  /// The rectangle of the tiles that touch the rectangle, and of those next to them, limited to the globe.
  fileprivate var withTilesAround: Self {
    let edge = Int32(180 * Ground.Point.unitsPerDegree)
    let side = GroundTile.side
    return Self(
      southWest: Ground.Point(latitude: firstTile.south - side, longitude: max(-edge, firstTile.west - side)),
      northEast: Ground.Point(latitude: lastTile.south + 2 * side, longitude: min(edge, lastTile.west + 2 * side))
    )
  }

  /// The rectangle around the same middle, half as wide and half as high.
  fileprivate var central: Self {
    let height = (northEast.latitude - southWest.latitude) / 4
    let width = (northEast.longitude - southWest.longitude) / 4
    return Self(
      southWest: Ground.Point(latitude: southWest.latitude + height, longitude: southWest.longitude + width),
      northEast: Ground.Point(latitude: northEast.latitude - height, longitude: northEast.longitude - width)
    )
  }

  fileprivate func union(_ other: Self) -> Self {
    Self(
      southWest: Ground.Point(
        latitude: min(southWest.latitude, other.southWest.latitude),
        longitude: min(southWest.longitude, other.southWest.longitude)
      ),
      northEast: Ground.Point(
        latitude: max(northEast.latitude, other.northEast.latitude),
        longitude: max(northEast.longitude, other.northEast.longitude)
      )
    )
  }
}

extension Ground.Feature {
  /// Returns whether the box around the feature touches a rectangle.
  fileprivate func touches(_ box: Ground.Box) -> Bool {
    func overlap(_ value: KeyPath<Ground.Point, Int32>) -> Bool {
      let values = points.lazy.map { $0[keyPath: value] }
      guard let low = values.min(), let high = values.max() else { return false }
      return low <= box.northEast[keyPath: value] && high >= box.southWest[keyPath: value]
    }
    return overlap(\.latitude) && overlap(\.longitude)
  }
}
