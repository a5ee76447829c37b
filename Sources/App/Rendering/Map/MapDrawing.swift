import Domain

/// Draws places on a map in characters: rings or the rectangle of the query, numbered markers, a scale bar and north.
struct MapDrawing: Sendable {
  /// The characters to draw with.
  let glyphs: MapGlyphs
  /// The part of the earth to show.
  let viewport: MapViewport
  /// The area of the query.
  let area: SearchArea
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The positions of the places that are drawn; `nil` for all of them.
  var positions: [Int]?
  /// The position of the place that is selected.
  var selection: Int?

  /// Draws into a part of a screen.
  func draw(into grid: inout CellGrid, at rectangle: CellRectangle) {
    guard rectangle.width > 0, rectangle.height > 0 else { return }
    let projection = MapProjection(center: viewport.center)
    let clusters = clusters(projection, in: rectangle)
    drawArea(projection, around: clusters, into: &grid, at: rectangle)
    drawCenter(projection, into: &grid, at: rectangle)
    drawScale(into: &grid, at: rectangle)
    drawMarkers(clusters, into: &grid, at: rectangle)
    let north = CellStyle.bold
    grid.put(
      glyphs.north,
      column: rectangle.column + rectangle.width - DisplayWidth.of(glyphs.north),
      row: rectangle.row,
      style: north
    )
  }

  /// The place that a cell of the map shows; the first one of a cluster.
  ///
  /// - Parameters:
  ///   - column: The cell, counted from the left of the map.
  ///   - row: The line, counted from the top of the map.
  ///   - width: Cells from left to right.
  ///   - height: Cells from top to bottom.
  /// - Returns: Its position in the list; `nil` where there is no marker.
  func position(atColumn column: Int, row: Int, width: Int, height: Int) -> Int? {
    let rectangle = CellRectangle(column: 0, row: 0, width: width, height: height)
    let markers = clusters(MapProjection(center: viewport.center), in: rectangle).markers
    let hit = markers.first { marker in
      let length = label(of: marker, isSelected: isSelected(marker)).count
      let start = labelColumn(of: marker, length: length, in: rectangle)
      return marker.row == row && column >= start && column < start + length
    }
    return hit?.members.first
  }

  // MARK: - Where things are

  /// The dot of a point of the plane, counted from the upper left.
  private func dot(_ point: MapProjection.Point, in rectangle: CellRectangle) -> (column: Int, line: Int)? {
    let column = Double(rectangle.width) + point.east / viewport.metersPerDot
    let line = Double(rectangle.height * 2) - point.north / viewport.metersPerDot
    // Far outside the map nothing is drawn, and the number may overflow an integer.
    guard abs(column) < 1e6, abs(line) < 1e6 else { return nil }
    return (Int(column.rounded(.down)), Int(line.rounded(.down)))
  }

  private func cell(_ point: MapProjection.Point, in rectangle: CellRectangle) -> (column: Int, row: Int)? {
    guard let dot = dot(point, in: rectangle), dot.column >= 0, dot.line >= 0 else { return nil }
    return (dot.column / 2, dot.line / 4)
  }

  // MARK: - The query

  private func drawArea(
    _ projection: MapProjection,
    around clusters: MarkerClusters,
    into grid: inout CellGrid,
    at rectangle: CellRectangle
  ) {
    var canvas = DotCanvas(width: rectangle.width, height: rectangle.height)
    switch area {
    case .circle(let center, let radius):
      let origin = projection.point(of: center)
      let own = MapProjection(center: center)
      // On a map that was moved, each point of the circle is projected by itself.
      let isMoved = origin.east != 0 || origin.north != 0
      let rings = rings(to: radius.meters, in: rectangle)
      for ring in rings {
        // A circle has 6.3 dots for each dot of its radius, so that 16 points leave no gap. 4,000 suffice for any circle
        // that fits on a map.
        let steps = min(4_000, Int(16 * ring / viewport.metersPerDot))
        for point in MapProjection.circle(radius: ring, steps: steps) {
          let shown = isMoved ? projection.point(of: own.coordinate(at: point)) : point
          if let dot = dot(shown, in: rectangle) { canvas.set(column: dot.column, line: dot.line) }
        }
      }
      draw(canvas, into: &grid, at: rectangle)
      for ring in rings {
        let points = [(0, -ring), (0, ring), (ring, 0), (-ring, 0)].map { east, north in
          projection.point(of: own.coordinate(at: MapProjection.Point(east: east, north: north)))
        }
        drawLabel(DistanceText.short(meters: ring), at: points, around: clusters, into: &grid, rectangle)
      }
    case .box(let box, _):
      let points = box.edges.map { projection.point(of: $0) }
      for position in points.indices.dropLast() where position % 2 == 0 {
        drawLine(from: points[position], to: points[position + 1], on: &canvas, in: rectangle)
      }
      draw(canvas, into: &grid, at: rectangle)
    case .anywhere: break
    }
  }

  /// Round distances as far apart as what is seen allows, and the radius itself.
  private func rings(to radius: Double, in rectangle: CellRectangle) -> [Double] {
    let seen = min(radius, viewport.visibleRadius(width: rectangle.width, height: rectangle.height))
    // Rings closer than two lines of cells run together. No map has room for 40.
    let nearest = max(seen / 4.5, viewport.metersPerDot * 9)
    guard nearest < radius else { return [radius] }
    let step = DistanceText.roundUp(meters: nearest)
    var rings: [Double] = []
    while Double(rings.count + 1) * step < radius - step * 0.4, rings.count < 40 {
      rings.append(Double(rings.count + 1) * step)
    }
    return rings + [radius]
  }

