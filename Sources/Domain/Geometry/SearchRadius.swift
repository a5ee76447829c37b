/// The radius of a search, from 1 metre to halfway around the Earth.
///
/// A service may support less (``Service/maximumRadius``): a query with a larger radius fails before any request.
public struct SearchRadius: Sendable, Hashable, Comparable {
  /// The minimum radius.
  public static let minimum = SearchRadius(checked: Distance(validMeters: 1))
  /// The maximum radius, more than the distance between any two points on Earth.
  public static let maximum = SearchRadius(checked: Distance(validMeters: 20_040_000))
  /// The default radius of a query: 1 km.
  public static let standard = SearchRadius(checked: Distance(validMeters: 1_000))
  /// The default distance from a line: 500 m.
  public static let standardCorridor = SearchRadius(checked: Distance(validMeters: 500))

  /// The maximum distance from a line: 20 km.
  public static let maximumCorridor = SearchRadius(checked: Distance(validMeters: 20_000))

  public let distance: Distance

  /// Makes a radius; `nil` outside the range.
  ///
  /// - Parameter distance: 1...20 040 000 m.
  public init?(_ distance: Distance) {
    guard distance >= Self.minimum.distance, distance <= Self.maximum.distance else { return nil }
    self.distance = distance
  }

  private init(checked distance: Distance) { self.distance = distance }

  /// The radius in metres.
  public var meters: Double { distance.meters }

  public static func < (lhs: SearchRadius, rhs: SearchRadius) -> Bool { lhs.distance < rhs.distance }
}
