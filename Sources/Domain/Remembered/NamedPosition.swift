/// A position that a person gave a name.
public struct NamedPosition: Sendable, Hashable {
  /// The name: no blanks, and nothing that could be read as a coordinate.
  public let name: String
  /// Where it is.
  public let coordinate: Coordinate
  /// What was found there when the position was named by a text; `nil` when it was given in numbers.
  public let near: String?

  /// Makes a position; `nil` when the name is empty, longer than 60 characters, begins with a dash, or holds white space,
  /// control characters or what a coordinate is written with.
  public init?(name: String, coordinate: Coordinate, near: String? = nil) {
    guard Self.isName(name) else { return nil }
    self.name = name
    self.coordinate = coordinate
    self.near = near
  }

  /// The maximum length of a name, in characters, so that a line of a list holds it.
  public static let maximumNameLength = 60

  /// Whether a text can be the name of a position.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, text.count <= maximumNameLength else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-" || scalar == "_"
        || scalar == "." || scalar.properties.generalCategory == .nonspacingMark
    }
  }
}

/// The positions that are kept by name.
public struct NamedPositions: Sendable, Hashable {
  /// The positions, in the order of their names.
  public var positions: [NamedPosition]
  /// The name of the position that is taken when a query has none; `nil` for none.
  public var defaultName: String?

  /// Makes a list; a default that is none of the positions is dropped.
  public init(positions: [NamedPosition] = [], defaultName: String? = nil) {
    self.positions = positions
    self.defaultName = positions.contains { $0.name == defaultName } ? defaultName : nil
  }

  /// The position of a name.
  public subscript(name: String) -> NamedPosition? { positions.first { $0.name == name } }

  /// The position that is taken when a query has none.
  public var standard: NamedPosition? { defaultName.flatMap { self[$0] } }
}
