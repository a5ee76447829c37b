import Domain
import Tables

/// Collects the ground of an input in tiles, and encodes it as a section.
struct GroundCollector {
  /// The part of a feature in a tile.
  struct Piece {
    let tile: GroundTile
    let kind: Ground.Kind
    let name: [UInt8]
    /// The number of points, and their differences.
    let points: [UInt8]

    init(_ kind: Ground.Kind, name: [UInt8], points: [Ground.Point], in tile: GroundTile) {
      self.tile = tile
      self.kind = kind
      self.name = name
      var bytes: [UInt8] = []
      // Most differences take at most two bytes.
      bytes.reserveCapacity(4 * points.count + 2)
      points.count.forEachVariableByte { bytes.append($0) }
      var last = Ground.Point(latitude: tile.south, longitude: tile.west)
      for point in points {
        Int64(point.latitude - last.latitude).zigzag.forEachVariableByte { bytes.append($0) }
        Int64(point.longitude - last.longitude).zigzag.forEachVariableByte { bytes.append($0) }
        last = point
      }
      self.points = bytes
    }
  }

  fileprivate struct Tile {
    var names: [[UInt8]] = []
    var numbers: [[UInt8]: Int] = [:]
    /// The encoded features of each kind.
    var kinds = [[UInt8]](repeating: [], count: Ground.Kind.allCases.count)
  }

  private var tiles: [(tile: GroundTile, content: Tile)] = []
  private var numbers: [GroundTile: Int] = [:]
  /// The number of the last piece's tile, which the next piece often has too.
  private var lastNumber = 0

  mutating func add(_ piece: Piece) {
    if tiles.isEmpty || tiles[lastNumber].tile != piece.tile {
      lastNumber = numbers[piece.tile] ?? tiles.count
      if lastNumber == tiles.count {
        tiles.append((piece.tile, Tile()))
        numbers[piece.tile] = lastNumber
      }
    }
    tiles[lastNumber].content.add(piece, to: Int(piece.kind.rawValue))
  }

  /// Adds the features of another index.
  mutating func add(_ section: GroundSection) throws(IndexHeader.FormatError) {
    for number in 0..<section.tileCount {
      let entry = try section.entry(number)
      var pieces: [Piece] = []
      try section.forEachFeature(of: entry, isMainOnly: false) { feature in
        let name = Array((feature.name ?? "").utf8)
        pieces.append(Piece(feature.kind, name: name, points: feature.points, in: entry.tile))
      }
      for piece in pieces { add(piece) }
    }
  }

  /// The section; empty without features.
  var encoded: [UInt8] {
    guard !tiles.isEmpty else { return [] }
    var bytes = UInt32(tiles.count).littleEndianBytes + UInt32(0).littleEndianBytes
    var data: [UInt8] = []
    let start = GroundSection.headBytes + (tiles.count + 1) * GroundSection.entryBytes
    func append(_ tile: GroundTile, mainByteCount: Int) {
      bytes += tile.row.littleEndianBytes + tile.column.littleEndianBytes + UInt32(mainByteCount).littleEndianBytes
      bytes += UInt64(start + data.count).littleEndianBytes
    }
    for (tile, content) in tiles.sorted(by: { $0.tile < $1.tile }) {
      let (content, mainByteCount) = content.encoded
      append(tile, mainByteCount: mainByteCount)
      data += content
    }
    append(GroundTile(row: 0, column: 0), mainByteCount: 0)
    return bytes + data
  }
}

extension GroundCollector.Tile {
  mutating func add(_ piece: GroundCollector.Piece, to kind: Int) {
    var number = 0
    if !piece.name.isEmpty {
      if let known = numbers[piece.name] {
        number = known
      } else {
        names.append(piece.name)
        number = names.count
        numbers[piece.name] = number
      }
    }
    kinds[kind].append(piece.kind.rawValue)
    number.forEachVariableByte { kinds[kind].append($0) }
    kinds[kind] += piece.points
  }

  /// The bytes of the tile, and the size in bytes of the names and the features of main kinds.
  var encoded: (bytes: [UInt8], mainByteCount: Int) {
    var bytes: [UInt8] = []
    names.count.forEachVariableByte { bytes.append($0) }
    for name in names {
      name.count.forEachVariableByte { bytes.append($0) }
      bytes += name
    }
    var mainByteCount = bytes.count
    for kind in Ground.Kind.allCases {
      bytes += kinds[Int(kind.rawValue)]
      if kind.isMain { mainByteCount = bytes.count }
    }
    return (bytes, mainByteCount)
  }
}
