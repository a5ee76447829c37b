import Domain
import System

/// Draws places on a character map: the query's rings or rectangle, numbered markers, names that fit, a scale bar and
/// north.
struct MapDrawing: Sendable {
  let glyphs: MapGlyphs
  let language: Language
  let frame: MapFrame
  let area: SearchArea
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The indices of the places to draw; `nil` for all places.
  let positions: [Int]?
  var selection: Int?
  /// A box that will be covered, so that no text is written there.
  var reserved: CellRectangle?
  let ground: MapContext
  /// The streets; `nil` without any.
  let streets: Streets?
  private let clusters: [MarkerClusters.Marker]
  /// The unit vectors of the places from the centre of the earth.
  private let directions: [SIMD3<Double>]

  /// The minimum number of cells for each place; with less, larger clusters leave room for the streets.
  private static let cellsPerPlace = 5
  /// The width of a label that makes clusters large, in columns.
  private static let wideLabel = 6

  /// Makes a drawing.
  ///
  /// Reuses the markers and streets of an earlier drawing with the same places and frame.
  init(
    glyphs: MapGlyphs,
    language: Language = .english,
    frame: MapFrame,
    area: SearchArea,
    places: [FoundPlace],
    positions: [Int]? = nil,
    ground: MapContext = .none,
    earlier: MapDrawing? = nil
  ) {
    self.glyphs = glyphs
    self.language = language
    self.frame = frame
    self.area = area
    self.places = places
    self.positions = positions
    self.ground = ground
    if let earlier, earlier.frame == frame, let streets = earlier.streets, streets.ground == ground.ground {
      self.streets = streets
    } else {
      streets = ground.ground.isEmpty ? nil : Self.streets(of: ground.ground, in: frame, glyphs)
    }
    // Comparing arrays that share their storage takes constant time.
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
  /// - Returns: The legend of the symbols that were drawn; `nil` if there are only numbers.
  @discardableResult
  func draw(into grid: inout CellGrid, at rectangle: CellRectangle) -> String? {
    guard frame.width > 0, frame.height > 0 else { return nil }
    let markers = markers
    var map = streets?.lines ?? CellGrid(width: frame.width, height: frame.height)
    var layout = LabelLayout(width: frame.width, height: frame.height)
    if let reserved {
      layout.take(CellRectangle(column: reserved.column - 1, row: reserved.row, width: reserved.width + 2, height: 1))
    }
    drawArea(into: &map)
    for marker in markers {
      map.put(marker.text, column: marker.box.column, row: marker.box.row, style: style(of: marker))
      // Occupies a column on either side, so that no name runs into a number.
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
    // The selected place, which is drawn last, gets its name first.
    for marker in markers.reversed() where marker.isSelected { drawName(of: marker, into: &map, &layout) }
    for marker in markers where !marker.isSelected { drawName(of: marker, into: &map, &layout) }
    drawStreetNames(into: &map, &layout)
    drawGround(into: &map, &layout)
    grid.put(map, at: rectangle)
    guard markers.contains(where: { $0.text.hasPrefix(glyphs.cluster) }) else { return nil }
    return "\(glyphs.cluster)7 = \(Phrase.count(of: 7, in: language))"
  }

  /// Returns the index of the place at a cell of the map; for a cluster, the index of its first place.
  func position(atColumn column: Int, row: Int) -> Int? {
    markers.last { $0.box.contains(column: column, row: row) }?.members.first
  }

  // MARK: - Places

  /// The symbol of one or more places on the map.
  struct Marker {
    let text: String
    /// The cells of the symbol: centred on the places, but moved away from edges and from the centre of the area.
    let box: CellRectangle
    /// The indices of the places in the list, in order.
    let members: ArraySlice<Int>
    let isSelected: Bool
  }

  private static func clusters(
    of directions: [SIMD3<Double>],
    at positions: [Int],
    in frame: MapFrame,
    _ glyphs: MapGlyphs
  ) -> [MarkerClusters.Marker] {
    let widest = String(directions.count).count + (directions.count > 1 ? DisplayWidth.of(glyphs.cluster) : 0)
    let cells = positions.compactMap { position in
      frame.cell(frame.projection.point(of: directions[position])).map { (position, $0) }
    }
    let isCrowded = cells.count * cellsPerPlace > frame.width * frame.height
    // Half a label on either side, and a space between two labels.
    var clusters = MarkerClusters(
      width: frame.width,
      height: frame.height,
      labelWidth: isCrowded ? wideLabel : min(widest, 5) / 2 * 2 + 2,
      labelHeight: isCrowded ? 2 : 1
    )
    for (position, cell) in cells { clusters.add(position, column: cell.column, row: cell.row) }
    return clusters.markers()
  }

  /// The markers, in the order of their first places; the selected place comes last, so that it is drawn on top.
  private var markers: [Marker] {
    var markers = clusters.compactMap { cluster in
      cluster.members.elementsEqual([selection].compactMap(\.self))
        ? nil : marker(of: cluster.members, column: cluster.column, row: cluster.row)
    }
    guard let selection, positions?.contains(selection) != false,
      let cell = frame.cell(frame.projection.point(of: directions[selection]))
    else { return markers }
    let selected = marker(of: [selection], column: cell.column, row: cell.row, isSelected: true)
    markers.removeAll { $0.box.row == selected.box.row && $0.box.isAdjacent(selected.box) }
    return markers + [selected]
  }

  private func marker(
    of members: ArraySlice<Int>,
    column: Int,
    row: Int,
    isSelected: Bool = false
  ) -> Marker {
    let text = text(of: members)
    var box = box(of: members, column: column, row: row)
    if let center = centerCell, box.contains(column: center.column, row: center.row) {
      // To the right of the centre, or to the left if another marker is there.
      box.column = center.column + 1
      let isTaken = clusters.contains { other in
        other.row == row && other.members != members
          && self.box(of: other.members, column: other.column, row: row).isAdjacent(box)
      }
      if isTaken || box.column + box.width > frame.width { box.column = max(0, center.column - box.width) }
    }
    return Marker(text: text, box: box, members: members, isSelected: isSelected)
  }

  /// Returns the label of a marker: the number of its only place, or how many places it has.
  private func text(of members: ArraySlice<Int>) -> String {
    members.count > 1 ? glyphs.cluster + String(members.count) : String((members.first ?? 0) + 1)
  }

  private func box(of members: ArraySlice<Int>, column: Int, row: Int) -> CellRectangle {
    let width = text(of: members).count
    let start = max(0, min(column - width / 2, frame.width - width))
    return CellRectangle(column: start, row: row, width: width, height: 1)
  }

  private func style(of marker: Marker) -> CellStyle {
    let members = marker.members.prefix(64)
    let group = members.first.flatMap { places[$0].place.group }
    let color = members.allSatisfy { places[$0].place.group == group } ? group?.color : nil
    return CellStyle(color: color ?? .standard, isBold: true, isReversed: marker.isSelected)
  }

  private var centerCell: (column: Int, row: Int)? {
    area.center.flatMap { frame.cell(frame.point(of: $0)) }
  }
}
