/// The edges of rings by latitude, to count how often rings surround a point.
struct RingNesting {
  private struct Edge {
    let start: Ground.Point
    let end: Ground.Point
    let ring: Int
  }

  private let rings: [[Ground.Point]]
  private let south: Int
  private let height: Int
  private var bands: [[Edge]]

  /// The number of edges for each band, if they were distributed evenly.
  private static let edgesPerBand = 16
  private static let bandCounts = 16...4_096
  /// About the number of points of a ring that are compared with the other rings.
  private static let testCount = 7

  init(_ rings: [[Ground.Point]], in box: Ground.Box) {
    self.rings = rings
    south = Int(box.southWest.latitude)
    height = max(1, Int(box.northEast.latitude) - south)
    let count = rings.reduce(0) { $0 + $1.count } / Self.edgesPerBand
    bands = Array(repeating: [], count: min(max(count, Self.bandCounts.lowerBound), Self.bandCounts.upperBound))
    for (number, ring) in rings.enumerated() {
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let first = band(of: min(start.latitude, end.latitude))
        for band in first...band(of: max(start.latitude, end.latitude)) {
          bands[band].append(Edge(start: start, end: end, ring: number))
        }
      }
    }
  }

  private func band(of latitude: Int32) -> Int {
    min(max(0, (Int(latitude) - south) * bands.count / height), bands.count - 1)
  }

  /// Returns how often rings other than one run counterclockwise around a point, less how often they run clockwise;
  /// `nil` if the point is on an edge.
  func winding(around point: Ground.Point, without ring: Int? = nil) -> Int? {
    var winding = 0
    for edge in bands[band(of: point.latitude)] where edge.ring != ring {
      let rise = (start: Int(edge.start.latitude - point.latitude), end: Int(edge.end.latitude - point.latitude))
      let run = (start: Int(edge.start.longitude - point.longitude), end: Int(edge.end.longitude - point.longitude))
      let turn = run.start * rise.end - run.end * rise.start
      if turn == 0, rise.start * rise.end <= 0, run.start * run.end <= 0 { return nil }
      if rise.start <= 0, rise.end > 0, turn > 0 { winding += 1 }
      if rise.start > 0, rise.end <= 0, turn < 0 { winding -= 1 }
    }
    return winding
  }

  /// Returns whether each counterclockwise ring is outside of the sea, and each clockwise ring in it.
  ///
  /// Most points of a ring decide, because simplified coastlines may cross each other by a metre. `surrounding` is 1 if
  /// the sea surrounds all rings, otherwise 0.
  func isAlternating(within surrounding: Int) -> Bool {
    rings.indices.allSatisfy { number in
      let ring = rings[number]
      let expected = Ground.doubledArea(of: ring) > 0 ? 0 : 1
      let windings = stride(from: 0, to: ring.count, by: max(1, ring.count / Self.testCount)).compactMap {
        winding(around: ring[$0], without: number)
      }
      return windings.count { $0 + surrounding == expected } * 2 > windings.count
    }
  }
}

extension Ground {
  /// Returns twice the area of a ring in square units, negative for a clockwise ring.
  static func doubledArea(of ring: [Point]) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
      sum + Int(edge.0.longitude) * Int(edge.1.latitude) - Int(edge.1.longitude) * Int(edge.0.latitude)
    }
  }

  /// Returns the length of a ring in units, the sum of its extents in the two directions.
  static func perimeter(of ring: [Point]) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
      sum + abs(Int(edge.0.longitude) - Int(edge.1.longitude)) + abs(Int(edge.0.latitude) - Int(edge.1.latitude))
    }
  }
}
