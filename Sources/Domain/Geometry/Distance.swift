/// A length on the ground in metres, never negative.
public struct Distance: Sendable, Hashable, Comparable {
  /// Metres, 0 or more, finite.
  public let meters: Double

  /// Makes a distance; `nil` if the number of metres is negative or not finite.
  ///
  /// - Parameter meters: Metres, 0 or more.
  public init?(meters: Double) {
    guard meters.isFinite, meters >= 0 else { return nil }
    self.meters = meters
  }

  /// Whole metres, truncated, as results print them; `Int.max` if the number doesn't fit.
  @inlinable public var wholeMeters: Int { meters < 0x1p63 ? Int(meters) : .max }

  public static func < (lhs: Distance, rhs: Distance) -> Bool { lhs.meters < rhs.meters }
}

extension Distance {
  public static let zero = Distance(validMeters: 0)

  package init(validMeters meters: Double) {
    assert(meters.isFinite && meters >= 0)
    self.meters = meters
  }
}
