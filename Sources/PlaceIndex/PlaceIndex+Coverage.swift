public import Domain

/// What an index says about the area of a query: whether it covers it.
extension PlaceIndex {
  /// What keeps an answer about an area from being complete, whatever the index holds; `nil` for nothing.
  ///
  /// With a recorded coverage, the area has to lie within a part of it. Without one, the index stands for what it holds, but
  /// not for an area that lies beyond the rectangle around all of its places.
  public func gap(in area: SearchArea) -> PlaceCollection.Gap? {
    guard description.coverage.isEmpty else {
      return description.coverage.contains { $0.covers(area) } ? nil : .beyondCoverage(description.coverage)
    }
    guard let bounds, let box = area.enclosingBox, !box.intersects(bounds) else { return nil }
    return .beyondBounds(bounds)
  }
}

extension PlaceIndex {
  /// Whether the index says something of a part of an area, by its recorded coverage or else by the bounds of its places.
  public func reaches(_ area: SearchArea) -> Bool {
    guard let box = area.enclosingBox else { return true }
    guard description.coverage.isEmpty else {
      return description.coverage.contains { $0.enclosingBox.map(box.intersects) ?? true }
    }
    return bounds.map(box.intersects) ?? false
  }
}

extension SearchArea {
  /// Returns whether every point of another area lies inside.
  func covers(_ other: SearchArea) -> Bool {
    switch (self, other) {
    case (.anywhere, _): true
    case (.circle(let center, let radius), .circle(let other, let otherRadius)):
      Self.meters(center, other) + otherRadius.meters <= radius.meters
    // The farthest point of a rectangle, even of one that surrounds a pole, is a corner, unless it is wider than a half.
    case (.circle(let center, let radius), .box(let box, _)):
      box.width <= 180 && box.corners.allSatisfy { Self.meters(center, $0) <= radius.meters }
    case (.box(let box, _), _): other.enclosingBox.map(box.contains) ?? (box.width >= 360 && box.height >= 180)
    case (.circle, .anywhere): false
    }
  }

  /// The smallest rectangle around the area; `nil` where that is a whole hemisphere or more.
  fileprivate var enclosingBox: BoundingBox? {
    switch self {
    case .box(let box, _): return box
    case .anywhere: return nil
    case .circle(let center, let radius):
      let angle = radius.meters / GreatCircle.earthRadiusMeters
      let northing = angle / GreatCircle.radiansPerDegree
      let ratio = sin(min(angle, .pi / 2)) / cos(center.latitude * GreatCircle.radiansPerDegree)
      guard abs(center.latitude) + northing < 90, ratio < 1 else { return nil }
      let easting = asin(ratio) / GreatCircle.radiansPerDegree
      return try? BoundingBox(
        west: Self.wrapped(center.longitude - easting),
        south: center.latitude - northing,
        east: Self.wrapped(center.longitude + easting),
        north: center.latitude + northing
      )
    }
  }

  private static func wrapped(_ longitude: Double) -> Double {
    longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
  }

  private static func meters(_ first: Coordinate, _ second: Coordinate) -> Double {
    GreatCircle(fromLatitude: first.latitude, longitude: first.longitude)
      .meters(toLatitude: second.latitude, longitude: second.longitude)
  }
}
