/// A saved location.
public struct SavedLocation: Sendable, Hashable {
  /// The name, which can't be read as a coordinate.
  public let name: String
  public let coordinate: Coordinate
  /// The name of the place or address that the user's text was geocoded to; `nil` if the user gave a coordinate.
  public let near: String?

  public init?(name: String, coordinate: Coordinate, near: String? = nil) {
    guard Self.isName(name) else { return nil }
    self.name = name
    self.coordinate = coordinate
    self.near = near
  }

  /// The maximum length of a name in characters; it fits a line of a list.
  public static let maximumNameLength = 60

  /// Returns whether a text can name a saved location: a letter, then letters, digits, `-`, `_` and `.`, at most 60
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

/// The saved locations.
public struct SavedLocations: Sendable, Hashable {
  /// The saved locations, sorted by name.
  public var locations: [SavedLocation]
  /// The name of the default location; `nil` if there is none.
  public var defaultName: String?

  public init(locations: [SavedLocation] = [], defaultName: String? = nil) {
    self.locations = locations
    self.defaultName = locations.contains { $0.name == defaultName } ? defaultName : nil
  }

  /// Returns the saved location with a name.
  public subscript(name: String) -> SavedLocation? { locations.first { $0.name == name } }

  /// The default location.
  public var standard: SavedLocation? { defaultName.flatMap { self[$0] } }
}
