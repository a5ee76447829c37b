import Domain

/// A result's map as SVG, which the page shows without its script and when printed.
///
/// Each place has its number from the table, or belongs to a mark with the number of places there (``PageMarks``).
struct PageDrawing {
  let places: [FoundPlace]
  private let area: SearchArea
  private let ground: MapContext
  let coverage: [SearchArea]
  let frame: MapFrame

  /// The width of the map in SVG units; a dot of the map is one unit.
  private static let width = 960
  private static let height = 640
  /// The height of the strip with scale and north below the map, so that they cover nothing.
  private static let strip = 32
  /// The size of a layout cell in units.
  private static let cell = 4
  /// The maximum number of places at one mark whose numbers are listed.
  private static let maximumListedCount = 5

  init(_ answer: Answer) {
    places = answer.places
    area = answer.query.area
    ground = answer.ground
    coverage = answer.coverage
    let viewport = MapViewport(area: area, places: places, width: Self.width / 2, height: Self.height / 4)
    frame = MapFrame(viewport: viewport, width: Self.width / 2, height: Self.height / 4)
  }

  func append(to bytes: inout [UInt8]) {
    let size = "\(Self.width) \(Self.height + Self.strip)"
    bytes.append(text: "<svg viewBox=\"0 0 \(size)\" role=\"img\" aria-label=\"Map of the places\">\n")
    var layout = LabelLayout(width: Self.width / Self.cell, height: Self.height / Self.cell)
    let marks = marks
    for mark in marks { layout.take(Self.box(of: mark)) }
    // A nested `svg` clips its content, so that a partly visible circle doesn't extend into the strip.
    bytes.append(text: "<svg width=\"\(Self.width)\" height=\"\(Self.height)\">\n")
    PageGround(ground.ground, in: frame).append(to: &bytes)
    appendHatching(to: &bytes)
    appendArea(to: &bytes, &layout)
    append(marks, to: &bytes, &layout)
    appendGround(to: &bytes, &layout)
    bytes.append(text: "</svg>")
    appendScale(to: &bytes)
    bytes.append(text: "</svg>")
    guard let many = marks.first(where: { $0.members.count > 1 }) else { return }
    let meaning = "\(many.text) is \(counted(many.members.count, "place")) close together"
    bytes.append(text: "<figcaption>\(meaning); the table has each of them.</figcaption>")
  }

  /// The marks of all places inside the drawing.
  var marks: [PageMarks.Mark] {
    PageMarks(of: places.map(point), width: Double(Self.width), height: Double(Self.height)).marks
  }

  /// The position of a place in the drawing; `nil` if it is outside.
  func point(of found: FoundPlace) -> (x: Double, y: Double)? {
    guard let (x, y) = frame.dot(frame.point(of: found.place.coordinate)) else { return nil }
    return (0..<Self.width).contains(x) && (0..<Self.height).contains(y) ? (Double(x), Double(y)) : nil
  }

  // MARK: - The area

  private func appendScale(to bytes: inout [UInt8]) {
    let length = DistanceFormatter.roundDown(meters: 160 * frame.metersPerDot)
    let start = Self.width - 16 - Int(length / frame.metersPerDot)
    let end = Self.width - 16
    let y = Self.height + 22
    bytes.append(text: "<path class=\"edge\" d=\"M0 \(Self.height)H\(Self.width)\"/>")
    bytes.append(text: "<path class=\"scale\" d=\"M\(start) \(y - 6)v6H\(end)v-6\"/>")
    append("N ↑", "label", x: 24, y: Self.height + 16, to: &bytes)
    append(DistanceFormatter.short(meters: length), "label", x: (start + end) / 2, y: y - 10, to: &bytes)
  }

