import Domain
import System

/// The streets, rails, water and parks of a page, as paths that its drawing and its canvas share.
///
/// Minor streets far from the centre are left out where the page would become too large.
struct PageGround {
  /// The longest nearly straight piece of a street, along which its name is written.
  struct Name {
    let text: String
    let kind: Ground.Kind
    var start: MapProjection.Point
    var end: MapProjection.Point

    var meters: Double { (end - start).length }
  }

  private var paths: [Ground.Kind: [UInt8]] = [:]
  /// The names, main streets and long pieces first.
  private(set) var names: [Name] = []

  var isEmpty: Bool { paths.isEmpty }

  /// The maximum size of the paths and names in bytes.
  ///
  /// With the names in the drawing, a page has at most 60 kB of ground.
  static let maximumByteCount = 52_000

  /// The share of the maximum size for water and parks, which may also use what roads leave.
  private static let areaByteCount = maximumByteCount / 3
  /// The size below which an area is left out, in dots.
  private static let smallestAreaDots = 3.0
  /// The largest distance of a street from the line of its name, in dots.
  private static let largestBendDots = 3.0

  /// Orders features by importance, then areas by their size, and lines by their distance from the middle.
  init(_ ground: Ground, in frame: MapFrame) {
    typealias Drawn = (feature: Ground.Feature, points: [MapProjection.Point], order: Double)
    let features = ground.features.compactMap { feature -> Drawn? in
      let points = feature.points.map { frame.point(of: $0.coordinate) }
      guard let middle = points.isEmpty ? nil : points[points.count / 2] else { return nil }
      guard feature.kind.isArea else { return (feature, points, middle.length) }
      let size = points.reduce(0) { max($0, ($1 - middle).length) }
      return size < Self.smallestAreaDots * frame.metersPerDot ? nil : (feature, points, -size)
    }
    .sorted { ($0.feature.kind.rawValue, $0.order) < ($1.feature.kind.rawValue, $1.order) }
    let lines = features.filter { !$0.feature.kind.isArea }.map { feature, points, _ in
      var path: [UInt8] = []
      path.appendPath(points, unit: frame.pathUnitMeters)
      let name = feature.name.flatMap { Self.straight(points, of: feature.kind, named: $0, in: frame) }
      return (feature.kind, path, name, byteCount: path.count + (name.map { $0.text.utf8.count + 42 } ?? 0))
    }
    paths[.water] = Self.seaPath(of: ground.sea, in: frame)
    var byteCount = paths[.water]?.count ?? 0
    let areas = features.map(\.feature).filter(\.kind.isArea)
    let rest = Self.maximumByteCount - lines.reduce(0) { $0 + $1.byteCount }
    let limit = max(Self.areaByteCount, rest) - byteCount
    for (kind, path) in Self.areaPaths(areas, in: frame, maximumByteCount: limit) {
      paths[kind, default: []] += path
      byteCount += path.count
    }
    for (kind, path, name, added) in lines {
      byteCount += added
      guard byteCount <= Self.maximumByteCount else { break }
      paths[kind, default: []] += path
      if let name { names.append(name) }
    }
    names.sort { ($0.kind.rawValue, -$0.meters) < ($1.kind.rawValue, -$1.meters) }
  }

  /// Returns the paths of areas, as precisely as their size allows.
  ///
  /// Leaving out areas instead would show the edges of tiles. If the paths are too large even without details of the
  /// size of the smallest area, the last ones are left out.
  private static func areaPaths(
    _ areas: [Ground.Feature],
    in frame: MapFrame,
    maximumByteCount: Int
  ) -> [(Ground.Kind, [UInt8])] {
    var toleranceDots = 0.0
    while true {
      let isCoarsest = toleranceDots >= smallestAreaDots
      let unit = max(frame.pathUnitMeters, Int(min(toleranceDots * frame.metersPerDot / 2, 1e6)))
      var paths: [(Ground.Kind, [UInt8])] = []
      var byteCount = 0
      for area in areas {
        var ring = area.points + area.points.prefix(1)
        if toleranceDots > 0 {
          Simplification.simplify(&ring, toleranceMeters: toleranceDots * frame.metersPerDot)
        }
        var path: [UInt8] = []
        path.appendPath(ring.dropLast().lazy.map { frame.point(of: $0.coordinate) }, isClosed: true, unit: unit)
        if byteCount + path.count > maximumByteCount {
          guard isCoarsest else { break }
          continue
        }
        byteCount += path.count
        paths.append((area.kind, path))
      }
      if isCoarsest || paths.count == areas.count { return paths }
      toleranceDots = max(0.5, toleranceDots * 1.5)
    }
  }

