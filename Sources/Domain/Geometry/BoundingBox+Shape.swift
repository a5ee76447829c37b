#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension BoundingBox: AreaShape {
  package var enclosingBox: BoundingBox? { self }

  package func relation(to box: BoundingBox) -> BoxRelation {
    contains(box) ? .inside : intersects(box) ? .across : .outside
  }

  package func holds(_ circle: Circle) -> Bool {
    guard contains(circle.center) else { return false }
    let distances = GreatCircle(from: circle.center)
    return edgeLines.allSatisfy { distances.nearestMeters(in: $0) >= circle.radius.meters }
  }

  /// The meridians and parallels that bound the rectangle.
  ///
  /// A pole isn't an edge, and neither is the meridian where a rectangle around the Earth meets itself.
  private var edgeLines: [BoundingBox] {
    var lines: [BoundingBox] = []
    for latitude in [south, north] where abs(latitude) < 90 {
      lines.append(BoundingBox(validWest: west, south: latitude, east: east, north: latitude))
    }
    guard width < 360 else { return lines }
    for longitude in [west, east] {
      lines.append(BoundingBox(validWest: longitude, south: south, east: longitude, north: north))
    }
    return lines
  }

  package func box(grownByMeters meters: Double) -> BoundingBox? { meters > 0 ? grown(byMeters: meters) : self }

  package var squareMeters: Double {
    let degree = GreatCircle.radiansPerDegree
    let square = GreatCircle.earthRadiusMeters * GreatCircle.earthRadiusMeters
    return square * width * degree * (sin(north * degree) - sin(south * degree))
  }

  package func outline(steps: Int) -> [[Coordinate]] {
    let parts = (0...steps).map { Double($0) / Double(steps) }
    let edges =
      [south, north].map { latitude in parts.map { (latitude, west + width * $0) } }
      + [west, west + width].map { longitude in parts.map { (south + (north - south) * $0, longitude) } }
    return edges.map { edge in
      edge.compactMap { latitude, longitude in
        try? Coordinate(latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
      }
    }
  }

  /// The degrees of latitude in one metre, rounded up.
  package static let degreesPerMeter = 1 / 111_190.0

  /// Returns a box that contains everything within a distance of this box, and little more.
  package func grown(byMeters meters: Double) -> BoundingBox {
    let degrees = meters * Self.degreesPerMeter
    // A circle reaches its farthest meridian poleward of its centre.
    let farthest = max(abs(south), abs(north))
    let sine = sin(min(90, degrees) * .pi / 180) / max(1e-9, cos(farthest * .pi / 180))
    let sideways = farthest + degrees >= 90 || sine >= 1 ? 180 : asin(sine) * 180 / .pi
    return BoundingBox(
      west: west - sideways,
      south: south - degrees,
      width: width + 2 * sideways,
      north: north + degrees
    )
  }
}

extension BoundingBox {
  /// Makes the smallest rectangle around some boxes, across the antimeridian if that is smaller; `nil` without boxes.
  package init?(enclosing boxes: [BoundingBox]) {
    var longitudes = LongitudeSpans()
    for box in boxes { longitudes.add(west: box.west, width: box.width) }
    guard let span = longitudes.enclosing, let south = boxes.map(\.south).min(), let north = boxes.map(\.north).max()
    else { return nil }
    self.init(west: span.west, south: south, width: span.width, north: north)
  }
}
