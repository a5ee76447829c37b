import Domain

extension FoundPlace {
  /// Returns whether a place comes before another: by whole metres, then by id in byte order.
  static func isNearer(_ lhs: FoundPlace, _ rhs: FoundPlace) -> Bool {
    let left = lhs.distance?.wholeMeters ?? .max
    let right = rhs.distance?.wholeMeters ?? .max
    if left != right { return left < right }
    return lhs.place.id.utf8.lexicographicallyPrecedes(rhs.place.id.utf8)
  }
}
