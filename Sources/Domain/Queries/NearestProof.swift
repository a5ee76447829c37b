extension PlaceQuery {
  /// Whether the places of a result come in the order of their distance from a centre.
  package var ordersByDistance: Bool { sort == .distance && area.center != nil }

  /// Whether every matching place nearer than the last one is in a result, proven; `nil` without an order by distance
  /// from a centre.
  ///
  /// - Parameters:
  ///   - places: The first places of the result, in order.
  ///   - limit: The number of places wanted; `nil` for all.
  ///   - isComplete: Whether the places are everything that matches.
  ///   - isProven: Returns whether no matching place nearer than a distance from the centre is missing.
  /// - Returns: Whether the places are the nearest.
  package func isNearest(
    _ places: [FoundPlace],
    limit: Int?,
    isComplete: Bool,
    isProven: (Distance) -> Bool
  ) -> Bool? {
    guard ordersByDistance, limit != 0 else { return nil }
    guard !isComplete else { return true }
    guard let limit, places.count >= limit, let farthest = places.last?.distance else { return false }
    return isProven(farthest)
  }

  /// The part of the area that is at most a distance away from the centre, or more; `nil` without a centre.
  package func area(within distance: Distance) -> SearchArea? {
    area.center.map { .circle(center: $0, radius: SearchRadius(distance) ?? .minimum) }
  }
}

extension AskedQuery {
  /// Whether the result can be proven to hold the nearest places: they come in the order of their distance from a
  /// centre, from the first one on.
  public var wantsNearest: Bool {
    switch amount {
    case .collection(let limit): query.ordersByDistance && limit != .nothing
    case .page(let page): query.ordersByDistance && page.number == 1
    }
  }
}
