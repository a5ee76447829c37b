import Domain

/// Reads polygons from a polygon filter file (``PolygonFilterFile``).
///
/// A ring whose name begins with `!` is a hole in the ring around it.
struct PolygonFilterShape {
  /// A line that isn't empty, and its number, counted from 1.
  private typealias Line = (words: [Substring], number: Int)

  private var lines: ArraySlice<Line>
  private var rings: [ShapeDraft.Path] = []
  private var holes: [ShapeDraft.Path] = []

  /// The number of a hole's points that are tested to find the ring around it.
  ///
  /// The first points may be on the ring itself.
  private static let tellingCount = 16
  /// The maximum number of holes times ring points; real files have some thousands.
  private static let maximumComparisons = 100_000_000

  /// Reads the contents of a polygon filter file; returns `nil` for other contents.
  static func draft(_ bytes: ArraySlice<UInt8>, as kind: ShapeKind) throws(ShapeError) -> ShapeDraft? {
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var lines: [Line] = []
    for (index, text) in texts.enumerated() {
      let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if !words.isEmpty { lines.append((words, index + 1)) }
    }
    guard PolygonFilterFile.begins(lines.lazy.map(\.words)) else { return nil }
    var shape = PolygonFilterShape(lines: lines.dropFirst())
    try shape.read()
    let pointCount = shape.rings.reduce(0) { $0 + $1.points.count }
    guard shape.holes.count * pointCount <= maximumComparisons else { throw .tooManyPoints(pointCount) }
    return shape.draft(as: kind)
  }

  private init(lines: ArraySlice<Line>) { self.lines = lines }

  private mutating func read() throws(ShapeError) {
    let last = lines.last?.number ?? 0
    while let line = lines.popFirst() {
      if PolygonFilterFile.isEnd(line.words) {
        guard let rest = lines.first else { return }
        throw .malformed(.polygonFilter, line: rest.number)
      }
      let ring = try readRing(from: line.number)
      if line.words[0].hasPrefix("!") { holes.append(ring) } else { rings.append(ring) }
    }
    throw .cutOff(.polygonFilter, line: last)
  }

  private mutating func readRing(from number: Int) throws(ShapeError) -> ShapeDraft.Path {
    var ring = ShapeDraft.Path(line: number)
    var last = number
    while let line = lines.popFirst() {
      last = line.number
      if PolygonFilterFile.isEnd(line.words) {
        // Close an open ring, as other readers of this format do.
        if let first = ring.points.first, let end = ring.points.last, first != end { ring.points.append(first) }
        return ring
      }
      guard let point = PolygonFilterFile.point(line.words) else {
        throw .malformed(.polygonFilter, line: line.number)
      }
      ring.add(longitude: point.longitude, latitude: point.latitude)
    }
    throw .cutOff(.polygonFilter, line: last)
  }

  private func draft(as kind: ShapeKind) -> ShapeDraft {
    var draft = ShapeDraft()
    guard kind == .polygons else {
      draft.leftOut = rings.count
      return draft
    }
    draft.polygons = rings.map { ring in [ring] + holes.filter { Self.isAround(ring, $0) } }
    draft.leftOut = holes.count { hole in !rings.contains { Self.isAround($0, hole) } }
    return draft
  }

  private static func isAround(_ ring: ShapeDraft.Path, _ hole: ShapeDraft.Path) -> Bool {
    hole.points.prefix(tellingCount).contains { point in
      var isInside = false
      for (first, second) in zip(ring.points, ring.points.dropFirst())
      where (first.latitude > point.latitude) != (second.latitude > point.latitude) {
        let share = (point.latitude - first.latitude) / (second.latitude - first.latitude)
        if point.longitude < first.longitude + share * (second.longitude - first.longitude) { isInside.toggle() }
      }
      return isInside
    }
  }
}
