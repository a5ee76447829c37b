import Domain
import System

/// Draws places on a character map: the query's rings or rectangle, numbered markers, names that fit, a scale bar and
/// north.
struct MapDrawing: Sendable {
  let glyphs: MapGlyphs
  let frame: MapFrame
  let area: SearchArea
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The indices of the places to draw; `nil` for all places.
  let positions: [Int]?
  var selection: Int?
  var ground = MapContext.none
  /// Whether there are streets to draw.
  var hasGround: Bool { !ground.ground.features.isEmpty }
  private let clusters: [MarkerClusters.Marker]
  /// The unit vectors of the places from the centre of the earth.
  private let directions: [SIMD3<Double>]

  /// The maximum number of markers; with more places, shades show the density, because clusters would cover the map.
  private static let maximumMarkers = 300

  /// Makes a drawing.
  ///
  /// Reuses the markers of an earlier drawing with the same places and frame.
  init(
    glyphs: MapGlyphs,
    frame: MapFrame,
    area: SearchArea,
    places: [FoundPlace],
    positions: [Int]? = nil,
    earlier: MapDrawing? = nil
  ) {
    self.glyphs = glyphs
    self.frame = frame
    self.area = area
    self.places = places
    self.positions = positions
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
    var map = CellGrid(width: frame.width, height: frame.height)
    var layout = LabelLayout(width: frame.width, height: frame.height)
    drawStreets(into: &map)
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
    for marker in markers { drawName(of: marker, into: &map, &layout) }
    drawStreetNames(into: &map, &layout)
    drawGround(into: &map, &layout)
    grid.put(map, at: rectangle)
    if isShaded { return "\(glyphs.shades.joined()) = few to many places" }
    return markers.contains { $0.text.hasPrefix(glyphs.cluster) } ? "\(glyphs.cluster)7 = 7 places there" : nil
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

  var isShaded: Bool { (positions?.count ?? places.count) > Self.maximumMarkers }

  private static func clusters(
    of directions: [SIMD3<Double>],
    at positions: [Int],
    in frame: MapFrame,
    _ glyphs: MapGlyphs
  ) -> [MarkerClusters.Marker] {
    let widest = String(directions.count).count + (directions.count > 1 ? DisplayWidth.of(glyphs.cluster) : 0)
    // Half a label on either side, and a space between two labels; shades have no labels.
    let labelWidth = positions.count > maximumMarkers ? 1 : min(widest, 5) / 2 * 2 + 2
    var clusters = MarkerClusters(width: frame.width, height: frame.height, labelWidth: labelWidth)
    for position in positions {
      guard let cell = frame.cell(frame.projection.point(of: directions[position])) else { continue }
      clusters.add(position, column: cell.column, row: cell.row)
    }
    return clusters.markers()
  }

  /// The markers, in the order of their first places; the selected place comes last, so that it is drawn on top.
  private var markers: [Marker] {
    let isShaded = isShaded
    let shades = glyphs.shades
    let most = isShaded ? clusters.map(\.members.count).max() ?? 1 : 1
    let center = centerCell
    var markers = clusters.map { cluster in
      let selected = selection.flatMap { cluster.members.contains($0) ? $0 : nil }
      let text: String
      if selected == nil, isShaded {
        // Each shade means four times as many places as the previous shade.
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
}
