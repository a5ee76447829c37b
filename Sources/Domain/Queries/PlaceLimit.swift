/// The number of places requested.
public enum PlaceLimit: Sendable, Hashable {
  /// At most this number of places.
  case first(PlaceCount)
  /// Every matching place.
  case all
  /// Only the number of matches.
  case nothing

  /// The default limit of a query: 15 places.
  public static let standard = PlaceLimit.first(PlaceCount(checked: 15))

  /// The maximum number of places; `nil` without a limit.
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
  public let value: Int

  public init?(_ value: Int) {
    guard value >= 1 else { return nil }
    self.value = value
  }

  init(checked value: Int) { self.value = value }
}
