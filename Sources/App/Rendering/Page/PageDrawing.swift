import Domain
import System

/// The map of a page as SVG, which the page shows without its script and when printed.
///
/// Each point has its number from the table, or belongs to a marker with the number of points there. The canvas draws
/// the same paths of the ground, the area and the coverage.
struct PageDrawing {
  /// A place, or a row of a batch.
  struct Point {
    let coordinate: Coordinate
    let group: CategoryGroup?
    /// The number in the table.
    let number: Int
  }

  /// The points, in the order of the table.
  let points: [Point]
  /// Returns the name of the point at an index.
  private let name: (Int) -> String?
  private let area: SearchArea
  let landmarks: [MapContext.Mark]
  let coverage: [SearchArea]
  let frame: MapFrame
  let ground: PageGround
  let language: Language

  /// The width of the map in SVG units; a dot of the map is one unit.
  static let width = 960
  static let height = 640
  /// The height of the strip with scale and north below the map, so that they cover nothing.
  private static let strip = 32
  /// The size of a layout cell in units.
  private static let cell = 4
  /// The maximum number of places at one marker whose numbers are listed.
  private static let maximumListedCount = 5

  init(_ result: PlaceResult, _ language: Language = .english) {
    let places = result.places
    self.language = language
    points = places.enumerated().map { position, found in
      Point(coordinate: found.place.coordinate, group: found.place.group, number: position + 1)
    }
    name = { places[$0].place.shownName(in: language) }
    area = result.query.area
    landmarks = result.ground.marks
    coverage = result.coverage
    frame = Self.frame(of: area, places)
    ground = PageGround(result.ground.ground, in: frame)
  }

  /// Draws points that belong to no area.
  init(
    of points: [Point],
    in frame: MapFrame,
    on context: MapContext,
    _ language: Language,
    name: @escaping (Int) -> String?
  ) {
    self.language = language
    self.points = points
    self.name = name
    area = .anywhere(center: nil)
    landmarks = context.marks
    coverage = []
    self.frame = frame
    ground = PageGround(context.ground, in: frame)
  }

  /// Returns the frame of a page's map.
  static func frame(of area: SearchArea, _ places: [FoundPlace]) -> MapFrame {
    let viewport = MapViewport(area: area, places: places, width: width / 2, height: height / 4)
    return MapFrame(viewport: viewport, width: width / 2, height: height / 4)
  }

