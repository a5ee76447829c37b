import Domain

extension MapDrawing {
  /// The streets of a frame, which are drawn once for all selections and filters.
  struct Streets: Sendable {
    let ground: Ground
    fileprivate(set) var lines: CellGrid
    /// The names of main streets, the most important first, each with the cells on which it may be written.
    fileprivate(set) var names: [(text: String, cells: [(column: Int, row: Int)])] = []
  }

  /// The styles of main roads, other roads and minor streets, which are dotted.
  ///
  /// No palette has three greys that differ from each other and from the background on every theme.
  private static let styles: [CellStyle] = [.plain, .quiet, .quiet]
  private static let waterStyle = CellStyle(color: .blue)
  private static let serviceMetersPerDot = 4.0
  /// The minimum scale for rails; at larger scales, the tracks of a station would fill its cells.
  private static let railMetersPerDot = 40.0
  /// The number of cells for each name.
  private static let cellsPerName = 150

  /// Returns the number of the style of a kind; `nil` if a map of a scale doesn't show it.
  private static func style(of kind: Ground.Kind, in frame: MapFrame) -> Int? {
    switch kind {
    case .motorway, .trunk, .primary: 0
    case .secondary, .tertiary: 1
    case .waterway, .coastline: 2
    case .rail: frame.metersPerDot >= railMetersPerDot ? 2 : nil
    case .street: frame.isMainOnly ? nil : 2
    case .service: frame.metersPerDot < serviceMetersPerDot ? 2 : nil
    case .water, .park: nil
    }
  }

  /// Draws lines; a cell has the style of its most important road.
  static func streets(of ground: Ground, in frame: MapFrame, _ glyphs: MapGlyphs) -> Streets {
    var streets = Streets(ground: ground, lines: CellGrid(width: frame.width, height: frame.height))
    var canvases = styles.map { _ in DotCanvas(width: frame.width, height: frame.height) }
    let east = Double(frame.width) * frame.metersPerDot
    let north = Double(frame.height) * 2 * frame.metersPerDot
    let box = frame.viewport.box(width: frame.width, height: frame.height)
    var numbers: [String: Int] = [:]
    for feature in ground.features {
      guard let style = style(of: feature.kind, in: frame), box.map(feature.mayTouch) ?? true else { continue }
      let points = feature.points.map { frame.point(of: $0.coordinate) }
      var cells: [(column: Int, row: Int)] = []
      for (start, end) in zip(points, points.dropFirst())
      where min(start.east, end.east) < east && max(start.east, end.east) > -east
        && min(start.north, end.north) < north && max(start.north, end.north) > -north
      {
        frame.drawLine(from: start, to: end, on: &canvases[style], isDotted: style == 2)
        if style < 2, feature.name != nil { cells += frame.cells(from: start, to: end) }
      }
      guard feature.kind.isRoad, !cells.isEmpty, let name = feature.name else { continue }
      let number = numbers[name, default: streets.names.count]
      numbers[name] = number
      if number == streets.names.count { streets.names.append((TerminalText.cleaned(name), [])) }
      streets.names[number].cells += cells
    }
    var water = DotCanvas(width: frame.width, height: frame.height)
    let areas = ground.features.filter { $0.kind == .water && box.map($0.mayTouch) ?? true }
    frame.fill(ground.sea + areas.map(\.points), on: &water)
    for row in 0..<frame.height {
      for column in 0..<frame.width {
        if let text = water.text(column: column, row: row, glyphs: glyphs) {
          streets.lines.put(glyphs.water ?? text, column: column, row: row, style: waterStyle)
        }
        guard let style = canvases.firstIndex(where: { !$0.isEmpty(column: column, row: row) }) else { continue }
        for minor in canvases.indices.dropFirst(style + 1) {
          canvases[style].add(canvases[minor], column: column, row: row)
        }
        guard let text = canvases[style].text(column: column, row: row, glyphs: glyphs) else { continue }
        streets.lines.put(text, column: column, row: row, style: styles[style])
      }
    }
    return streets
  }

  /// Writes the names of main streets, each once, where they cover nothing.
  func drawStreetNames(into map: inout CellGrid, _ layout: inout LabelLayout) {
    var left = map.width * map.height / Self.cellsPerName
    for (name, cells) in streets?.names ?? [] where left > 0 {
      let width = DisplayWidth.of(name)
      let boxes = cells.lazy.map {
        CellRectangle(column: $0.column - width / 2, row: $0.row, width: width, height: 1)
      }
      guard let box = layout.takeFirst(of: boxes) else { continue }
      layout.take(CellRectangle(column: box.column - 1, row: box.row, width: width + 2, height: 1))
      map.put(name, column: box.column, row: box.row, style: .quiet)
      left -= 1
    }
  }
}

extension MapFrame {
  /// Returns the visible cells of a line, at most one for eight columns or four rows.
  fileprivate func cells(from start: MapProjection.Point, to end: MapProjection.Point) -> [(column: Int, row: Int)] {
    let length = max(abs(end.east - start.east), abs(end.north - start.north)) / metersPerDot
    let count = max(1, min(Int(length / 16), 64))
    return (0...count).compactMap { step in
      let part = Double(step) / Double(count)
      let point = MapProjection.Point(
        east: start.east + (end.east - start.east) * part,
        north: start.north + (end.north - start.north) * part
      )
      return cell(point)
    }
  }
}

extension Ground.Feature {
  /// Returns whether the rectangle around the feature touches a box; true for a box across the antimeridian.
  fileprivate func mayTouch(_ box: BoundingBox) -> Bool {
    guard !box.crossesAntimeridian, let first = points.first else { return true }
    var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
    for point in points {
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, point.longitude), max(east, point.longitude))
    }
    let unit = Ground.Point.unitsPerDegree
    return Double(north) >= box.south * unit && Double(south) <= box.north * unit
      && Double(east) >= box.west * unit && Double(west) <= box.east * unit
  }
}
