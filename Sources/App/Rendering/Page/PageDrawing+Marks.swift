import Domain

/// The markers of a drawing, and the hatching outside the declared coverage of the index.
extension PageDrawing {
  static let markHeight = 16
  /// The width of a glyph and the space after it.
  private static let glyphWidth = 12

  /// The markers of all points inside the drawing.
  var marks: [MarkerClusters.Marker] {
    var clusters = MarkerClusters(
      width: Self.width,
      height: Self.height,
      labelWidth: widestMark,
      labelHeight: Self.markHeight
    )
    let columns = widestMark / 2...Self.width - widestMark / 2
    let rows = Self.markHeight / 2...Self.height - Self.markHeight / 2
    for (position, point) in points.enumerated() {
      guard let (x, y) = frame.dot(frame.point(of: point.coordinate)),
        (0..<Self.width).contains(x), (0..<Self.height).contains(y)
      else { continue }
      // Keep the whole marker inside the drawing.
      let column = min(max(x, columns.lowerBound), columns.upperBound)
      let row = min(max(y, rows.lowerBound), rows.upperBound)
      clusters.add(position, column: column, row: row)
    }
    return clusters.markers()
  }

  /// The width of the widest marker: a glyph, and the last number or the number of points at one spot.
  private var widestMark: Int {
    let digits = String(points.last?.number ?? 0).count
    return Self.width(characterCount: digits > 3 || points.count < 2 ? digits : min(digits + 1, 3))
  }

  private static func width(characterCount: Int) -> Int { min(46, glyphWidth + characterCount * 7 + 7) }

  /// Returns a length with one decimal.
  static func text(_ length: Double) -> String { ((length * 10).rounded() / 10).decimalText }

  /// Returns the label of a marker: the number of its only place, or how many points it has (from 10,000 in thousands).
  func text(of mark: MarkerClusters.Marker) -> String {
    let count = mark.members.count
    if count == 1 { return mark.members.first.map { String(points[$0].number) } ?? "" }
    return count < 10_000 ? "×\(count)" : "×\(count / 1_000)k"
  }

  /// Returns the categories of a marker's points, most common first.
  private func groups(of mark: MarkerClusters.Marker) -> [(group: CategoryGroup?, count: Int)] {
    if mark.members.count == 1 { return mark.members.map { (points[$0].group, 1) } }
    var counts: [CategoryGroup?: Int] = [:]
    for member in mark.members { counts[points[member].group, default: 0] += 1 }
    return counts.map { ($0, $1) }
      .sorted { ($1.count, $0.group?.slug ?? "") < ($0.count, $1.group?.slug ?? "") }
  }

  /// Appends the glyphs of all categories of places, which the markers refer to.
  func appendGlyphs(to bytes: inout [UInt8]) {
    bytes.append(text: "<defs>")
    for group in Set(points.map(\.group)).sorted(by: { ($0?.slug ?? "") < ($1?.slug ?? "") }) {
      bytes.append(text: "<path id=\"i-\(group?.slug ?? "none")\" d=\"\(group?.glyph ?? CategoryGroup.dotGlyph)\"/>")
    }
    bytes.append(text: "</defs>\n")
  }

  /// Appends a marker: the glyph and number on the colour of its category, or the shares of several categories.
  func append(_ mark: MarkerClusters.Marker, to bytes: inout [UInt8]) {
    let groups = groups(of: mark)
    let group = groups.first?.group?.slug ?? "none"
    let text = text(of: mark)
    let width = min(widestMark, Self.width(characterCount: text.count))
    let left = mark.column - width / 2
    let top = mark.row - Self.markHeight / 2
    bytes.append(text: "<rect class=\"mark g-\(groups.count == 1 ? group : "none")\" x=\"\(left).5\" y=\"\(top).5\" ")
    bytes.append(text: "width=\"\(width - 1)\" height=\"15\" rx=\"7.5\"/>")
    var start = 4
    if groups.count == 1 {
      bytes.append(text: "<use href=\"#i-\(group)\" class=\"glyph\" ")
      bytes.append(text: "transform=\"translate(\(left + 4) \(top + 3)) scale(.6)\"/>")
      start += Self.glyphWidth - 1
    } else {
      var share = Double(left + 4)
      for (group, count) in groups {
        let length = Double((width - 8) * count) / Double(mark.members.count)
        bytes.append(text: "<rect class=\"mark g-\(group?.slug ?? "none")\" x=\"\(Self.text(share))\" ")
        bytes.append(text: "y=\"\(mark.row + 5)\" width=\"\(Self.text(length))\" height=\"2.5\"/>")
        share += length
      }
    }
    let length = width - start - 4
    bytes.append(text: "<text class=\"number\" x=\"\(Self.text(Double(left + start) + Double(length) / 2))\" ")
    bytes.append(text: "y=\"\(mark.row)\"")
    // Keeps wide digits of the browser's font inside the marker.
    if text.count > 3 { bytes.append(text: " textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\"") }
    bytes.append(text: ">\(text)</text>\n")
  }

  /// Returns the cells that a marker touches.
  func box(of mark: MarkerClusters.Marker) -> CellRectangle {
    let width = min(widestMark, Self.width(characterCount: text(of: mark).count))
    return Self.box(
      x: mark.column - width / 2,
      y: mark.row - Self.markHeight / 2,
      width: width + 3,
      height: Self.markHeight
    )
  }

  /// Appends the hatching; nothing without a declared coverage that ends within the query's area.
  func appendHatching(in plane: String, to bytes: inout [UInt8]) {
    guard !coverage.isEmpty else { return }
    let size = "width=\"100%\" height=\"100%\""
    bytes.append(text: "<defs><pattern id=\"hatch\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">")
    bytes.append(text: "<path class=\"edge\" stroke-opacity=\"0.4\" d=\"M0 10L10 0\"/></pattern>")
    bytes.append(text: "<mask id=\"outside\"><rect \(size) fill=\"#fff\"/>\(plane)")
    for area in coverage {
      bytes.append(text: "<path class=\"covered\" d=\"")
      appendPath(of: area.rings, isClosed: true, to: &bytes)
      bytes.append(text: "\"/>\n")
    }
    bytes.append(text: "</g></mask></defs><rect \(size) fill=\"url(#hatch)\" mask=\"url(#outside)\"/>\n")
  }
}

extension PlaceResult {
  /// The declared coverage of the index, if the query's area reaches beyond it.
  var coverage: [SearchArea] {
    switch collection.gap {
    case .beyondCoverage(let areas), .outsideCoverage(let areas): areas
    default: []
    }
  }
}

extension SearchArea {
  /// The outline as closed rings; the outline of a box is four lines.
  var rings: [[Coordinate]] {
    let lines = outline(steps: 64)
    guard case .box = shape, lines.count == 4 else { return lines }
    return [lines[0] + lines[3] + lines[1].reversed() + lines[2].reversed()]
  }
}
