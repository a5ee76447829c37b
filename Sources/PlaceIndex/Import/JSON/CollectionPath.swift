import TextParsing

/// The arrays within an object that may be the rows of a file.
enum CollectionSearch {
  /// None: the object is a row.
  case nothing
  /// Arrays whose names say that they hold places.
  case named
  /// Also arrays of any rows, and those within nested objects: for the first object of a file, and for all if that is a
  /// collection.
  case wrapped
}

/// Finds the array of rows within an object.
///
/// `{"features":[…]}`, `{"response":{"body":{"items":{"item":[…]}}}}` and the like.
enum CollectionPath {
  private static let maximumDepth = 6
  /// Arrays of places: GeoJSON, Overpass, Kakao, the Korean standard data, answers of this program.
  private static let names: [StaticString] = ["features", "elements", "documents", "records", "places"]
  /// Arrays of the rows of an answer.
  private static let wrappedNames: [StaticString] = [
    "items", "item", "data", "row", "rows", "list", "results", "result", "OIL", "DATA", "candidates", "stores", "shops",
  ]

  /// Moves to the first row of a collection that is the value of a key, or within it.
  ///
  /// - Parameters:
  ///   - key: The key; the cursor is before its value.
  ///   - cursor: Moved past the `[` of the collection; unchanged if there is none.
  ///   - search: What to look for.
  ///   - fields: The names of properties, if the object may be a row itself: then an array holds rows only if its first
  ///     element has coordinates.
  /// - Returns: The number of objects that enclose the collection, 1 or more; `nil` if there is none.
  /// - Throws: If the text ends before that is known.
  static func enter(
    _ key: JSONString,
    _ cursor: inout JSONCursor,
    _ search: CollectionSearch,
    withinRow fields: FieldTable?
  ) throws(NotJSON) -> Int? {
    var look = cursor
    guard let depth = try find(key, &look, search, fields, depth: 1) else { return nil }
    cursor = look
    return depth
  }

  private static func find(
    _ key: JSONString,
    _ cursor: inout JSONCursor,
    _ search: CollectionSearch,
    _ fields: FieldTable?,
    depth: Int
  ) throws(NotJSON) -> Int? {
    switch try cursor.peek() {
    case UInt8(ascii: "["):
      let isNamed = names.contains { key.raw.equals($0) }
      guard isNamed || search == .wrapped && wrappedNames.contains(where: { key.raw.equals($0) }) else { return nil }
      var look = cursor
      look.offset += 1
      // Rows are objects; an empty array is a collection without rows.
      let first = try look.peek()
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "]") && isNamed && fields == nil else { return nil }
      if let fields, try !hasPosition(look, fields) { return nil }
      cursor = look
      return depth
    case UInt8(ascii: "{"):
      guard search == .wrapped, depth < maximumDepth, !key.raw.equals("geometry"), !key.raw.equals("crs") else {
        return nil
      }
      cursor.offset += 1
      var isFirst = true
      while let inner = try cursor.nextKey(isFirst: &isFirst) {
        var look = cursor
        if let found = try find(inner, &look, search, fields, depth: depth + 1) {
          cursor = look
          return found
        }
        try cursor.skip()
      }
      return nil
    default: return nil
    }
  }

  /// The keys that lead to the first array that has none of the known names, and whose first element has coordinates, in a text that begins with an object; `nil` if
  /// there is none.
  static func ofRows(in view: ByteView, _ fields: FieldTable) -> [String]? {
    var cursor = JSONCursor(view, at: 0)
    guard (try? cursor.take(UInt8(ascii: "{"))) == true else { return nil }
    return (try? rows(in: &cursor, fields, below: [])) ?? nil
  }

  private static func rows(
    in cursor: inout JSONCursor,
    _ fields: FieldTable,
    below path: [String]
  ) throws(NotJSON) -> [String]? {
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      let path = path + [key.withText(\.text)]
      var look = cursor
      let isKnown = (names + wrappedNames).contains { key.raw.equals($0) }
      if !isKnown, try look.take(UInt8(ascii: "[")), try look.peek() == UInt8(ascii: "{"), try hasPosition(look, fields)
      {
        return path
      }
      look = cursor
      if path.count < maximumDepth, try look.take(UInt8(ascii: "{")),
        let found = try rows(in: &look, fields, below: path)
      {
        return found
      }
      try cursor.skip()
    }
    return nil
  }

  /// Whether the next object has a key of coordinates, or of an object that may hold some.
  private static func hasPosition(_ cursor: JSONCursor, _ fields: FieldTable) throws(NotJSON) -> Bool {
    var cursor = cursor
    try cursor.expect(UInt8(ascii: "{"))
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.raw.equals("geometry") { return true }
      switch key.withText({ fields.entry(for: $0)?.field }) {
      case .latitude, .longitude, .easting, .northing, .position, .latitudeLongitude, .longitudeLatitude, .geometryText,
        .nested:
        return true
      default: try cursor.skip()
      }
    }
    return false
  }
}
