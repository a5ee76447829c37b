import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Draws places on a map in characters: rings or the rectangle of the query, numbered markers, names where there is room,
/// a scale bar and north.
struct MapDrawing: Sendable {
  let glyphs: MapGlyphs
  let viewport: MapViewport
  let area: SearchArea
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The positions of the places that are drawn; `nil` for all of them.
  var positions: [Int]?
  var selection: Int?
  var ground = MapGround.none

  /// Above so many places, shades show how many there are: clusters would cover the map.
  private static let mostMarkers = 300
  private static let widestName = 24
  private static let cutName = 12

  /// Draws the map.
  ///
  /// - Returns: What its signs mean, as far as they stand on it; `nil` for numbers alone.
  @discardableResult
  func draw(into grid: inout CellGrid, at rectangle: CellRectangle) -> String? {
    guard rectangle.width > 0, rectangle.height > 0 else { return nil }
    let frame = MapFrame(viewport: viewport, width: rectangle.width, height: rectangle.height)
    let markers = markers(in: frame)
    var map = CellGrid(width: frame.width, height: frame.height)
    var layout = LabelLayout(width: frame.width, height: frame.height)
    drawArea(in: frame, into: &map)
    drawScale(into: &map, &layout)
    let north = DisplayWidth.of(glyphs.north)
    map.put(glyphs.north, column: frame.width - north, row: 0, style: .bold)
    layout.take(CellRectangle(column: frame.width - north, row: 0, width: north, height: 1))
    for marker in markers {
      map.put(marker.text, column: marker.box.column, row: marker.box.row, style: style(of: marker))
      // With a column on either side, so that no name runs into a number.
      layout.take(
        CellRectangle(column: marker.box.column - 1, row: marker.box.row, width: marker.box.width + 2, height: 1)
      )
    }
    if let center = centerCell(in: frame) {
      map.put(glyphs.center, column: center.column, row: center.row, style: .bold)
      layout.take(CellRectangle(column: center.column - 1, row: center.row, width: 3, height: 1))
    }
    drawRingLabels(in: frame, into: &map, &layout)
    for marker in markers { drawName(of: marker, into: &map, &layout) }
    drawGround(in: frame, into: &map, &layout)
    grid.put(map, at: rectangle)
    if isShaded { return "\(glyphs.shades.joined()) = few to many places" }
    return markers.contains { $0.text.hasPrefix(glyphs.cluster) } ? "\(glyphs.cluster)7 = 7 places there" : nil
  }

  /// The place that a cell of the map shows; the first one of a cluster.
  func position(atColumn column: Int, row: Int, width: Int, height: Int) -> Int? {
    let markers = markers(in: MapFrame(viewport: viewport, width: width, height: height))
    return markers.last { $0.box.contains(column: column, row: row) }?.members.first
  }

  // MARK: - Places

  /// What stands on the map for one place or more.
  private struct Marker {
    let text: String
    /// Centred on the places, and moved where an edge would cut it or the centre of the area stands.
    let box: CellRectangle
    /// Positions in the list, in order.
    let members: [Int]
    let isSelected: Bool
  }

  private var isShaded: Bool { (positions?.count ?? places.count) > Self.mostMarkers }

  /// The markers, in the order of their first places; a selected place last, above the others.
  private func markers(in frame: MapFrame) -> [Marker] {
    let widest = String(places.count).count + (places.count > 1 ? DisplayWidth.of(glyphs.cluster) : 0)
    let isShaded = isShaded
    var clusters = MarkerClusters(
      width: frame.width,
      height: frame.height,
      labelWidth: isShaded ? 0 : min(widest, 5)
    )
    for position in positions ?? Array(places.indices) {
      guard let cell = frame.cell(frame.point(of: places[position].place.coordinate)) else { continue }
      clusters.add(position, column: cell.column, row: cell.row)
    }
    let most = isShaded ? clusters.markers.map(\.members.count).max() ?? 1 : 1
    let center = centerCell(in: frame)
    let markers = clusters.markers.map { cluster in
      let selected = selection.flatMap { cluster.members.contains($0) ? $0 : nil }
      let text: String
      if selected == nil, isShaded {
        // Each shade stands for four times as many places.
        let share = log2(Double(most) / Double(cluster.members.count)) / 2
        text = glyphs.shades[max(0, glyphs.shades.count - 1 - Int(share))]
      } else if selected == nil, cluster.members.count > 1 {
        text = glyphs.cluster + String(cluster.members.count)
      } else {
        text = String((selected ?? cluster.members[0]) + 1)
      }
      var column = max(0, min(cluster.column - text.count / 2, frame.width - text.count))
      if let center, center.row == cluster.row, (column..<column + text.count).contains(center.column), !isShaded {
        column = center.column + text.count < frame.width ? center.column + 1 : center.column - text.count
      }
      return Marker(
        text: text,
        box: CellRectangle(column: column, row: cluster.row, width: text.count, height: 1),
        members: selected.map { [$0] } ?? cluster.members,
        isSelected: selected != nil
      )
    }
    return markers.filter { !$0.isSelected } + markers.filter(\.isSelected)
  }