  private func appendArea(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    if let center = area.center, let radius = area.radius {
      guard let (x, y) = frame.dot(frame.point(of: center)) else { return }
      let hasGround = !ground.ground.features.isEmpty
      for ring in MapDrawing.rings(to: radius.meters, in: frame, isSparse: hasGround) {
        let pixels = (ring / frame.metersPerDot).rounded()
        guard pixels < 1e5 else { continue }
        let kind = ring == radius.meters ? "edge" : "ring"
        bytes.append(text: "<circle class=\"\(kind)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(pixels.decimalText)\"/>")
        let text = DistanceFormatter.short(meters: ring)
        let boxes = [y + Int(pixels), y - Int(pixels)].map { Self.box(of: text, x: x, y: $0) }
        guard let box = layout.takeFirst(of: boxes) else { continue }
        append(text, "label", in: box, to: &bytes)
      }
      bytes.append(text: "<path class=\"scale\" d=\"M\(x - 7) \(y)h14M\(x) \(y - 7)v14\"/>\n")
      layout.take(Self.box(x: x - 8, y: y - 8, width: 16, height: 16))
    } else {
      append(area.outline(steps: 32), "edge", to: &bytes)
      append(area.lines, "route", to: &bytes)
    }
  }

  /// Appends lines as one path.
  ///
  /// Consecutive points at the same dot are written once.
  func append(_ lines: [[Coordinate]], _ kind: String, to bytes: inout [UInt8]) {
    guard !lines.isEmpty else { return }
    bytes.append(text: "<path class=\"\(kind)\" d=\"")
    for line in lines {
      var last: (column: Int, line: Int)?
      for point in line {
        guard let (column, line) = frame.dot(frame.point(of: point)) else {
          last = nil
          continue
        }
        if let last, last.column == column, last.line == line { continue }
        bytes.append(UInt8(ascii: last == nil ? "M" : "L"))
        bytes.append(decimal: column)
        bytes.append(UInt8(ascii: " "))
        bytes.append(decimal: line)
        last = (column, line)
      }
    }
    bytes.append(text: "\"/>\n")
  }

  // MARK: - Places

  private func append(_ marks: [PageMarks.Mark], to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    // Leader lines first, so that none crosses a number.
    for mark in marks {
      guard mark.members.count == 1, let point = mark.members.first.flatMap({ point(of: places[$0]) }) else { continue }
      guard (mark.x - point.x) * (mark.x - point.x) + (mark.y - point.y) * (mark.y - point.y) > 4 else { continue }
      bytes.append(text: "<path class=\"leader\" d=\"M\(Int(point.x)) \(Int(point.y))")
      bytes.append(text: "L\(Self.text(mark.x)) \(Self.text(mark.y))\"/>")
    }
    for mark in marks {
      let group = mark.members.first.flatMap { places[$0].place.group }
      let isOfOne = mark.members.allSatisfy { places[$0].place.group == group }
      let left = mark.x - mark.width / 2
      let top = mark.y - PageMarks.height / 2
      bytes.append(text: "<rect class=\"mark g-\(isOfOne ? group?.slug ?? "none" : "none")\" ")
      bytes.append(text: "x=\"\(Self.text(left + 0.5))\" y=\"\(Self.text(top + 0.5))\" ")
      bytes.append(text: "width=\"\(Self.text(mark.width - 1))\" height=\"15\" rx=\"7.5\"/>")
      if !isOfOne { appendShares(of: mark, to: &bytes) }
      bytes.append(text: "<text class=\"number\" x=\"\(Self.text(mark.x))\" y=\"\(Self.text(mark.y))\"")
      // Keeps wide digits of the browser's font inside the mark.
      if mark.text.count > 3 {
        bytes.append(text: " textLength=\"\(Self.text(mark.width - 8))\" lengthAdjust=\"spacingAndGlyphs\"")
      }
      bytes.append(text: ">\(mark.text)</text>\n")
    }
    for mark in marks where mark.members.count == 1 {
      guard let name = mark.members.first.flatMap({ places[$0].place.name }), !name.isEmpty else { continue }
      append(name, "name", nextTo: Self.box(of: mark), to: &bytes, in: &layout)
    }
    for mark in marks where 2...Self.maximumListedCount ~= mark.members.count {
      let numbers = mark.members.map { String($0 + 1) }.joined(separator: ", ")
      append(numbers, "ground", nextTo: Self.box(of: mark), to: &bytes, in: &layout)
    }
  }

