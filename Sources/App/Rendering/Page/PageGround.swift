import Domain

/// The ground of a page: lines for the script, and paths for the drawing.
///
/// Minor streets far from the centre are left out where the page would become too large.
struct PageGround {
  private let ground: Ground
  private let frame: MapFrame

  /// The sizes in bytes of the lines and of the paths; together at most 60 kB.
  static let maximumLineByteCount = 40_000
  static let maximumPathByteCount = 20_000

  /// Orders features by importance, then by their distance from the middle of the drawing.
  init(_ ground: Ground, in frame: MapFrame) {
    let center = frame.viewport.center
    func distance(_ feature: Ground.Feature) -> Double {
      let middle = feature.points[feature.points.count / 2].coordinate
      let north = middle.latitude - center.latitude
      let east = middle.longitude - center.longitude
      return north * north + east * east
    }
    let ordered = ground.features.lazy.filter { !$0.points.isEmpty }.map { ($0, distance($0)) }
      .sorted { ($0.0.kind.rawValue, $0.1) < ($1.0.kind.rawValue, $1.1) }
    self.frame = frame
    self.ground = Ground(ordered.map(\.0), attribution: ground.attribution)
  }

  /// Appends the lines and areas: the kind, the name and the encoded polyline of each, in half metres to the east and
  /// to the north.
  func append(to json: inout JSONWriter) {
    var byteCount = 0
    var lines: [[UInt8]] = []
    for feature in ground.features {
      var line: [UInt8] = [UInt8(ascii: "[")]
      line.append(decimal: Int(feature.kind.rawValue))
      line.append(UInt8(ascii: ","))
      line.appendJSON(string: TerminalText.cleaned(feature.name ?? ""))
      line.append(UInt8(ascii: ","))
      let points = feature.points.map { point in
        let point = frame.point(of: point.coordinate)
        return (Int32(clamping: Int(point.east * 2)), Int32(clamping: Int(point.north * 2)))
      }
      line.appendJSON(string: EncodedPolyline.text(points))
      line.append(UInt8(ascii: "]"))
      byteCount += line.count + 1
      guard byteCount <= Self.maximumLineByteCount else { break }
      lines.append(line)
    }
    json.array("streets", of: lines) { json, line in json.element { $0 += line } }
  }

  /// Appends the paths of a drawing: areas, the casings of roads, roads and rails.
  func append(to bytes: inout [UInt8]) {
    let paths = paths
    guard !paths.isEmpty else { return }
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
      bytes.append(text: "<use href=\"#k-\(kind)\" class=\"k-\(style)\"")
      let width = kind.isArea ? nil : max(width(of: kind) + more, 0.5)
      if let width { bytes.append(text: " stroke-width=\"\(((width * 10).rounded() / 10).decimalText)\"") }
      bytes.append(text: "/>\n")
    }
    use(.park, "park")
    use(.water, "water")
    use(.waterway, "waterway")
    let roads = Ground.Kind.allCases.filter(\.isRoad).reversed()
    for kind in roads { use(kind, "casing", widerBy: 1.6) }
    for kind in roads { use(kind, kind.rawValue <= Ground.Kind.primary.rawValue ? "main" : "road") }
    use(.rail, "rail")
  }

  /// The width of a line in dots: its usual width in metres, or at least enough to be seen.
  private func width(of kind: Ground.Kind) -> Double {
    let (meters, least): (Double, Double) =
      switch kind {
      case .motorway: (18, 3.5)
      case .trunk: (16, 3)
      case .primary: (14, 3)
      case .secondary: (12, 2.5)
      case .tertiary, .waterway: (10, 2)
      case .street: (8, 1.2)
      case .rail: (2, 1)
      case .service, .water, .park: (4, 0.8)
      }
    return max(least, min(28, meters / frame.metersPerDot))
  }

  /// The path of each kind, with relative coordinates; consecutive points at the same dot are written once.
  private var paths: [Ground.Kind: [UInt8]] {
    var paths: [Ground.Kind: [UInt8]] = [:]
    var byteCount = 0
    let dots = 0..<frame.width * 2
    let lines = 0..<frame.height * 2 * 2
    for feature in ground.features {
      var path: [UInt8] = []
      var last: (column: Int, line: Int)?
      var isSeen = false
      for point in feature.points {
        guard let dot = frame.dot(frame.point(of: point.coordinate)) else { continue }
        if dots.contains(dot.column), lines.contains(dot.line) { isSeen = true }
        let before = last ?? (0, 0)
        if last != nil, before == dot { continue }
        path.append(UInt8(ascii: last == nil ? "M" : "l"))
        path.append(decimal: dot.column - before.column)
        if dot.line >= before.line { path.append(UInt8(ascii: " ")) }
        path.append(decimal: dot.line - before.line)
        last = dot
      }
      if feature.kind.isArea { path.append(UInt8(ascii: "z")) }
      guard isSeen || feature.kind.isArea else { continue }
      byteCount += path.count
      guard byteCount <= Self.maximumPathByteCount else { break }
      paths[feature.kind, default: []] += path
    }
    return paths
  }
}
