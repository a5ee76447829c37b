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
  func dot(_ point: MapProjection.Point, in rectangle: CellRectangle) -> (column: Int, line: Int)? {
    let column = Double(rectangle.width) + point.east / viewport.metersPerDot
    let line = Double(rectangle.height * 2) - point.north / viewport.metersPerDot
    // Far outside the map nothing is drawn, and the number may overflow an integer.
    guard abs(column) < 1e6, abs(line) < 1e6 else { return nil }
    return (Int(column.rounded(.down)), Int(line.rounded(.down)))
  }

  /// The cell of a point of the plane, counted from the upper left; `nil` left of the map or above it.
  func cell(_ point: MapProjection.Point, in rectangle: CellRectangle) -> (column: Int, row: Int)? {
    guard let dot = dot(point, in: rectangle), dot.column >= 0, dot.line >= 0 else { return nil }
    return (dot.column / 2, dot.line / 4)
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