  /// Returns the path of the sea, as precisely as its size allows; `nil` without any.
  private static func seaPath(of sea: [[Ground.Point]], in frame: MapFrame) -> [UInt8]? {
    let rings = sea.map { $0.map { frame.point(of: $0.coordinate) } }.filter { ring in
      ring.contains { ($0 - ring[0]).length >= smallestAreaDots * frame.metersPerDot }
    }
    guard !rings.isEmpty else { return nil }
    var unit = frame.pathUnitMeters
    while true {
      var path: [UInt8] = []
      for ring in rings { path.appendPath(ring, isClosed: true, unit: unit) }
      if path.count <= areaByteCount / 2 { return path }
      unit *= 2
    }
  }

  /// Returns the name of a street on its longest piece that turns by less than 17° and is nearly straight.
  private static func straight(
    _ points: [MapProjection.Point],
    of kind: Ground.Kind,
    named name: String,
    in frame: MapFrame
  ) -> Name? {
    let widest = largestBendDots * frame.metersPerDot
    var longest: Name?
    for first in points.indices.dropLast() {
      let step = points[first + 1] - points[first]
      let heading = atan2(step.north, step.east)
      var last = first + 1
      while last + 1 < points.count {
        let next = points[last + 1] - points[last]
        let turn = atan2(next.north, next.east) - heading
        let whole = points[last + 1] - points[first]
        let isStraight = points[first + 1...last].allSatisfy { point in
          let part = point - points[first]
          return abs(part.east * whole.north - part.north * whole.east) <= widest * whole.length
        }
        guard abs(atan2(sin(turn), cos(turn))) < 0.3, isStraight else { break }
        last += 1
      }
      let piece = Name(text: TerminalText.cleaned(name), kind: kind, start: points[first], end: points[last])
      if piece.meters > longest?.meters ?? 20 { longest = piece }
    }
    return longest
  }

  /// Appends the paths, and each use of a path in the order of drawing: areas, the casings of roads, roads and rails.
  func append(to bytes: inout [UInt8], in frame: MapFrame) {
    guard !isEmpty else { return }
    bytes.append(text: "<defs>")
    for kind in Ground.Kind.allCases {
      guard let path = paths[kind] else { continue }
      bytes.append(text: "<path id=\"k-\(kind)\" d=\"")
      bytes += path
      bytes.append(text: "\"/>")
    }
    bytes.append(text: "</defs>\n")
    func use(_ kind: Ground.Kind, _ style: String, widerBy more: Double = 0) {
      guard paths[kind] != nil else { return }
      let (meters, least) = kind.width
      let pixels = max(least, min(28, meters / frame.metersPerDot)) + more
      // The canvas computes the width, and whether the kind is shown at all, for its own scale.
      let sizes = [meters, least, more, kind.reachMeters].map(\.decimalText).joined(separator: " ")
      bytes.append(text: "<use href=\"#k-\(kind)\" class=\"k-\(style)\" data-sizes=\"\(sizes)\"")
      bytes.append(text: " stroke-width=\"\(PageDrawing.text(pixels))\"/>\n")
    }
    use(.park, "park")
    use(.water, "water")
    for kind in [Ground.Kind.waterway, .coastline] { use(kind, "waterway") }
    let roads = Ground.Kind.allCases.filter(\.isRoad).reversed()
    for kind in roads { use(kind, "casing", widerBy: 1.6) }
    for kind in roads { use(kind, kind.rawValue <= Ground.Kind.primary.rawValue ? "main" : "road") }
    use(.rail, "rail")
  }

  /// Appends the names for the canvas: each with its reach and the ends of its piece.
  func appendNames(to json: inout JSONWriter) {
    json.array("names", of: names) { json, name in
      json.element { bytes in
        bytes.append(UInt8(ascii: "["))
        bytes.appendJSON(string: name.text)
        let reach = name.kind == .service ? 500 : name.kind.reachMeters
        for number in [reach, name.start.east, -name.start.north, name.end.east, -name.end.north] {
          bytes.append(UInt8(ascii: ","))
          bytes.append(decimal: Int(number.rounded()))
        }
        bytes.append(UInt8(ascii: "]"))
      }
    }
  }
}

extension Ground.Kind {
  /// The usual width in metres, and the minimum width in pixels.
  fileprivate var width: (meters: Double, leastPixels: Double) {
    switch self {
    case .motorway: (18, 3.5)
    case .trunk: (16, 3)
    case .primary: (14, 3)
    case .secondary: (12, 2.5)
    case .tertiary, .waterway, .coastline: (10, 2)
    case .street: (8, 1.2)
    case .rail: (1, 1)
    case .service, .water, .park: (4, 0.8)
    }
  }

  /// The distance from the centre of a map to its edge up to which the kind is shown.
  fileprivate var reachMeters: Double {
    isMain ? 1e7 : self == .service ? Ground.mainReachMeters * 0.75 : Ground.mainReachMeters
  }
}

extension MapProjection.Point {
  fileprivate var length: Double { (east * east + north * north).squareRoot() }

  fileprivate static func - (end: Self, start: Self) -> Self {
    Self(east: end.east - start.east, north: end.north - start.north)
  }
}
