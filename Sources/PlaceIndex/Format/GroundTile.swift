import Domain
import Tables

/// A square of the ground, 2,048 units of 1e-5 degree wide.
struct GroundTile: Hashable, Comparable {
  let row: Int16
  let column: Int16

  static let side: Int32 = 2_048

  init(row: Int16, column: Int16) {
    self.row = row
    self.column = column
  }

  /// The tile that contains a point; a point on an edge is in the northern or eastern tile.
  init(of point: Ground.Point) {
    row = Self.number(point.latitude)
    column = Self.number(point.longitude)
  }

  /// Returns the row or column that contains a latitude or longitude.
  static func number(_ units: Int32) -> Int16 { Int16(truncatingIfNeeded: units >> side.trailingZeroBitCount) }

  var south: Int32 { Int32(row) * Self.side }
  var west: Int32 { Int32(column) * Self.side }

  /// Returns whether a point is inside the tile or on its edge.
  func contains(_ point: Ground.Point) -> Bool {
    south...south + Self.side ~= point.latitude && west...west + Self.side ~= point.longitude
  }

  static func < (first: GroundTile, second: GroundTile) -> Bool {
    (first.row, first.column) < (second.row, second.column)
  }
}

/// A section of ground: a directory of tiles, and the features of each tile.
struct GroundSection {
  /// A tile and its bytes in the section.
  struct Entry {
    let tile: GroundTile
    let start: Int
    /// The size in bytes of the names and the features of main kinds.
    let mainByteCount: Int
    let end: Int
  }

  static let headBytes = 8
  static let entryBytes = 16
  /// The maximum number of tiles that a map reads.
  private static let maximumTileCount = 4_096

  let bytes: ByteView
  let tileCount: Int
  /// The checker of pages; `nil` if they needn't be checked.
  let checker: PageChecker?

  /// Reads the number of tiles; throws an error if the directory doesn't fit.
  init(_ bytes: ByteView, checker: PageChecker?) throws(IndexHeader.FormatError) {
    self.bytes = bytes
    self.checker = checker
    guard bytes.count >= Self.headBytes + Self.entryBytes else { throw .damaged(IndexSection.ground.name) }
    checker?.check(0, Self.headBytes, of: bytes)
    tileCount = Int(bytes.load(UInt32.self, at: 0))
    guard tileCount <= (bytes.count - Self.headBytes) / Self.entryBytes - 1 else {
      throw .damaged(IndexSection.ground.name)
    }
  }

  /// Returns a tile's entry in the directory.
  func entry(_ number: Int) throws(IndexHeader.FormatError) -> Entry {
    let at = Self.headBytes + number * Self.entryBytes
    checker?.check(at, 2 * Self.entryBytes, of: bytes)
    let row = bytes.load(Int16.self, at: at)
    let column = bytes.load(Int16.self, at: at + 2)
    let main = Int(bytes.load(UInt32.self, at: at + 4))
    guard let start = Int(exactly: bytes.load(UInt64.self, at: at + 8)),
      let end = Int(exactly: bytes.load(UInt64.self, at: at + Self.entryBytes + 8)),
      start >= Self.headBytes, start <= end, end <= bytes.count, main <= end - start
    else { throw .damaged(IndexSection.ground.name) }
    return Entry(tile: GroundTile(row: row, column: column), start: start, mainByteCount: main, end: end)
  }

  /// Returns the entries of the tiles between two corners; empty if there are too many.
  func entries(from first: GroundTile, to last: GroundTile) throws(IndexHeader.FormatError) -> [Entry] {
    var found: [Entry] = []
    guard first.row <= last.row else { return [] }
    for row in first.row...last.row {
      var low = 0
      var high = tileCount
      while low < high {
        let middle = (low + high) / 2
        if try entry(middle).tile < GroundTile(row: row, column: first.column) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      while low < tileCount {
        let next = try entry(low)
        guard next.tile.row == row, next.tile.column <= last.column else { break }
        guard found.count < Self.maximumTileCount else { return [] }
        found.append(next)
        low += 1
      }
    }
    return found
  }

  /// Calls a closure with each feature of a tile; unknown kinds are skipped.
  func forEachFeature(
    of entry: Entry,
    isMainOnly: Bool,
    _ body: (Ground.Feature) -> Void
  ) throws(IndexHeader.FormatError) {
    let count = isMainOnly ? entry.mainByteCount : entry.end - entry.start
    guard count > 0 else { return }
    checker?.check(entry.start, count, of: bytes)
    let data = bytes.part(entry.start..<entry.start + count)
    var at = 0
    func number() throws(IndexHeader.FormatError) -> Int {
      guard let number = RowFormat.number(in: data, at: &at) else { throw .damaged(IndexSection.ground.name) }
      return number
    }
    func difference() throws(IndexHeader.FormatError) -> Int32 {
      Int32(truncatingIfNeeded: Int64(zigzag: UInt64(try number())))
    }
    var names: [String] = []
    for _ in 0..<(try number()) {
      let length = try number()
      guard let name = data.slice(at, length), UTF8Check.isValid(name) else { throw .damaged(IndexSection.ground.name) }
      names.append(name.text)
      at += length
    }
    while at < count {
      let kind = UInt8(exactly: try number()).flatMap(Ground.Kind.init)
      let name = try number()
      let pointCount = try number()
      // A point has at least two bytes.
      guard name <= names.count, pointCount <= (count - at) / 2 else { throw .damaged(IndexSection.ground.name) }
      var points: [Ground.Point] = []
      points.reserveCapacity(pointCount)
      var last = Ground.Point(latitude: entry.tile.south, longitude: entry.tile.west)
      for _ in 0..<pointCount {
        last = Ground.Point(
          latitude: last.latitude &+ (try difference()),
          longitude: last.longitude &+ (try difference())
        )
        guard entry.tile.contains(last) else { throw .damaged(IndexSection.ground.name) }
        points.append(last)
      }
      if let kind { body(Ground.Feature(kind, name: name == 0 ? nil : names[name - 1], points: points)) }
    }
  }
}