  private func style(of marker: Marker) -> CellStyle {
    let groups = Set(marker.members.prefix(64).map { places[$0].place.group })
    let color = groups.count == 1 ? groups.first??.color : nil
    return CellStyle(color: color ?? .standard, isBold: !isShaded, isReversed: marker.isSelected)
  }

  private func centerCell(in frame: MapFrame) -> (column: Int, row: Int)? {
    area.center.flatMap { frame.cell(frame.point(of: $0)) }
  }

  // MARK: - Names

  /// Draws the name beside a marker: of its place, or of the places of one spot.
  private func drawName(of marker: Marker, into map: inout CellGrid, _ layout: inout LabelLayout) {
    guard !isShaded || marker.isSelected else { return }
    let members = marker.members.prefix(8).map { places[$0].place }
    guard Set(members.map(\.coordinate)).count == 1 else { return }
    let name = members.map { TerminalText.cleaned($0.name ?? $0.id) }.joined(separator: ", ")
    let color = places[marker.members[0]].place.group?.color ?? .standard
    drawLabel(name, beside: marker.box, style: CellStyle(color: color), into: &map, &layout)
  }

  private func drawGround(in frame: MapFrame, into map: inout CellGrid, _ layout: inout LabelLayout) {
    for mark in ground.marks {
      guard let cell = frame.cell(frame.point(of: mark.coordinate)) else { continue }
      var box = CellRectangle(column: cell.column, row: cell.row, width: 1, height: 1)
      if mark.isLandmark {
        guard layout.takeFirst(of: [box]) != nil else { continue }
        if drawLabel(mark.name, beside: box, style: .quiet, into: &map, &layout) {
          map.put(glyphs.landmark, column: cell.column, row: cell.row, style: .quiet)
        }
      } else {
        box.width = DisplayWidth.of(mark.name)
        box.column -= box.width / 2
        guard layout.takeFirst(of: [box]) != nil else { continue }
        map.put(mark.name, column: box.column, row: box.row, style: .quiet)
      }
    }
  }

  /// Draws a label to the right or to the left of a box, whole or else cut; returns whether there is room.
  @discardableResult
  private func drawLabel(
    _ text: String,
    beside box: CellRectangle,
    style: CellStyle,
    into map: inout CellGrid,
    _ layout: inout LabelLayout
  ) -> Bool {
    for width in [Self.widestName, Self.cutName] {
      let fitted = DisplayWidth.fitted(text, to: width, ellipsis: glyphs.ellipsis)
      let columns = DisplayWidth.of(fitted)
      let sides = [box.column + box.width + 1, box.column - columns - 1].map {
        CellRectangle(column: $0, row: box.row, width: columns, height: 1)
      }
      guard let free = layout.takeFirst(of: sides) else { continue }
      map.put(fitted, column: free.column, row: free.row, style: style)
      // A column more on the far side, so that no two names run together.
      layout.take(CellRectangle(column: free.column - 1, row: free.row, width: columns + 2, height: 1))
      return true
    }
    return false
  }

  private func drawScale(into map: inout CellGrid, _ layout: inout LabelLayout) {
    let most = Double(map.width / 3) * 2 * viewport.metersPerDot
    guard most > 0, map.width >= 24 else { return }
    let length = DistanceFormatter.roundDown(meters: most)
    let cells = Int((length / viewport.metersPerDot / 2).rounded())
    guard cells >= 2 else { return }
    let bar = "\(glyphs.scaleStart)\(String(repeating: glyphs.scaleLine, count: cells - 2))\(glyphs.scaleEnd)"
    let name = length >= 1 ? DistanceFormatter.short(meters: length) : "\(Int((length * 100).rounded())) cm"
    let width = map.put("\(bar) \(name) ", column: 0, row: map.height - 1)
    // With the line above, where the label of a ring would look like a part of it.
    layout.take(CellRectangle(column: 0, row: map.height - 2, width: width + 1, height: 2))
  }
}
