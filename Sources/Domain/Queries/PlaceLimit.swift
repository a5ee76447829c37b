/// The places requested from a result.
public enum PlaceLimit: Sendable, Hashable {
  /// At most this number of places, from the first.
  case first(PlaceCount)
  /// Every matching place.
  case all
  /// No places, only the number of matches.
  case nothing
  /// One page, exactly as the source divides its result.
  case page(PageRequest)

  /// The default limit of a query: 15 places.
  public static let standard = PlaceLimit.first(PlaceCount(checked: 15))

  /// The maximum number of places; `nil` without a limit.
  public var count: Int? {
    switch self {
    case .first(let count): count.value
    case .all: nil
    case .nothing: 0
    case .page(let page): page.size
    }
  }

  /// The number of matches before the first requested place.
  package var offset: Int { page.map { ($0.number - 1) * $0.size } ?? 0 }

  /// The page; `nil` if places from the first are requested.
  public var page: PageRequest? { if case .page(let page) = self { page } else { nil } }
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

/// A request for one page of a result.
public struct PageRequest: Sendable, Hashable {
  /// The page number, from 1.
  public let number: Int
  /// The number of places per page, 1 or more.
  public let size: Int

  /// Makes a request, by default for pages of the maximum size; `nil` if it is outside the limits.
  public init?(number: Int = 1, size: Int? = nil, within limits: PageLimits = .standard) {
    let size = size ?? limits.sizes.upperBound
    guard limits.numbers.contains(number), limits.sizes.contains(size) else { return nil }
    self.number = number
    self.size = size
  }
}
