import Domain

/// Draws places on a map in characters: rings or the rectangle of the query, numbered markers, names where there is room,
/// a scale bar and north.
struct MapDrawing: Sendable {
  let glyphs: MapGlyphs
  let frame: MapFrame
  let area: SearchArea
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The positions of the places that are drawn; `nil` for all of them.
  let positions: [Int]?
  var selection: Int?
  var ground = MapGround.none
  private let clusters: [MarkerClusters.Marker]
  /// The directions of the places from the middle of the earth.
  private let directions: [SIMD3<Double>]

  /// Above so many places, shades show how many there are: clusters would cover the map.
  private static let mostMarkers = 300
  private static let widestName = 24
  private static let cutName = 12
  /// The places of one spot that are listed beside it.
  private static let mostListed = 5

  /// Makes a drawing, with the markers of an earlier one when that had the same places on the same map.
  init(
    glyphs: MapGlyphs,
    frame: MapFrame,
    area: SearchArea,
    places: [FoundPlace],
    positions: [Int]? = nil,
    earlier: MapDrawing? = nil
  ) {
    (self.glyphs, self.frame, self.area, self.places, self.positions) = (glyphs, frame, area, places, positions)
    // Arrays that were not changed are compared at once.
    let known = earlier.flatMap { $0.places == places ? $0 : nil }
    directions = known?.directions ?? places.map { MapProjection.direction(of: $0.place.coordinate) }
    if let known, known.frame == frame, known.positions == positions {
      clusters = known.clusters
    } else {
      clusters = Self.clusters(of: directions, at: positions ?? Array(places.indices), in: frame, glyphs)
    }
  }

