import Domain

/// Draws the text next to the markers: names, map context, scale and north.
extension MapDrawing {
  private static let widestName = 24
  private static let cutName = 12
  /// The maximum number of places at one spot whose names are listed.
  private static let maximumListedCount = 5

  /// Draws the name next to a marker: of its place, or of several places at the same spot.
  func drawName(of marker: Marker, into map: inout CellGrid, _ layout: inout LabelLayout) {
    guard let first = marker.members.first.map({ places[$0].place }),
      marker.members.allSatisfy({ places[$0].place.coordinate == first.coordinate })
    else { return }
    let style = CellStyle(color: first.group?.color ?? .standard)
    let names = marker.members.prefix(Self.maximumListedCount).map {
      TerminalText.cleaned(places[$0].place.shownName(in: language))
    }
    if names.count > 1 {
      let rest = marker.members.count - names.count
      let lines =
        zip(marker.members, names).map { "\($0 + 1) \($1)" }
        + (rest > 0 ? [Phrase.more.text(language, String(rest))] : [])
      if drawLabel(lines, nextTo: marker.box, style: style, into: &map, &layout) { return }
    }
    drawLabel([names.joined(separator: ", ")], nextTo: marker.box, style: style, into: &map, &layout)
  }

  func drawGround(into map: inout CellGrid, _ layout: inout LabelLayout) {
    // Streets have their own names.
    for mark in ground.marks where mark.isLandmark || streets == nil {
      guard let cell = frame.cell(frame.point(of: mark.coordinate)) else { continue }
      var box = CellRectangle(column: cell.column, row: cell.row, width: 1, height: 1)
      if mark.isLandmark {
        guard layout.takeFirst(of: [box]) != nil else { continue }
        if drawLabel([mark.name], nextTo: box, style: .quiet, into: &map, &layout) {
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

  /// Draws a label next to a box, right or left, then below or above, in full or else truncated.
  ///
  /// Returns whether there was room.
  @discardableResult
  private func drawLabel(
    _ lines: [String],
    nextTo box: CellRectangle,
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
      // A free column on the far side, so that the name isn't as near to another marker.
      let free = sides.first { side in
        let far = side.column < box.column ? side.column - 1 : side.column + columns
        let column = CellRectangle(column: far, row: side.row, width: 1, height: lines.count)
        return layout.isFree(side) && (layout.isFree(column) || !(0..<map.width).contains(far))
      }
      guard let free else { continue }
      for (line, text) in fitted.enumerated() { map.put(text, column: free.column, row: free.row + line, style: style) }
      // One more column on the far side, so that names don't run together.
      layout.take(CellRectangle(column: free.column - 1, row: free.row, width: columns + 2, height: lines.count))
      return true
    }
    return false
  }

  /// Draws the scale in a corner without markers.
  func drawScale(over markers: [Marker], into map: inout CellGrid, _ layout: inout LabelLayout) {
    let most = Double(map.width / 3) * 2 * frame.metersPerDot
    guard most > 0, map.width >= 24 else { return }
    let length = DistanceFormatter.roundDown(meters: most)
    let cells = Int((length / frame.metersPerDot / 2).rounded())
    guard cells >= 2 else { return }
    let bar = "\(glyphs.scaleStart)\(String(repeating: glyphs.scaleLine, count: cells - 2))\(glyphs.scaleEnd)"
    let name = length >= 1 ? DistanceFormatter.short(meters: length) : "\(Int((length * 100).rounded())) cm"
    let text = "\(bar) \(name) "
    let width = DisplayWidth.of(text)
    // North takes the fourth corner.
    let corners = [(0, map.height - 1), (map.width - width, map.height - 1), (0, 0)].map {
      CellRectangle(column: $0, row: $1, width: width, height: 1)
    }
    guard let box = corner(of: corners, over: markers) else { return }
    map.put(text, column: box.column, row: box.row)
    // Also occupies the line next to the scale, where a ring's label would look like part of the scale.
    layout.take(CellRectangle(column: box.column - 1, row: max(0, box.row - 1), width: width + 2, height: 2))
  }

  func drawNorth(over markers: [Marker], into map: inout CellGrid, _ layout: inout LabelLayout) {
    let width = DisplayWidth.of(glyphs.north)
    let boxes = (0...max(0, map.width - width)).reversed().map {
      CellRectangle(column: $0, row: 0, width: width, height: 1)
    }
    guard let box = corner(of: boxes, over: markers) else { return }
    map.put(glyphs.north, column: box.column, row: box.row, style: .bold)
    // One more column, so that no name runs into the sign.
    layout.take(CellRectangle(column: box.column - 1, row: box.row, width: width + 2, height: 1))
  }

  /// Returns the first box that touches no marker and nothing reserved; `nil` if there is none.
  private func corner(of boxes: [CellRectangle], over markers: [Marker]) -> CellRectangle? {
    let taken = markers.map(\.box) + [reserved].compactMap(\.self)
    return boxes.first { box in !taken.contains { $0.row == box.row && $0.isAdjacent(box) } }
  }
}
