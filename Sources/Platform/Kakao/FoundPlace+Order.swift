import Domain

extension FoundPlace {
  /// Whether a place comes before another: nearer by whole metres, or as near with the id first in byte order.
  static func isNearer(_ lhs: FoundPlace, _ rhs: FoundPlace) -> Bool {
    let (left, right) = (lhs.distance?.wholeMeters ?? .max, rhs.distance?.wholeMeters ?? .max)
    if left != right { return left < right }
    return lhs.place.id.utf8.lexicographicallyPrecedes(rhs.place.id.utf8)
  }
}
