import Domain

/// Draws places on a map in characters: rings or the rectangle of the query, numbered markers, a scale bar and north.
struct MapDrawing: Sendable {
  let glyphs: MapGlyphs
  let viewport: MapViewport
  let area: SearchArea
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The positions of the places that are drawn; `nil` for all of them.
  var positions: [Int]?
  var selection: Int?

  func draw(into grid: inout CellGrid, at rectangle: CellRectangle) {
    guard rectangle.width > 0, rectangle.height > 0 else { return }
    let frame = MapFrame(viewport: viewport, width: rectangle.width, height: rectangle.height)
    let clusters = clusters(in: frame)
    var map = CellGrid(width: frame.width, height: frame.height)
    drawArea(in: frame, around: clusters, into: &map)
    if let center = area.center, let cell = frame.cell(frame.point(of: center)) {
      map.put(glyphs.center, column: cell.column, row: cell.row, style: .bold)
    }
    drawScale(into: &map)
    drawMarkers(clusters, into: &map)
    map.put(glyphs.north, column: frame.width - DisplayWidth.of(glyphs.north), row: 0, style: .bold)
    grid.put(map, at: rectangle)
  }

  /// The place that a cell of the map shows; the first one of a cluster.
  func position(atColumn column: Int, row: Int, width: Int, height: Int) -> Int? {
    let markers = clusters(in: MapFrame(viewport: viewport, width: width, height: height)).markers
    return markers.first { marker in
      let label = label(of: marker, width: width)
      return marker.row == row && (label.column..<label.column + label.text.count).contains(column)
    }?.members.first
  }

  // MARK: - Places

  private func clusters(in frame: MapFrame) -> MarkerClusters {
    let widest = String(places.count).count + (places.count > 1 ? DisplayWidth.of(glyphs.cluster) : 0)
    var clusters = MarkerClusters(width: frame.width, height: frame.height, labelWidth: min(widest, 5))
    for position in positions ?? Array(places.indices) {
      guard let cell = frame.cell(frame.point(of: places[position].place.coordinate)) else { continue }
      clusters.add(position, column: cell.column, row: cell.row)
    }
    return clusters
  }

  private struct Label {
    let text: String
    /// Centred on the marker, and moved where an edge would cut it.
    let column: Int
    let place: Int
    let isSelected: Bool
  }

  private func label(of marker: MarkerClusters.Marker, width: Int) -> Label {
    let selected = selection.flatMap { marker.members.contains($0) ? $0 : nil }
    let place = selected ?? marker.members[0]
    let isCluster = marker.members.count > 1 && selected == nil
    let text = isCluster ? glyphs.cluster + String(marker.members.count) : String(place + 1)
    let column = max(0, min(marker.column - text.count / 2, width - text.count))
    return Label(text: text, column: column, place: place, isSelected: selected != nil)
  }

  private func drawMarkers(_ clusters: MarkerClusters, into map: inout CellGrid) {
    for marker in clusters.markers {
      let label = label(of: marker, width: map.width)
      let isMixed = marker.members.count > 1 && Set(marker.members.prefix(64).map { places[$0].place.group }).count > 1
      let color = isMixed ? nil : places[label.place].place.group?.color
      let style = CellStyle(color: color ?? .standard, isBold: true, isReversed: label.isSelected)
      map.put(label.text, column: label.column, row: marker.row, style: style)
    }
  }

  private func drawScale(into map: inout CellGrid) {
    let most = Double(map.width / 3) * 2 * viewport.metersPerDot
    guard most > 0, map.width >= 24 else { return }
    let length = DistanceFormatter.roundDown(meters: most)
    let cells = Int((length / viewport.metersPerDot / 2).rounded())
    guard cells >= 2 else { return }
    let bar = "\(glyphs.scaleStart)\(String(repeating: glyphs.scaleLine, count: cells - 2))\(glyphs.scaleEnd)"
    let name = length >= 1 ? DistanceFormatter.short(meters: length) : "\(Int((length * 100).rounded())) cm"
    map.put("\(bar) \(name) ", column: 0, row: map.height - 1)
  }
}

/// Where the points of the earth lie on a map of some size.
struct MapFrame: Sendable {
  let projection: MapProjection
  let metersPerDot: Double
  let width: Int
  let height: Int

  init(viewport: MapViewport, width: Int, height: Int) {
    projection = MapProjection(center: viewport.center)
    (metersPerDot, self.width, self.height) = (viewport.metersPerDot, width, height)
  }

  func point(of coordinate: Coordinate) -> MapProjection.Point { projection.point(of: coordinate) }

  /// The dot of a point of the plane, counted from the upper left.
  func dot(_ point: MapProjection.Point) -> (column: Int, line: Int)? {
    let column = Double(width) + point.east / metersPerDot
    let line = Double(height * 2) - point.north / metersPerDot
    // Far outside the map nothing is drawn, and the number may overflow an integer.
    guard abs(column) < 1e6, abs(line) < 1e6 else { return nil }
    return (Int(column.rounded(.down)), Int(line.rounded(.down)))
  }

  /// The cell of a point of the plane, counted from the upper left; `nil` beside the map.
  func cell(_ point: MapProjection.Point) -> (column: Int, row: Int)? {
    guard let dot = dot(point), dot.column >= 0, dot.line >= 0 else { return nil }
    let cell = (column: dot.column / 2, row: dot.line / 4)
    return cell.column < width && cell.row < height ? cell : nil
  }
}