  func append(to bytes: inout [UInt8]) {
    let size = "\(Self.width) \(Self.height + Self.strip)"
    bytes.append(text: "<figure id=\"drawing\">")
    bytes.append(
      text: "<svg viewBox=\"0 0 \(size)\" role=\"img\" aria-label=\"\(Phrase.mapOfPlaces.text(language))\">\n"
    )
    var layout = LabelLayout(width: Self.width / Self.cell, height: Self.height / Self.cell)
    let marks = marks
    for mark in marks { layout.take(box(of: mark)) }
    appendGlyphs(to: &bytes)
    // A nested `svg` clips its content, so that a partly visible circle doesn't extend into the strip.
    bytes.append(text: "<svg width=\"\(Self.width)\" height=\"\(Self.height)\">\n")
    // The plane of the paths, in metres.
    let scale = (1 / frame.metersPerDot).decimalText
    let plane = "<g transform=\"translate(\(Self.width / 2) \(Self.height / 2)) scale(\(scale))\">"
    bytes.append(text: plane)
    ground.append(to: &bytes, in: frame)
    bytes.append(text: "</g>")
    appendHatching(in: plane, to: &bytes)
    bytes.append(text: plane)
    append(area.radius == nil ? area.outline(steps: 32) : [], id: "edge", to: &bytes)
    append(area.lines, id: "route", to: &bytes)
    bytes.append(text: "</g>\n")
    appendRings(to: &bytes, &layout)
    append(marks, to: &bytes, &layout)
    appendStreetNames(to: &bytes, &layout)
    appendLandmarks(to: &bytes, &layout)
    bytes.append(text: "</svg>")
    appendScale(to: &bytes)
    bytes.append(text: "</svg>")
    if let many = marks.first(where: { $0.members.count > 1 }) {
      let count = Phrase.count(of: many.members.count, in: language)
      let meaning = Phrase.closeTogether.text(language, text(of: many), count)
      bytes.append(text: "<figcaption>\(meaning)</figcaption>")
    }
    bytes.append(text: "</figure>\n")
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

  private func appendRings(to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    guard let center = area.center, let radius = area.radius,
      let (x, y) = frame.dot(frame.point(of: center))
    else { return }
    for ring in MapDrawing.rings(to: radius.meters, in: frame, isSparse: !ground.isEmpty) {
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
  }

  /// Appends lines as one path of the plane, to a quarter of a dot.
  private func append(_ lines: [[Coordinate]], id: String, to bytes: inout [UInt8]) {
    guard !lines.isEmpty else { return }
    bytes.append(text: "<path id=\"\(id)\" class=\"\(id)\" d=\"")
    appendPath(of: lines, to: &bytes)
    bytes.append(text: "\"/>\n")
  }

  func appendPath(of lines: [[Coordinate]], isClosed: Bool = false, to bytes: inout [UInt8]) {
    for line in lines { bytes.appendPath(line.lazy.map(frame.point), isClosed: isClosed, unit: frame.pathUnitMeters) }
  }

  // MARK: - Places

  private func append(_ marks: [MarkerClusters.Marker], to bytes: inout [UInt8], _ layout: inout LabelLayout) {
    for mark in marks { append(mark, to: &bytes) }
    for mark in marks where mark.members.count == 1 {
      guard let name = mark.members.first.flatMap(name), !name.isEmpty else { continue }
      append(name, "name", nextTo: box(of: mark), to: &bytes, in: &layout)
    }
    for mark in marks where 2...Self.maximumListedCount ~= mark.members.count {
      let numbers = mark.members.map { String(points[$0].number) }.joined(separator: ", ")
      append(numbers, "ground", nextTo: box(of: mark), to: &bytes, in: &layout)
    }
  }

  // MARK: - Text

  /// Returns the cells of a text centred on a point, 7 units per column, which is wider than most fonts.
  static func box(of text: String, x: Int, y: Int) -> CellRectangle {
    let width = max(16, DisplayWidth.of(text) * 7 + 8)
    return box(x: x - width / 2, y: y - 8, width: width, height: 16)
  }

  static func box(x: Int, y: Int, width: Int, height: Int) -> CellRectangle {
    CellRectangle(column: x / cell, row: y / cell, width: (width + cell - 1) / cell, height: (height + cell - 1) / cell)
  }

  @discardableResult
  func append(
    _ text: String,
    _ kind: String,
    nextTo box: CellRectangle,
    to bytes: inout [UInt8],
    in layout: inout LabelLayout
  ) -> Bool {
    let fitted = DisplayWidth.fitted(TerminalText.cleaned(text), to: 24, ellipsis: "…")
    var free = Self.box(of: fitted, x: 0, y: 0)
    free.row = box.row + (box.height - free.height) / 2
    // Two more cells, so that the text is nearer to its own marker than to the next one.
    free.width += 2
    let boxes = [box.column + box.width, box.column - free.width].map { column in
      free.column = column
      return free
    }
    guard let taken = layout.takeFirst(of: boxes) else { return false }
    let isLeft = taken.column < box.column
    let x = (taken.column + (isLeft ? taken.width : 0)) * Self.cell + (isLeft ? -4 : 4)
    append(fitted, "\(kind) \(isLeft ? "end" : "start")", x: x, y: taken.row * Self.cell + 8, to: &bytes)
    return true
  }

  func append(_ text: String, _ kind: String, in box: CellRectangle, to bytes: inout [UInt8]) {
    let x = box.column * Self.cell + box.width * Self.cell / 2
    let y = box.row * Self.cell + box.height * Self.cell / 2
    append(text, kind, x: x, y: y, to: &bytes)
  }

  func append(_ text: String, _ kind: String, x: Int, y: Int, to bytes: inout [UInt8]) {
    bytes.append(text: "<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\"")
    // Labels are numbers and units; names may be in any language.
    if kind != "label" { bytes.append(text: " lang=\"\(NameLanguage.tag(of: text))\"") }
    bytes.append(text: ">")
    bytes.appendHTML(text: text)
    bytes.append(text: "</text>\n")
  }
}
