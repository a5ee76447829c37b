/// A position that the user gave a name.
public struct NamedPosition: Sendable, Hashable {
  /// The name, which cannot be read as a coordinate.
  public let name: String
  /// Where it is.
  public let coordinate: Coordinate
  /// The name of what was found when the position was given as a text; `nil` when it was given as a coordinate.
  public let near: String?

  public init?(name: String, coordinate: Coordinate, near: String? = nil) {
    guard Self.isName(name) else { return nil }
    self.name = name
    self.coordinate = coordinate
    self.near = near
  }

  /// The maximum length of a name, in characters, which fits into a line of a list.
  public static let maximumNameLength = 60

  /// Returns whether a text can be the name of a position: a letter, then letters, digits, `-`, `_` and `.`, at most 60
  /// characters.
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

/// The stored positions.
public struct NamedPositions: Sendable, Hashable {
  /// The positions, in the order of their names.
  public var positions: [NamedPosition]
  /// The name of the position for queries without one; `nil` for none.
  public var defaultName: String?

  public init(positions: [NamedPosition] = [], defaultName: String? = nil) {
    self.positions = positions
    self.defaultName = positions.contains { $0.name == defaultName } ? defaultName : nil
  }

  /// The position with a name.
  public subscript(name: String) -> NamedPosition? { positions.first { $0.name == name } }

  /// The default position.
  public var standard: NamedPosition? { defaultName.flatMap { self[$0] } }
}