  private func draw(_ canvas: DotCanvas, into grid: inout CellGrid, at rectangle: CellRectangle) {
    for row in 0..<rectangle.height {
      for column in 0..<rectangle.width {
        guard let text = canvas.text(column: column, row: row, glyphs: glyphs) else { continue }
        grid.put(text, column: rectangle.column + column, row: rectangle.row + row, style: .quiet)
      }
    }
  }

  /// Writes the radius of a ring at the first of some points without a marker.
  private func drawLabel(
    _ text: String,
    at points: [MapProjection.Point],
    around clusters: MarkerClusters,
    into grid: inout CellGrid,
    _ rectangle: CellRectangle
  ) {
    for point in points {
      guard let cell = cell(point, in: rectangle), cell.row < rectangle.height else { continue }
      let column = cell.column - text.count / 2
      guard column >= 0, column + text.count <= rectangle.width else { continue }
      guard clusters.isFree(row: cell.row, columns: column..<column + text.count) else { continue }
      grid.put(text, column: rectangle.column + column, row: rectangle.row + cell.row, style: .quiet)
      return
    }
  }

  private func drawLine(
    from start: MapProjection.Point,
    to end: MapProjection.Point,
    on canvas: inout DotCanvas,
    in rectangle: CellRectangle
  ) {
    let length = max(abs(end.east - start.east), abs(end.north - start.north)) / viewport.metersPerDot
    let steps = Int(min(length.rounded(.up), 4_000)) + 1
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      let point = MapProjection.Point(
        east: start.east + (end.east - start.east) * part,
        north: start.north + (end.north - start.north) * part
      )
      if let dot = dot(point, in: rectangle) { canvas.set(column: dot.column, line: dot.line) }
    }
  }

  private func drawCenter(_ projection: MapProjection, into grid: inout CellGrid, at rectangle: CellRectangle) {
    guard let center = area.center, let cell = cell(projection.point(of: center), in: rectangle),
      cell.column < rectangle.width, cell.row < rectangle.height
    else { return }
    grid.put(glyphs.center, column: rectangle.column + cell.column, row: rectangle.row + cell.row, style: .bold)
  }

  // MARK: - Places

  private func clusters(_ projection: MapProjection, in rectangle: CellRectangle) -> MarkerClusters {
    let widest = String(places.count).count + (places.count > 1 ? DisplayWidth.of(glyphs.cluster) : 0)
    var clusters = MarkerClusters(width: rectangle.width, height: rectangle.height, labelWidth: min(widest, 5))
    for position in positions ?? Array(places.indices) {
      guard let cell = cell(projection.point(of: places[position].place.coordinate), in: rectangle) else { continue }
      clusters.add(position, column: cell.column, row: cell.row)
    }
    return clusters
  }

  private func label(of marker: MarkerClusters.Marker, isSelected: Bool) -> String {
    guard marker.members.count > 1, !isSelected else {
      return String((isSelected ? selection ?? marker.members[0] : marker.members[0]) + 1)
    }
    return glyphs.cluster + String(marker.members.count)
  }

  private func isSelected(_ marker: MarkerClusters.Marker) -> Bool {
    selection.map { marker.members.contains($0) } ?? false
  }

  /// Where a label begins, counted from the left of the map: centred on the marker, and moved where an edge would cut it.
  private func labelColumn(of marker: MarkerClusters.Marker, length: Int, in rectangle: CellRectangle) -> Int {
    max(0, min(marker.column - length / 2, rectangle.width - length))
  }

  private func drawMarkers(_ clusters: MarkerClusters, into grid: inout CellGrid, at rectangle: CellRectangle) {
    for marker in clusters.markers {
      let isSelected = isSelected(marker)
      let text = label(of: marker, isSelected: isSelected)
      let group = places[isSelected ? selection ?? marker.members[0] : marker.members[0]].place.group
      let isMixed = marker.members.count > 1 && Set(marker.members.prefix(64).map { places[$0].place.group }).count > 1
      var style = CellStyle(color: isMixed ? .standard : group?.color ?? .standard, isBold: true)
      style.isReversed = isSelected
      let column = labelColumn(of: marker, length: text.count, in: rectangle)
      grid.put(text, column: rectangle.column + column, row: rectangle.row + marker.row, style: style)
    }
  }

  private func drawScale(into grid: inout CellGrid, at rectangle: CellRectangle) {
    let most = Double(rectangle.width / 3) * 2 * viewport.metersPerDot
    guard most > 0, rectangle.width >= 24 else { return }
    let length = DistanceText.roundDown(meters: most)
    let cells = Int((length / viewport.metersPerDot / 2).rounded())
    guard cells >= 2 else { return }
    let bar = "\(glyphs.scaleStart)\(String(repeating: glyphs.scaleLine, count: cells - 2))\(glyphs.scaleEnd)"
    let name = length >= 1 ? DistanceText.short(meters: length) : "\(Int((length * 100).rounded())) cm"
    grid.put(
      "\(bar) \(name) ",
      column: rectangle.column,
      row: rectangle.row + rectangle.height - 1,
      limit: rectangle.width
    )
  }
}

extension BoundingBox {
  /// Pairs of points, each the ends of a part of an edge short enough to be drawn as a straight line.
  fileprivate var edges: [Coordinate] {
    let span = crossesAntimeridian ? east + 360 - west : east - west
    let steps = 32
    var parts: [(Double, Double)] = []
    for step in 0..<steps {
      let (from, to) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
      for latitude in [south, north] { parts += [(latitude, west + span * from), (latitude, west + span * to)] }
      for longitude in [west, west + span] {
        parts += [(south + (north - south) * from, longitude), (south + (north - south) * to, longitude)]
      }
    }
    return parts.compactMap { latitude, longitude in
      try? Coordinate(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
  }
}
