extension PlaceQuery {
  /// Whether the places of a result are sorted by their distance from a centre.
  package var ordersByDistance: Bool { sort == .distance && area.center != nil }

  /// Whether a result can be proven to contain the nearest places: it begins with the first place and is sorted by
  /// distance from a centre.
  public var wantsNearest: Bool {
    guard ordersByDistance else { return false }
    switch limit {
    case .first, .all: return true
    case .nothing: return false
    case .page(let page): return page.number == 1
    }
  }

  /// Returns whether a result provably contains every matching place nearer than its last place; `nil` unless the query
  /// requests the nearest places.
  ///
  /// - Parameters:
  ///   - places: The places of the result, in order.
  ///   - isComplete: Whether the places are all matches.
  ///   - isProven: Returns whether no matching place nearer than a distance from the centre is missing.
  /// - Returns: Whether the places are the nearest.
  package func isNearest(_ places: [FoundPlace], isComplete: Bool, isProven: (Distance) -> Bool) -> Bool? {
    guard wantsNearest else { return nil }
    guard !isComplete else { return true }
    guard let count = limit.count, places.count >= count, let farthest = places.last?.distance else { return false }
    return isProven(farthest)
  }

  /// Returns a circle around the centre with a distance as its radius, or the minimum radius; `nil` without a centre.
  package func area(within distance: Distance) -> SearchArea? {
    area.center.map { .circle(center: $0, radius: SearchRadius(distance) ?? .minimum) }
  }
}