  /// The cells that a mark touches.
  private static func box(of mark: PageMarks.Mark) -> CellRectangle {
    let left = Int(mark.x - mark.width / 2)
    let top = Int(mark.y - PageMarks.height / 2)
    let right = Int((mark.x + mark.width / 2).rounded(.up))
    let bottom = Int((mark.y + PageMarks.height / 2).rounded(.up))
    let column = left / cell
    let row = top / cell
    return CellRectangle(
      column: column,
      row: row,
      width: (right + cell - 1) / cell - column,
      height: (bottom + cell - 1) / cell - row
    )
  }

  /// A length with one decimal.
  static func text(_ length: Double) -> String { ((length * 10).rounded() / 10).decimalText }

  private func appendGround(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    for mark in ground.marks where mark.isLandmark || ground.ground.features.isEmpty {
      guard let (x, y) = frame.dot(frame.point(of: mark.coordinate)) else { continue }
      if mark.isLandmark {
        guard let box = layout.takeFirst(of: [Self.box(x: x - 4, y: y - 4, width: 8, height: 8)]) else { continue }
        guard append(mark.name, "ground", nextTo: box, to: &bytes, in: &layout) else { continue }
        bytes.append(text: "<circle class=\"landmark\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>\n")
      } else if let box = layout.takeFirst(of: [Self.box(of: mark.name, x: x, y: y)]) {
        append(mark.name, "ground", in: box, to: &bytes)
      }
    }
  }

  // MARK: - Text

  /// The cells of a text centred on a point, 7 units per column, which is wider than most fonts.
  private static func box(of text: String, x: Int, y: Int) -> CellRectangle {
    let width = max(16, DisplayWidth.of(text) * 7 + 8)
    return box(x: x - width / 2, y: y - 8, width: width, height: 16)
  }

  private static func box(x: Int, y: Int, width: Int, height: Int) -> CellRectangle {
    CellRectangle(column: x / cell, row: y / cell, width: (width + cell - 1) / cell, height: (height + cell - 1) / cell)
  }

  @discardableResult
  private func append(
    _ text: String,
    _ kind: String,
    nextTo box: CellRectangle,
    to bytes: inout [UInt8],
    in layout: inout LabelLayout
  ) -> Bool {
    let fitted = DisplayWidth.fitted(TerminalText.cleaned(text), to: 24, ellipsis: "…")
    var free = Self.box(of: fitted, x: 0, y: 0)
    free.row = box.row + (box.height - free.height) / 2
    let boxes = [box.column + box.width, box.column - free.width].map {
      CellRectangle(column: $0, row: free.row, width: free.width, height: free.height)
    }
    guard let taken = layout.takeFirst(of: boxes) else { return false }
    let isLeft = taken.column < box.column
    let x = (taken.column + (isLeft ? taken.width : 0)) * Self.cell + (isLeft ? -4 : 4)
    append(fitted, "\(kind) \(isLeft ? "end" : "start")", x: x, y: taken.row * Self.cell + 8, to: &bytes)
    return true
  }

  private func append(_ text: String, _ kind: String, in box: CellRectangle, to bytes: inout [UInt8]) {
    let x = box.column * Self.cell + box.width * Self.cell / 2
    let y = box.row * Self.cell + box.height * Self.cell / 2
    append(text, kind, x: x, y: y, to: &bytes)
  }

  private func append(_ text: String, _ kind: String, x: Int, y: Int, to bytes: inout [UInt8]) {
    bytes.append(text: "<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\"")
    // Labels are English like the page; names may be in any language.
    if kind != "label" { bytes.append(text: " lang=\"\(NameLanguage.tag(of: text))\"") }
    bytes.append(text: ">")
    bytes.appendHTML(text: text)
    bytes.append(text: "</text>\n")
  }
}
