import Domain

/// An answer's map as SVG: what the page shows without its script, and prints.
///
/// Each place has its number, as in the table: on its point where there is room, else close by with a line to the point.
/// It goes without a number only where nothing is free within ``reach``, or beyond the first ``mostNumbers``.
struct PageDrawing {
  private let places: [FoundPlace]
  private let area: SearchArea
  private let ground: MapGround
  private let frame: MapFrame

  /// Units of the drawing: a dot of the map is one.
  private static let (width, height) = (960, 640)
  /// Units of a cell of the layout.
  private static let cell = 4
  private static let mostNumbers = 600
  /// How far from its point a number may stand, in cells.
  private static let reach = 30

  init(_ answer: Answer) {
    (places, area, ground) = (answer.places, answer.query.query.area, answer.ground)
    let viewport = MapViewport(area: area, places: places, width: Self.width / 2, height: Self.height / 4)
    frame = MapFrame(viewport: viewport, width: Self.width / 2, height: Self.height / 4)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(
      text: "<svg viewBox=\"0 0 \(Self.width) \(Self.height)\" role=\"img\" aria-label=\"Map of the places\">\n"
    )
    var layout = LabelLayout(width: Self.width / Self.cell, height: Self.height / Self.cell)
    appendScale(to: &bytes, &layout)
    appendArea(to: &bytes, &layout)
    let dots = appendNumbers(to: &bytes, &layout)
    appendGround(to: &bytes, &layout)
    bytes.append(text: "</svg>")
    guard dots > 0 else { return }
    let sentence = "Dots without a number: \(dots.groupedText) of the places, for which there is no room."
    bytes.append(text: "<figcaption>\(sentence)</figcaption>")
  }

  // MARK: - The area

  private func appendScale(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    let length = DistanceFormatter.roundDown(meters: 160 * frame.metersPerDot)
    let (start, end, y) = (Self.width - 16 - Int(length / frame.metersPerDot), Self.width - 16, Self.height - 16)
    bytes.append(text: "<path class=\"scale\" d=\"M\(start) \(y - 6)v6H\(end)v-6\"/>")
    layout.take(Self.box(x: start - 8, y: y - 26, width: end - start + 24, height: 42))
    append("N ↑", "label", x: 24, y: 24, to: &bytes)
    layout.take(Self.box(x: 0, y: 0, width: 48, height: 40))
    append(DistanceFormatter.short(meters: length), "label", x: (start + end) / 2, y: y - 10, to: &bytes)
  }

  private func appendArea(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    switch area {
    case .circle(let center, let radius):
      guard let (x, y) = frame.dot(frame.point(of: center)) else { return }
      for ring in MapDrawing.rings(to: radius.meters, in: frame) {
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
    case .box(let box, _):
      for edge in box.outline(steps: 32) {
        let points = edge.compactMap { frame.dot(frame.point(of: $0)) }.map { "\($0.column),\($0.line)" }
        bytes.append(text: "<polyline class=\"edge\" points=\"\(points.joined(separator: " "))\"/>\n")
      }
    case .anywhere: break
    }
  }

  // MARK: - Places

  /// Returns how many places are dots without a number.
  private func appendNumbers(to bytes: inout [UInt8], _ layout: inout LabelLayout) -> Int {
    var dots = 0
    var named: [(box: CellRectangle, name: String)] = []
    // Above all lines, so that none crosses a number.
    var marks: [UInt8] = []
    for (position, found) in places.enumerated() {
      guard let (x, y) = frame.dot(frame.point(of: found.place.coordinate)) else { continue }
      guard (0..<Self.width).contains(x), (0..<Self.height).contains(y) else { continue }
      let tone = "g-\(found.place.group?.slug ?? "none")"
      let text = String(position + 1)
      let middle = Self.box(of: text, x: x, y: y)
      guard position < Self.mostNumbers, let box = layout.takeFirst(of: Self.around(middle)) else {
        marks.append(text: "<circle class=\"mark \(tone)\" cx=\"\(x)\" cy=\"\(y)\" r=\"2\"/>\n")
        dots += 1
        continue
      }
      let (left, top) = (box.column * Self.cell, box.row * Self.cell)
      let (wide, tall) = (box.width * Self.cell, box.height * Self.cell)
      if box != middle {
        bytes.append(text: "<path class=\"leader\" d=\"M\(x) \(y)L\(left + wide / 2) \(top + tall / 2)\"/>")
      }
      marks.append(text: "<rect class=\"mark \(tone)\" x=\"\(left + 1)\" y=\"\(top + 1)\" ")
      marks.append(text: "width=\"\(wide - 2)\" height=\"\(tall - 2)\" rx=\"\(tall / 2 - 1)\"/>")
      append(text, "number", in: box, to: &marks)
      named.append((box, found.place.name ?? ""))
    }
    bytes += marks
    for (box, name) in named where !name.isEmpty { append(name, "name", beside: box, to: &bytes, &layout) }
    return dots
  }

  /// A box and others ever farther around it.
  private static func around(_ middle: CellRectangle) -> some Sequence<CellRectangle> {
    let offsets =
      [(0, 0)]
      + (1...reach / 2).lazy.flatMap { step in
        [(1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (2, 1), (-2, 1), (2, -1), (-2, -1)].map {
          ($0 * step * 2, $1 * step * 2)
        }
      }
    return offsets.lazy.map { east, south in
      var box = middle
      (box.column, box.row) = (box.column + east, box.row + south)
      return box
    }
  }

  private func appendGround(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    for mark in ground.marks {
      guard let (x, y) = frame.dot(frame.point(of: mark.coordinate)) else { continue }
      if mark.isLandmark {
        guard let box = layout.takeFirst(of: [Self.box(x: x - 4, y: y - 4, width: 8, height: 8)]) else { continue }
        guard append(mark.name, "ground", beside: box, to: &bytes, &layout) else { continue }
        bytes.append(text: "<circle class=\"landmark\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>\n")
      } else if let box = layout.takeFirst(of: [Self.box(of: mark.name, x: x, y: y)]) {
        append(mark.name, "ground", in: box, to: &bytes)
      }
    }
  }

  // MARK: - Text

  /// The cells that a text takes around a point, 7 units a column: wider than the digits and letters of most fonts.
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
    beside box: CellRectangle,
    to bytes: inout [UInt8],
    _ layout: inout LabelLayout
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
    let (x, y) = (box.column * Self.cell + box.width * Self.cell / 2, box.row * Self.cell + box.height * Self.cell / 2)
    append(text, kind, x: x, y: y, to: &bytes)
  }

  private func append(_ text: String, _ kind: String, x: Int, y: Int, to bytes: inout [UInt8]) {
    bytes.append(text: "<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\">")
    bytes.appendHTML(text: text)
    bytes.append(text: "</text>\n")
  }
}
