import Domain
import Tables

extension FieldTable {
  /// Returns whether an object has a latitude and a longitude, or an object, list or text with both.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - isPosition: Returns whether an object or list with a name for positions is one.
  /// - Returns: `true` if the object has a position.
  /// - Throws: An error if the object isn't JSON.
  func hasPosition(
    _ object: JSONViewCursor,
    where isPosition: (JSONViewCursor) throws(SyntaxError) -> Bool = { (_) throws(SyntaxError) in true }
  ) throws(SyntaxError) -> Bool {
    var cursor = object
    var hasLatitude = false
    var hasLongitude = false
    var hasBoth = false
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let first = try cursor.peek()
      switch key.withText({ entry(for: $0)?.field }) {
      case .latitude: hasLatitude = true
      case .longitude: hasLongitude = true
      case .coordinate, .latitudeLongitude, .longitudeLatitude, .geometryText:
        let isStructure = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if !hasBoth, isStructure { hasBoth = try isPosition(cursor) }
        guard !hasBoth, first == UInt8(ascii: "\"") else { return }
        hasBoth = try cursor.string().withText { CoordinateTextParser.parse($0.trimmed) != nil }
      default: break
      }
    }
    return hasBoth || hasLatitude && hasLongitude
  }

  /// Returns whether an object has a name.
  func hasName(_ object: JSONViewCursor) throws(SyntaxError) -> Bool {
    var cursor = object
    var isFound = false
    try cursor.forEachMember { (key, _) in
      if key.withText({ entry(for: $0)?.field.isName == true }) { isFound = true }
    }
    return isFound
  }

  /// Returns the only element of a list, if it has a position but no name: it is the position of the row around the
  /// list, `"coordinates":[{"lat":…,"lon":…}]`.
  func onlyPosition(in list: JSONViewCursor) throws(SyntaxError) -> JSONViewCursor? {
    var cursor = list
    guard try cursor.take(UInt8(ascii: "[")), try cursor.peek() == UInt8(ascii: "{") else { return nil }
    let element = cursor
    try cursor.skip()
    guard try !hasName(element), try cursor.peek() == UInt8(ascii: "]"), try hasPosition(element) else { return nil }
    return element
  }
}
