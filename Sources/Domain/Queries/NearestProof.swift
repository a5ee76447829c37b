extension PlaceQuery {
  /// Whether the places of a result are sorted by their distance from a centre.
  package var ordersByDistance: Bool { sort == .distance && area.center != nil }

  /// Returns whether a result provably contains every matching place nearer than its last place; `nil` unless the order
  /// is by distance from a centre.
  ///
  /// - Parameters:
  ///   - places: The first places of the result, in order.
  ///   - limit: The number of places requested; `nil` for all.
  ///   - isComplete: Whether the places are all matches.
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

  /// Returns a circle around the centre with a distance as its radius, or the minimum radius; `nil` without a centre.
  package func area(within distance: Distance) -> SearchArea? {
    area.center.map { .circle(center: $0, radius: SearchRadius(distance) ?? .minimum) }
  }
}

extension AskedQuery {
  /// Whether a result can be proven to contain the nearest places: it begins with the first place and is sorted by
  /// distance from a centre.
  public var wantsNearest: Bool {
    switch amount {
    case .collection(let limit): query.ordersByDistance && limit != .nothing
    case .page(let page): query.ordersByDistance && page.number == 1
    }
  }
}
