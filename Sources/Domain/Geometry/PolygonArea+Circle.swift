extension PolygonArea {
  package func holds(_ circle: Circle) -> Bool {
    guard let box = circle.enclosingBox else { return false }
    let reach = box.parts.map {
      PlaneBox(west: $0.west, south: $0.south, east: $0.east, north: $0.north).grown(by: 2 * PolygonRing.tolerance)
    }
    for polygon in polygons where polygon.contains(circle.center) {
      switch CircleEdges(of: polygon, circle, reach) {
      case .crossed: continue
      case .free: return true
      case .meets180: if holds(circle, acrossMeridianFrom: polygon, reach) { return true }
      }
    }
    return false
  }

  /// Whether the polygons contain a circle together, across the meridian of 180 degrees.
  ///
  /// Shapes that cross that meridian are cut there (RFC 7946, 3.1.9), so a circle may be in both parts.
  private func holds(_ circle: Circle, acrossMeridianFrom first: Polygon, _ reach: [PlaneBox]) -> Bool {
    var parts: [Polygon] = []
    for polygon in polygons {
      switch CircleEdges(of: polygon, circle, reach) {
      case .meets180: parts.append(polygon)
      case .crossed where polygon.meets180(in: reach): return false
      case .crossed, .free: break
      }
    }
    let cuts = parts.flatMap { $0.latitudesOn180(in: reach) }.sorted()
    let distances = GreatCircle(from: circle.center)
    return zip(cuts, cuts.dropFirst()).allSatisfy { south, north in
      guard south < north else { return true }
      let middle = (south + north) / 2
      func isCovered(_ longitude: Double) -> Bool {
        parts.contains { $0.contains(Coordinate(validLatitude: middle, longitude: longitude)) }
      }
      if isCovered(180 - Self.step) == isCovered(-180 + Self.step) { return true }
      let edge = BoundingBox(validWest: 180, south: south, east: 180, north: north)
      return distances.nearestMeters(in: edge) >= circle.radius.meters
    }
  }

  /// The distance from an edge at which points are tested, in degrees: 0.1 mm.
  private static let step = 1e-9
}

/// The edges of a polygon inside a circle whose centre is in the polygon.
private enum CircleEdges {
  case free
  /// Only edges on the meridian of 180 degrees are inside the circle.
  case meets180
  case crossed

  init(of polygon: Polygon, _ circle: Circle, _ reach: [PlaneBox]) {
    let distances = GreatCircle(from: circle.center)
    var meets180 = false
    let isCrossed = polygon.rings.contains { ring in
      reach.contains { box in
        ring.containsEdge(touching: box) { edge, _ in
          let (start, end) = (ring.point(edge), ring.point(edge + 1))
          guard distances.isNearer(than: circle.radius.meters, toEdgeFrom: start, to: end) else { return false }
          guard ring.isOn180(edge) else { return true }
          meets180 = true
          return false
        }
      }
    }
    self = isCrossed ? .crossed : meets180 ? .meets180 : .free
  }
}

extension Polygon {
  /// Whether an edge on the meridian of 180 degrees touches any of the rectangles.
  fileprivate func meets180(in reach: [PlaneBox]) -> Bool { !latitudesOn180(in: reach).isEmpty }

  /// The latitudes of the ends of all edges on the meridian of 180 degrees that touch any of the rectangles.
  fileprivate func latitudesOn180(in reach: [PlaneBox]) -> [Double] {
    var latitudes: [Double] = []
    for ring in rings {
      for box in reach {
        _ = ring.containsEdge(touching: box) { edge, _ in
          if ring.isOn180(edge) { latitudes += [ring.ys[edge], ring.ys[edge + 1]] }
          return false
        }
      }
    }
    return latitudes
  }
}

extension PolygonRing {
  /// Whether an edge is on the meridian of 180 degrees.
  fileprivate func isOn180(_ edge: Int) -> Bool {
    xs[edge] == xs[edge + 1] && (xs[edge] - 180).remainder(dividingBy: 360) == 0
  }
}
