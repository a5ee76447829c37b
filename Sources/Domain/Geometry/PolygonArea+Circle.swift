extension PolygonArea {
  package func holds(_ circle: Circle) -> Bool { [self].hold(circle) }
}

extension [PolygonArea] {
  /// Returns whether the polygons together contain a circle.
  ///
  /// An edge inside the circle isn't an edge of the union if polygons contain both of its sides, as on a border that
  /// two polygons share. The meridian of 180 degrees is often such a border, because shapes are cut there (RFC 7946,
  /// 3.1.9). A gap narrower than 2 cm between two polygons counts as contained.
  package func hold(_ circle: Circle) -> Bool {
    guard let box = circle.enclosingBox else { return false }
    let reach = box.parts.map {
      PlaneBox(west: $0.west, south: $0.south, east: $0.east, north: $0.north).grown(by: 2 * PolygonRing.tolerance)
    }
    let distances = GreatCircle(from: circle.center)
    let meters = circle.radius.meters
    let polygons = flatMap(\.polygons)
    let around = polygons.filter { $0.contains(circle.center) }
    guard !around.isEmpty else { return false }
    func isFree(_ polygon: Polygon) -> Bool {
      !polygon.containsEdge(touching: reach) { distances.isNearer(than: meters, toEdgeFrom: $0.start, to: $0.end) }
    }
    if around.contains(where: isFree) { return true }
    guard polygons.count > 1 else { return false }
    var edgeCount = 0
    return !polygons.contains { polygon in
      polygon.containsEdge(touching: reach) { edge in
        guard distances.isNearer(than: meters, toEdgeFrom: edge.start, to: edge.end) else { return false }
        edgeCount += 1
        guard edgeCount <= Self.maximumEdges else { return true }
        return pieces(of: edge, cutBy: polygons).contains { piece in
          distances.isNearer(than: meters, toEdgeFrom: piece.start, to: piece.end) && !haveInside(bothSidesOf: piece)
        }
      }
    }
  }

  /// The maximum number of edges in a circle that are examined; a circle with more counts as not contained.
  private static var maximumEdges: Int { 1_000 }
  /// The distance in degrees from an edge at which its sides are tested: 1 cm, the precision of an index.
  private static var step: Double { 1e-7 }

  /// Cuts an edge where other edges may cross or touch it.
  ///
  /// Each polygon then contains all of a piece's side or none of it. Unneeded cuts do no harm.
  private func pieces(of edge: PolygonEdge, cutBy polygons: [Polygon]) -> [PolygonEdge] {
    var cuts = [0.0, 1.0]
    for polygon in polygons {
      _ = polygon.containsEdge(touching: [edge.box]) { other in
        cuts += edge.cuts(by: other.moved(nextTo: edge))
        return false
      }
    }
    cuts.sort()
    return zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { edge.part(from: $0, to: $1) }
  }

  private func haveInside(bothSidesOf piece: PolygonEdge) -> Bool {
    let middle = piece.part(from: 0.5, to: 0.5).start
    let (dx, dy) = (piece.end.x - piece.start.x, piece.end.y - piece.start.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return true }
    return [Self.step / length, -Self.step / length].allSatisfy { step in
      let (x, y) = (middle.x - dy * step, middle.y + dx * step)
      guard abs(y) <= 90 else { return false }
      let point = Coordinate(validLatitude: y, longitude: x.remainder(dividingBy: 360))
      return contains { $0.contains(point) }
    }
  }
}

/// An edge of a ring, straight in longitude and latitude.
private struct PolygonEdge {
  let start: (x: Double, y: Double)
  let end: (x: Double, y: Double)

  var box: PlaneBox {
    var box = PlaneBox.empty
    box.include(start.x, start.y)
    box.include(end.x, end.y)
    return box.grown(by: 2 * PolygonRing.tolerance)
  }

  /// Returns the same edge, moved by whole turns next to another edge.
  func moved(nextTo other: PolygonEdge) -> PolygonEdge {
    let turn = 360 * ((other.start.x + other.end.x - start.x - end.x) / 720).rounded()
    return PolygonEdge(start: (start.x + turn, start.y), end: (end.x + turn, end.y))
  }

  func part(from first: Double, to last: Double) -> PolygonEdge {
    func point(_ share: Double) -> (x: Double, y: Double) {
      (start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
    }
    return PolygonEdge(start: point(first), end: point(last))
  }

  /// Returns the fractions of this edge where it crosses the line through another edge, and where the ends of the other
  /// edge project onto it.
  func cuts(by other: PolygonEdge) -> [Double] {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (ox, oy) = (other.end.x - other.start.x, other.end.y - other.start.y)
    let (gapX, gapY) = (other.start.x - start.x, other.start.y - start.y)
    let square = dx * dx + dy * dy
    let first = (gapX * dx + gapY * dy) / square
    let cuts = [(gapX * oy - gapY * ox) / (dx * oy - dy * ox), first, first + (ox * dx + oy * dy) / square]
    return cuts.filter { $0 > 0 && $0 < 1 }
  }
}

extension Polygon {
  /// Returns whether any edge whose rectangle touches one of some rectangles satisfies a predicate.
  fileprivate func containsEdge(touching boxes: [PlaneBox], where isWanted: (PolygonEdge) -> Bool) -> Bool {
    rings.contains { ring in
      boxes.contains { box in
        ring.containsEdge(touching: box) { edge, _ in
          isWanted(PolygonEdge(start: ring.point(edge), end: ring.point(edge + 1)))
        }
      }
    }
  }
}
