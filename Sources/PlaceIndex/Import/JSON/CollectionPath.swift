/// Which arrays within an object are looked for as the rows of a file.
enum CollectionSearch {
  /// None: the object is a row.
  case nothing
  /// Those whose name says that they hold places.
  case named
  /// Also those that hold any rows, within objects too: the first object of a file.
  case wrapped
}

/// Finds the array of rows within an object.
///
/// `{"features":[…]}`, `{"response":{"body":{"items":{"item":[…]}}}}` and the like.
enum CollectionPath {
  private static let maximumDepth = 6
  /// Arrays that hold places wherever they stand: GeoJSON, Overpass, Kakao, the standard data, our own answers.
  private static let names: [StaticString] = ["features", "elements", "documents", "records", "places"]
  /// Arrays that hold the rows of an answer, whatever they are.
  private static let wrappedNames: [StaticString] = [
    "items", "item", "data", "row", "rows", "list", "results", "result", "OIL", "DATA", "candidates", "stores", "shops",
  ]

  /// Goes to the first row of a collection that a key begins, or that is within its value.
  ///
  /// - Parameters:
  ///   - key: The key; the cursor is before its value.
  ///   - cursor: Afterwards behind the `[` of the collection; unchanged without one.
  ///   - search: What to look for.
  ///   - fields: The names of properties, where the object may be a row itself: then a list holds rows only when the first
  ///     element of it says where it is.
  /// - Returns: How many objects are open around the collection, 1 or more; `nil` when there is none.
  /// - Throws: When the text ends before that is known.
  static func enter(
    _ key: JSONString,
    _ cursor: inout JSONCursor,
    _ search: CollectionSearch,
    withinRow fields: FieldTable?
  ) throws(JSONError) -> Int? {
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
  ) throws(JSONError) -> Int? {
    switch try cursor.peek() {
    case UInt8(ascii: "["):
      let isNamed = names.contains { key.raw.equals($0) }
      guard isNamed || search == .wrapped && wrappedNames.contains(where: { key.raw.equals($0) }) else { return nil }
      var look = cursor
      look.offset += 1
      // Rows are objects; an empty list is one without rows.
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

  /// Whether a key of the object that comes next is one of coordinates, or may hold some.
  private static func hasPosition(_ cursor: JSONCursor, _ fields: FieldTable) throws(JSONError) -> Bool {
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
