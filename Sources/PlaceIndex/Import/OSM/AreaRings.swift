import Domain
import Tables

/// Joins the ways of a multipolygon to rings.
enum AreaRings {
  /// Returns the closed rings of some ways, which may run in either direction; ways that close no ring are left out.
  static func rings(of ways: [[ElementPoint]]) -> [[ElementPoint]] {
    var rings: [[ElementPoint]] = []
    var rest: [[ElementPoint]] = []
    for way in ways where way.count > 1 {
      if way.first == way.last { rings.append(way) } else { rest.append(way) }
    }
    var ends: [ElementPoint: [Int]] = [:]
    for (number, way) in rest.enumerated() {
      for point in [way[0], way[way.count - 1]] { ends[point, default: []].append(number) }
    }
    var isUsed = [Bool](repeating: false, count: rest.count)
    for number in rest.indices where !isUsed[number] {
      isUsed[number] = true
      var ring = rest[number]
      while ring.first != ring.last, let end = ring.last, let next = ends[end]?.first(where: { !isUsed[$0] }) {
        isUsed[next] = true
        ring += (rest[next].first == end ? rest[next] : rest[next].reversed()).dropFirst()
      }
      if ring.first == ring.last { rings.append(ring) }
    }
    return rings
  }

  /// Returns the pieces of a multipolygon's outer or inner ways.
  static func pieces(
    of kind: Ground.Kind,
    name: [UInt8],
    ways: [[ElementPoint]],
    areInner: Bool
  ) -> [GroundCollector.Piece] {
    rings(of: ways).flatMap {
      GroundPieces.pieces(of: kind, name: areInner ? [] : name, points: $0, isHole: areInner)
    }
  }
}

extension ElementReader {
  /// Holds a multipolygon: its outer ways, then its inner ways.
  func holdArea(_ ground: GroundTags, in yield: BlobYield) throws(SyntaxError) {
    yield.pending.areas.begin(ground)
    for isInner in [false, true] {
      var ids: [Int64] = []
      try forEachMember { if $0.type == 1, $0.role.equals("inner") == isInner { ids.append($0.id) } }
      yield.pending.areas.append(idCount: ids.count)
      var last: Int64 = 0
      for id in ids {
        yield.pending.areas.append(id: id, after: &last)
        yield.neededWays.append(id)
      }
    }
  }

  /// Makes the ground of a share of a blob's multipolygons.
  mutating func placeAreas(
    _ pending: borrowing PendingElements,
    share: Int,
    of shares: Int,
    pass: ElementPass,
    into yield: BlobYield
  ) {
    do throws(SyntaxError) {
      var ways = pass.ways?.finder
      var reader = pending.reader
      var number = 0
      while let ground = try reader.nextGround() {
        let isOwn = number % shares == share
        number += 1
        for areInner in [false, true] {
          var outline: [[ElementPoint]] = []
          var last: Int64 = 0
          for _ in 0..<(try reader.idCount()) {
            let id = try reader.nextID(after: &last)
            if isOwn, let slot = ways?.slot(of: id), let points = pass.outlines[slot] { outline.append(points) }
          }
          guard isOwn else { continue }
          yield.ground += AreaRings.pieces(of: ground.kind, name: ground.name.array, ways: outline, areInner: areInner)
        }
      }
    } catch { yield.failure = pass.input.damaged(error, at: 0) }
  }
}
