/// How many places an answer should hold.
public enum PlaceLimit: Sendable, Hashable {
  /// At most this many, 1 or more.
  case first(PlaceCount)
  /// Every one that matches.
  case all

  /// The limit of a question that does not say one: 15 places.
  public static let standard = PlaceLimit.first(PlaceCount(checked: 15))

  /// The largest number of places, `nil` for no bound.
  public var count: Int? {
    switch self {
    case .first(let count): count.value
    case .all: nil
    }
  }
}

/// A number of places, 1 or more.
public struct PlaceCount: Sendable, Hashable {
  /// The number, 1 or more.
  public let value: Int

  /// Makes a count; `nil` below 1.
  public init?(_ value: Int) {
    guard value >= 1 else { return nil }
    self.value = value
  }

  init(checked value: Int) { self.value = value }
}

/// One page of a service's answer, as the service counts pages.
public struct PageRequest: Sendable, Hashable {
  /// Page numbers the service takes.
  public static let numbers = 1...45
  /// Page sizes the service takes, in places.
  public static let sizes = 1...15

  /// The page, from 1.
  public let number: Int
  /// Places a page, 1...15.
  public let size: Int

  /// Makes a page request; `nil` outside ``numbers`` and ``sizes``.
  public init?(number: Int = 1, size: Int = 15) {
    guard Self.numbers.contains(number), Self.sizes.contains(size) else { return nil }
    self.number = number
    self.size = size
  }
}