  /// Draws the map.
  ///
  /// - Returns: What its signs mean, as far as they stand on it; `nil` for numbers alone.
  @discardableResult
  func draw(into grid: inout CellGrid, at rectangle: CellRectangle) -> String? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    let markers = markers
    var map = CellGrid(width: frame.width, height: frame.height)
    var layout = LabelLayout(width: frame.width, height: frame.height)
    drawArea(into: &map)
    for marker in markers {
      map.put(marker.text, column: marker.box.column, row: marker.box.row, style: style(of: marker))
      // With a column on either side, so that no name runs into a number.
      layout.take(
        CellRectangle(column: marker.box.column - 1, row: marker.box.row, width: marker.box.width + 2, height: 1)
      )
    }
    if let center = centerCell {
      map.put(glyphs.center, column: center.column, row: center.row, style: .bold)
      layout.take(CellRectangle(column: center.column - 1, row: center.row, width: 3, height: 1))
    }
    drawScale(over: markers, into: &map, &layout)
    drawNorth(over: markers, into: &map, &layout)
    drawRingLabels(into: &map, &layout)
    for marker in markers { drawName(of: marker, into: &map, &layout) }
    drawGround(into: &map, &layout)
    grid.put(map, at: rectangle)
    if isShaded { return "\(glyphs.shades.joined()) = few to many places" }
    return markers.contains { $0.text.hasPrefix(glyphs.cluster) } ? "\(glyphs.cluster)7 = 7 places there" : nil
  }

  /// The place that a cell of the map shows; the first one of a cluster.
  func position(atColumn column: Int, row: Int) -> Int? {
    markers.last { $0.box.contains(column: column, row: row) }?.members.first
  }

  // MARK: - Places

  /// What stands on the map for one place or more.
  private struct Marker {
    let text: String
    /// Centred on the places, and moved where an edge would cut it or the centre of the area stands.
    let box: CellRectangle
    /// Positions in the list, in order.
    let members: ArraySlice<Int>
    let isSelected: Bool
  }

  private var isShaded: Bool { (positions?.count ?? places.count) > Self.mostMarkers }

  private static func clusters(
    of directions: [SIMD3<Double>],
    at positions: [Int],
    in frame: MapFrame,
    _ glyphs: MapGlyphs
  ) -> [MarkerClusters.Marker] {
    let widest = String(directions.count).count + (directions.count > 1 ? DisplayWidth.of(glyphs.cluster) : 0)
    let labelWidth = positions.count > mostMarkers ? 0 : min(widest, 5)
    var clusters = MarkerClusters(width: frame.width, height: frame.height, labelWidth: labelWidth)
    for position in positions {
      guard let cell = frame.cell(frame.projection.point(of: directions[position])) else { continue }
      clusters.add(position, column: cell.column, row: cell.row)
    }
    return clusters.markers
  }

  /// The markers, in the order of their first places; a selected place last, above the others.
  private var markers: [Marker] {
    let (isShaded, shades) = (isShaded, glyphs.shades)
    let most = isShaded ? clusters.map(\.members.count).max() ?? 1 : 1
    let center = centerCell
    var markers = clusters.map { cluster in
      let selected = selection.flatMap { cluster.members.contains($0) ? $0 : nil }
      let text: String
      if selected == nil, isShaded {
        // Each shade stands for four times as many places.
        let share = log2(Double(most) / Double(cluster.members.count)) / 2
        text = shades[max(0, shades.count - 1 - Int(share))]
      } else if selected == nil, cluster.members.count > 1 {
        text = glyphs.cluster + String(cluster.members.count)
      } else {
        text = String((selected ?? cluster.members.first ?? 0) + 1)
      }
      let width = text.utf8.count == 1 ? 1 : text.count
      var column = max(0, min(cluster.column - width / 2, frame.width - width))
      if let center, center.row == cluster.row, (column..<column + width).contains(center.column), !isShaded {
        column = center.column + width < frame.width ? center.column + 1 : center.column - width
      }
      return Marker(
        text: text,
        box: CellRectangle(column: column, row: cluster.row, width: width, height: 1),
        members: selected.map { [$0] } ?? cluster.members,
        isSelected: selected != nil
      )
    }
    if let selected = markers.firstIndex(where: \.isSelected) { markers.append(markers.remove(at: selected)) }
    return markers
  }

  private func style(of marker: Marker) -> CellStyle {
    let members = marker.members.prefix(64)
    let group = members.first.flatMap { places[$0].place.group }
    let color = members.allSatisfy { places[$0].place.group == group } ? group?.color : nil
    return CellStyle(color: color ?? .standard, isBold: !isShaded, isReversed: marker.isSelected)
  }

  private var centerCell: (column: Int, row: Int)? {
    area.center.flatMap { frame.cell(frame.point(of: $0)) }
  }

  // MARK: - Names

  /// Draws the name beside a marker: of its place, or of the places of one spot.
  private func drawName(of marker: Marker, into map: inout CellGrid, _ layout: inout LabelLayout) {
    guard !isShaded || marker.isSelected, let first = marker.members.first.map({ places[$0].place }),
      marker.members.allSatisfy({ places[$0].place.coordinate == first.coordinate })
    else { return }
    let style = CellStyle(color: first.group?.color ?? .standard)
    let names = marker.members.prefix(Self.mostListed).map {
      TerminalText.cleaned(places[$0].place.name ?? places[$0].place.id)
    }
    if names.count > 1 {
      let rest = marker.members.count - names.count
      let lines = zip(marker.members, names).map { "\($0 + 1) \($1)" } + (rest > 0 ? ["\(rest) more"] : [])
      if drawLabel(lines, beside: marker.box, style: style, into: &map, &layout) { return }
    }
    drawLabel([names.joined(separator: ", ")], beside: marker.box, style: style, into: &map, &layout)
  }

  private func drawGround(into map: inout CellGrid, _ layout: inout LabelLayout) {
    for mark in ground.marks {
      guard let cell = frame.cell(frame.point(of: mark.coordinate)) else { continue }
      var box = CellRectangle(column: cell.column, row: cell.row, width: 1, height: 1)
      if mark.isLandmark {
        guard layout.takeFirst(of: [box]) != nil else { continue }
        if drawLabel([mark.name], beside: box, style: .quiet, into: &map, &layout) {
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

  /// Draws a label to the right or to the left of a box and below or above, whole or else cut; returns whether there is room.
  @discardableResult
  private func drawLabel(
    _ lines: [String],
    beside box: CellRectangle,
    style: CellStyle,
    into map: inout CellGrid,
    _ layout: inout LabelLayout
  ) -> Bool {
    for width in [Self.widestName, Self.cutName] {
      let fitted = lines.map { DisplayWidth.fitted($0, to: width, ellipsis: glyphs.ellipsis) }
      let columns = fitted.map(DisplayWidth.of).max() ?? 0
      let sides = [box.row, box.row - lines.count + 1].flatMap { row in
        [box.column + box.width + 1, box.column - columns - 1].map {
          CellRectangle(column: $0, row: row, width: columns, height: lines.count)
        }
      }
      guard let free = layout.takeFirst(of: sides) else { continue }
      for (line, text) in fitted.enumerated() { map.put(text, column: free.column, row: free.row + line, style: style) }
      // A column more on the far side, so that no two names run together.
      layout.take(CellRectangle(column: free.column - 1, row: free.row, width: columns + 2, height: lines.count))
      return true
    }
    return false
  }

  /// Draws the scale in a corner that no marker needs; shades give way to it, numbers do not.
  private func drawScale(over markers: [Marker], into map: inout CellGrid, _ layout: inout LabelLayout) {
    let most = Double(map.width / 3) * 2 * frame.metersPerDot
    guard most > 0, map.width >= 24 else { return }
    let length = DistanceFormatter.roundDown(meters: most)
    let cells = Int((length / frame.metersPerDot / 2).rounded())
    guard cells >= 2 else { return }
    let bar = "\(glyphs.scaleStart)\(String(repeating: glyphs.scaleLine, count: cells - 2))\(glyphs.scaleEnd)"
    let name = length >= 1 ? DistanceFormatter.short(meters: length) : "\(Int((length * 100).rounded())) cm"
    let text = "\(bar) \(name) "
    let width = DisplayWidth.of(text)
    // North stands in the fourth corner.
    let corners = [(0, map.height - 1), (map.width - width, map.height - 1), (0, 0)].map {
      CellRectangle(column: $0, row: $1, width: width, height: 1)
    }
    guard let box = corner(of: corners, over: markers) else { return }
    map.put(text, column: box.column, row: box.row)
    // With the line beside it, where the label of a ring would look like a part of it.
    layout.take(CellRectangle(column: box.column - 1, row: max(0, box.row - 1), width: width + 2, height: 2))
  }

  private func drawNorth(over markers: [Marker], into map: inout CellGrid, _ layout: inout LabelLayout) {
    let width = DisplayWidth.of(glyphs.north)
    let boxes = (0...max(0, map.width - width)).reversed().map {
      CellRectangle(column: $0, row: 0, width: width, height: 1)
    }
    guard let box = corner(of: boxes, over: markers) else { return }
    map.put(glyphs.north, column: box.column, row: box.row, style: .bold)
    layout.take(box)
  }

  /// The first of some boxes that covers no marker; where all do, the first one over shades, and none over numbers.
  private func corner(of boxes: [CellRectangle], over markers: [Marker]) -> CellRectangle? {
    let free = boxes.first { box in
      !markers.contains { marker in
        marker.box.row == box.row && marker.box.column < box.column + box.width
          && box.column < marker.box.column + marker.box.width
      }
    }
    return free ?? (isShaded ? boxes.first : nil)
  }
}
