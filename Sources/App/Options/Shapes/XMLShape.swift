import Domain
import Tables

/// Reads polygons or lines from KML (OGC 07-147r2) or GPX (1.0 and 1.1).
struct XMLShape {
  private var cursor: XMLCursor
  private let kind: ShapeKind
  private var draft = ShapeDraft()
  /// The routes of a GPX file, which are used only if there are no tracks.
  private var routes: [ShapeDraft.Path] = []
  private var tracks: [ShapeDraft.Path] = []
  /// The address that a KML network link refers to.
  private var link: String?

  static func draft(_ bytes: [UInt8], as kind: ShapeKind) throws(ShapeError) -> ShapeDraft {
    var shape = XMLShape(cursor: XMLCursor(bytes), kind: kind)
    let draft: ShapeDraft
    do throws(SyntaxError) { draft = try shape.read() } catch {
      let line = shape.cursor.currentLine()
      switch error {
      case .incomplete: throw .cutOff(.xml, line: line)
      case .entities: throw .entities(line: line)
      case .malformed, .tooLarge, .tooDeep, .unordered: throw .malformed(.xml, line: line)
      }
    }
    if draft.polygons.isEmpty, draft.lines.isEmpty, let link = shape.link { throw .linked(link) }
    return draft
  }

  private init(cursor: XMLCursor, kind: ShapeKind) {
    self.cursor = cursor
    self.kind = kind
  }

  private mutating func read() throws(SyntaxError) -> ShapeDraft {
    guard try cursor.next() == .start else { throw .malformed }
    switch cursor.name {
    case "gpx": try readGPX()
    case "kml": try readKML()
    default: throw .malformed
    }
    // The rest of the document must be well-formed too.
    while try cursor.next() != nil {}
    return draft
  }

  // MARK: - GPX

  private mutating func readGPX() throws(SyntaxError) {
    while let token = try cursor.next() {
      guard token == .start else { continue }
      switch cursor.name {
      case "trkseg": tracks.append(try points(named: "trkpt"))
      case "rte": routes.append(try points(named: "rtept"))
      default: break
      }
    }
    let paths = (tracks.isEmpty ? routes : tracks).filter { !$0.points.isEmpty }
    // Route planners often write the line as a track and its corners as a route.
    if !tracks.isEmpty { draft.unusedRoutes = routes.count }
    switch kind {
    case .line: draft.lines = paths
    case .polygons: draft.polygons = paths.map { [$0] }
    }
  }

  /// Reads the points of a segment or a route, after its start tag.
  private mutating func points(named name: String) throws(SyntaxError) -> ShapeDraft.Path {
    var path = ShapeDraft.Path(line: cursor.currentLine())
    let depth = cursor.depth
    while let token = try cursor.next() {
      if token == .end, cursor.depth == depth { break }
      guard token == .start, cursor.name == name else { continue }
      let latitude = cursor.attributes.first { $0.name == "lat" }.flatMap { Self.number($0.value) }
      let longitude = cursor.attributes.first { $0.name == "lon" }.flatMap { Self.number($0.value) }
      guard let latitude, let longitude else { throw .malformed }
      path.add(longitude: longitude, latitude: latitude)
    }
    return path
  }

  private static func number(_ text: String) -> Double? {
    // Some programs write decimal commas, depending on the locale.
    CoordinateText.number(in: Array(text.trimmed.utf8).span)
  }

  // MARK: - KML

  private mutating func readKML() throws(SyntaxError) {
    while let token = try cursor.next() {
      guard token == .start else { continue }
      switch cursor.name {
      case "Polygon": try readPolygon()
      case "LineString", "LinearRing":
        let isRing = cursor.name == "LinearRing"
        let path = try coordinates(ofRing: isRing)
        switch kind {
        case .line: draft.lines.append(path)
        case .polygons where isRing: draft.polygons.append([path])
        case .polygons: draft.leftOut += 1
        }
      case "Track": try readTrack()
      case "Point": draft.leftOut += 1
      case "NetworkLink": try readLink()
      default: break
      }
    }
  }

  private mutating func readLink() throws(SyntaxError) {
    let depth = cursor.depth
    while let token = try cursor.next() {
      if token == .end, cursor.depth == depth { break }
      if token == .text, cursor.name == "href" { link = String(String(decoding: cursor.text, as: UTF8.self).trimmed) }
    }
  }

  /// Reads the rings of a polygon.
  ///
  /// The outer ring may come last.
  private mutating func readPolygon() throws(SyntaxError) {
    var rings: [ShapeDraft.Path] = []
    let depth = cursor.depth
    var isInner = false
    while let token = try cursor.next() {
      if token == .end, cursor.depth == depth { break }
      guard token == .start else { continue }
      switch cursor.name {
      case "outerBoundaryIs": isInner = false
      case "innerBoundaryIs": isInner = true
      case "LinearRing":
        let ring = try coordinates(ofRing: true)
        if isInner { rings.append(ring) } else { rings.insert(ring, at: 0) }
      default: break
      }
    }
    guard kind == .polygons else {
      draft.leftOut += 1
      return
    }
    if !rings.isEmpty { draft.polygons.append(rings) }
  }

  /// Reads the coordinates of an element after its start tag: comma-separated tuples, separated by spaces.
  private mutating func coordinates(ofRing isRing: Bool) throws(SyntaxError) -> ShapeDraft.Path {
    var path = ShapeDraft.Path(line: cursor.currentLine())
    let depth = cursor.depth
    var text: [UInt8] = []
    while let token = try cursor.next() {
      if token == .end, cursor.depth == depth { break }
      if token == .text, cursor.name == "coordinates" { text += cursor.text }
    }
    for tuple in text.split(whereSeparator: { $0 <= 0x20 }) {
      let numbers = tuple.split(separator: UInt8(ascii: ",")).map { DecimalNumber.value(of: Array($0).span) }
      guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else { throw .malformed }
      path.add(longitude: longitude, latitude: latitude)
    }
    if isRing { path.close() }
    return path
  }

  /// Reads a recorded track, whose points are separate elements.
  private mutating func readTrack() throws(SyntaxError) {
    var path = ShapeDraft.Path(line: cursor.currentLine())
    let depth = cursor.depth
    var text: [UInt8] = []
    while let token = try cursor.next() {
      if token == .end, cursor.depth == depth { break }
      guard cursor.name == "coord" else { continue }
      switch token {
      case .start: text = []
      case .text: text += cursor.text
      case .end:
        let numbers = text.split(whereSeparator: { $0 <= 0x20 }).map { DecimalNumber.value(of: Array($0).span) }
        guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else { throw .malformed }
        path.add(longitude: longitude, latitude: latitude)
      }
    }
    switch kind {
    case .line: draft.lines.append(path)
    case .polygons: draft.polygons.append([path])
    }
  }
}
