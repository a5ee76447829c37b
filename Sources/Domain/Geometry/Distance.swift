/// A length on the ground in metres, never negative.
public struct Distance: Sendable, Hashable, Comparable {
  /// Metres, 0 or more, finite.
  public let meters: Double

  /// Makes a distance from metres; `nil` for a negative number, an infinity or not-a-number.
  ///
  /// - Parameter meters: Metres, 0 or more.
  public init?(meters: Double) {
    guard meters.isFinite, meters >= 0 else { return nil }
    self.meters = meters
  }

  /// Whole metres with the fraction cut off, as every answer prints them; `Int.max` for more than an integer holds.
  @inlinable public var wholeMeters: Int { meters < 0x1p63 ? Int(meters) : .max }

  /// Orders by length.
  public static func < (lhs: Distance, rhs: Distance) -> Bool { lhs.meters < rhs.meters }
}

extension Distance {
  /// No distance at all.
  public static let zero = Distance(validMeters: 0)

  package init(validMeters meters: Double) {
    assert(meters.isFinite && meters >= 0)
    self.meters = meters
  }
}
