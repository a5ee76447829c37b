import Domain

/// Draws the streets below the places of a map.
extension MapDrawing {
  /// The scale in metres per dot from which minor streets are left out.
  private static let minorMetersPerDot = 12.0
  private static let serviceMetersPerDot = 4.0
  /// The styles of main roads, other roads and minor streets; the user's theme keeps them readable.
  private static let styles = [CellStyle(isFaint: true), .quiet, CellStyle(color: .gray, isFaint: true)]

  /// The number of the style of a kind; `nil` if the map doesn't show it.
  private func style(of kind: Ground.Kind) -> Int? {
    switch kind {
    case .motorway, .trunk, .primary: 0
    case .secondary, .tertiary: 1
    case .waterway: 2
    // The tracks of a station would fill its cells.
    case .rail: frame.metersPerDot < Self.minorMetersPerDot ? nil : 2
    case .street: frame.metersPerDot < Self.minorMetersPerDot ? 2 : nil
    case .service: frame.metersPerDot < Self.serviceMetersPerDot ? 2 : nil
    case .water, .park: nil
    }
  }

  /// Draws lines; a cell has the style of its most important road.
  func drawStreets(into map: inout CellGrid) {
    guard hasGround else { return }
    var canvases = Self.styles.map { _ in DotCanvas(width: frame.width, height: frame.height) }
    let east = Double(frame.width) * frame.metersPerDot
    let north = Double(frame.height) * 2 * frame.metersPerDot
    for feature in ground.ground.features {
      guard let style = style(of: feature.kind) else { continue }
      var last: MapProjection.Point?
      for point in feature.points {
        let next = frame.point(of: point.coordinate)
        if let last, min(last.east, next.east) < east, max(last.east, next.east) > -east,
          min(last.north, next.north) < north, max(last.north, next.north) > -north
        {
          drawLine(from: last, to: next, on: &canvases[style])
        }
        last = next
      }
    }
    for row in 0..<map.height {
      for column in 0..<map.width {
        guard let style = canvases.firstIndex(where: { !$0.isEmpty(column: column, row: row) }) else { continue }
        for minor in canvases.indices.dropFirst(style + 1) {
          canvases[style].add(canvases[minor], column: column, row: row)
        }
        guard let text = canvases[style].text(column: column, row: row, glyphs: glyphs) else { continue }
        map.put(text, column: column, row: row, style: Self.styles[style])
      }
    }
  }

  /// Writes the names of main streets, each once, where they cover nothing.
  func drawStreetNames(into map: inout CellGrid, _ layout: inout LabelLayout) {
    var known: Set<String> = []
    for feature in ground.ground.features where feature.kind.isRoad && (style(of: feature.kind) ?? 2) < 2 {
      guard let name = feature.name.map(TerminalText.cleaned), !known.contains(name) else { continue }
      let width = DisplayWidth.of(name)
      let boxes = feature.points.lazy.compactMap { frame.cell(frame.point(of: $0.coordinate)) }.map {
        CellRectangle(column: $0.column - width / 2, row: $0.row, width: width, height: 1)
      }
      guard let box = layout.takeFirst(of: boxes) else { continue }
      layout.take(CellRectangle(column: box.column - 1, row: box.row, width: width + 2, height: 1))
      map.put(name, column: box.column, row: box.row, style: .quiet)
      known.insert(name)
    }
  }
}
