/// How many places an answer should hold.
public enum PlaceLimit: Sendable, Hashable {
  /// At most this many, 1 or more.
  case first(PlaceCount)
  /// Every place that matches.
  case all
  /// No place, only how many match.
  case nothing

  /// The default limit of a query: 15 places.
  public static let standard = PlaceLimit.first(PlaceCount(checked: 15))

  /// The maximum number of places; `nil` for no bound.
  public var count: Int? {
    switch self {
    case .first(let count): count.value
    case .all: nil
    case .nothing: 0
    }
  }
}

/// A number of places, 1 or more.
public struct PlaceCount: Sendable, Hashable {
  /// The number, 1 or more.
  public let value: Int

  public init?(_ value: Int) {
    guard value >= 1 else { return nil }
    self.value = value
  }

  init(checked value: Int) { self.value = value }
}
