import Domain

extension MapDrawing {
  func drawArea(into map: inout CellGrid) {
    var canvas = DotCanvas(width: frame.width, height: frame.height)
    if let center = area.center, let radius = area.radius {
      let origin = frame.point(of: center)
      let own = MapProjection(center: center)
      // If the map was moved off the circle's centre, each point of the circle is projected on its own.
      let isMoved = origin.east != 0 || origin.north != 0
      let rings = Self.rings(to: radius.meters, in: frame, isSparse: streets != nil)
      for ring in rings {
        // The circumference has 6.3 dots per dot of radius, so 16 points leave no gap, and 2 leave gaps that tell a
        // ring from a street. 4,000 points suffice for any circle that fits on a map.
        let steps = min(4_000, Int((streets == nil ? 16 : 2) * ring / frame.metersPerDot))
        for point in MapProjection.circle(radius: ring, steps: steps) {
          let shown = isMoved ? frame.projection.point(of: own.direction(at: point)) : point
          if let dot = frame.dot(shown) { canvas.set(column: dot.column, line: dot.line) }
        }
      }
    } else {
      for line in area.outline(steps: 32) + area.lines {
        let points = line.map(frame.point)
        for (start, end) in zip(points, points.dropFirst()) {
          frame.drawLine(from: start, to: end, on: &canvas)
        }
      }
    }
    draw(canvas, into: &map)
  }

  /// Writes the radius of each ring on the ring, at the first free side: north, south, east or west.
  func drawRingLabels(into map: inout CellGrid, _ layout: inout LabelLayout) {
    guard let center = area.center, let radius = area.radius else { return }
    let projection = MapProjection(center: center)
    for ring in Self.rings(to: radius.meters, in: frame, isSparse: streets != nil).reversed() {
      let text = DistanceFormatter.short(meters: ring)
      let boxes = [(0, -ring), (0, ring), (ring, 0), (-ring, 0)].compactMap { east, north in
        frame.cell(frame.point(of: projection.coordinate(at: MapProjection.Point(east: east, north: north))))
      }.map { CellRectangle(column: $0.column - text.count / 2, row: $0.row, width: text.count, height: 1) }
      guard let box = layout.takeFirst(of: boxes) else { continue }
      // One more column on either side, so that no name touches the text.
      layout.take(CellRectangle(column: box.column - 1, row: box.row, width: box.width + 2, height: 1))
      map.put(text, column: box.column, row: box.row, style: .quiet)
    }
  }

  /// Returns the radii in metres of the rings within a circle, ending with the circle's own; only one other ring if
  /// `isSparse`.
  static func rings(to radius: Double, in frame: MapFrame, isSparse: Bool = false) -> [Double] {
    let seen = min(radius, Double(max(2, min(frame.width * 2, frame.height * 4) / 2 - 2)) * frame.metersPerDot)
    if isSparse { return [DistanceFormatter.roundDown(meters: seen * 0.7), radius] }
    // Rings closer than two lines of cells run together. No map has room for 40 rings.
    let nearest = max(seen / 4.5, frame.metersPerDot * 9)
    guard nearest < radius else { return [radius] }
    let step = DistanceFormatter.roundUp(meters: nearest)
    var rings: [Double] = []
    while Double(rings.count + 1) * step < radius - step * 0.4, rings.count < 40 {
      rings.append(Double(rings.count + 1) * step)
    }
    return rings + [radius]
  }

  private func draw(_ canvas: DotCanvas, into map: inout CellGrid) {
    for row in 0..<map.height {
      for column in 0..<map.width {
        guard let text = canvas.text(column: column, row: row, glyphs: glyphs) else { continue }
        map.put(text, column: column, row: row, style: .quiet)
      }
    }
  }
}

extension MapFrame {
  /// Draws a straight line on a canvas of the frame, or every other dot of it.
  func drawLine(
    from start: MapProjection.Point,
    to end: MapProjection.Point,
    on canvas: inout DotCanvas,
    isDotted: Bool = false
  ) {
    let length = max(abs(end.east - start.east), abs(end.north - start.north)) / metersPerDot
    let steps = Int(min(length.rounded(.up), 4_000)) + 1
    for step in stride(from: 0, through: steps, by: isDotted ? 2 : 1) {
      let part = Double(step) / Double(steps)
      let point = MapProjection.Point(
        east: start.east + (end.east - start.east) * part,
        north: start.north + (end.north - start.north) * part
      )
      if let dot = dot(point) { canvas.set(column: dot.column, line: dot.line) }
    }
  }
}
