import Domain

/// Reads polygons from a polygon filter file (``PolygonFilterFile``).
///
/// A ring whose name begins with `!` is a hole in the rings around it.
struct PolygonFilterShape {
  /// A line that isn't empty, and its number, counted from 1.
  private typealias Line = (words: [Substring], number: Int)

  private var lines: ArraySlice<Line>
  private var draft = ShapeDraft()

  /// Reads the contents of a polygon filter file; returns `nil` for other contents.
  static func draft(_ bytes: ArraySlice<UInt8>) throws(ShapeError) -> ShapeDraft? {
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var lines: [Line] = []
    for (index, text) in texts.enumerated() {
      let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if !words.isEmpty { lines.append((words, index + 1)) }
    }
    guard PolygonFilterFile.begins(lines.lazy.map(\.words)) else { return nil }
    var shape = PolygonFilterShape(lines: lines.dropFirst())
    try shape.read()
    return shape.draft
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
      if line.words[0].hasPrefix("!") { draft.holes.append(ring) } else { draft.polygons.append([ring]) }
    }
    throw .cutOff(.polygonFilter, line: last)
  }

  private mutating func readRing(from number: Int) throws(ShapeError) -> ShapeDraft.Path {
    var ring = ShapeDraft.Path(line: number)
    var last = number
    while let line = lines.popFirst() {
      last = line.number
      if PolygonFilterFile.isEnd(line.words) {
        ring.close()
        return ring
      }
      guard let point = PolygonFilterFile.point(line.words) else {
        throw .malformed(.polygonFilter, line: line.number)
      }
      ring.add(longitude: point.longitude, latitude: point.latitude)
    }
    throw .cutOff(.polygonFilter, line: last)
  }
}
