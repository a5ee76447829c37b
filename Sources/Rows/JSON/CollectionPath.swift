import Domain
package import Tables

/// The arrays in an object that may be the rows of a file.
package enum CollectionSearch {
  /// No arrays: the object is a row.
  case nothing
  /// Arrays whose names suggest that they contain places.
  case named
  /// Also nested arrays of rows with coordinates: for the first object of a file, and for all objects if the first is a
  /// collection.
  case wrapped
}

/// Finds the array of rows in an object: `{"features":[…]}`, `{"data":{"stations":[{"lat":…}]}}` and similar objects.
package struct CollectionPath {
  /// The number of elements to examine; at least one of them must have coordinates.
  static let maximumElements = 16
  private static let names = words("arrays")
  private static let elementNames = words("elements")

  private static func words(_ key: String) -> Set<[UInt8]> {
    Set(FieldNames.words(key, of: "collections").map { Array($0.utf8) })
  }

  let search: CollectionSearch
  package let fields: FieldTable
  /// Whether the object has a name or an id, and so may be a row itself.
  let isWithinRow: Bool

  package init(search: CollectionSearch, fields: FieldTable, isWithinRow: Bool = true) {
    self.search = search
    self.fields = fields
    self.isWithinRow = isWithinRow
  }

  /// The rows in an object.
  package struct Rows {
    /// The number of objects that enclose the rows.
    package let depth: Int
    /// Whether the value is a single row instead of a list of rows.
    package let isOneRow: Bool
    /// Whether the elements aren't rows but contain lists of rows: `{"a":[{"b":[{"lat":…}]}]}`.
    package var isOfLists = false
  }

  /// Moves past the `[` of a collection in the value of a key, or to the `{` of a single row in its place.
  ///
  /// The cursor is unchanged if there is none.
  package func enter(_ key: JSONString, _ cursor: inout JSONViewCursor) throws(SyntaxError) -> Rows? {
    var look = cursor
    guard let found = try find(key, &look, depth: 1) else { return nil }
    // A row with a coordinate may have a list of others, such as its entrances.
    if isWithinRow, found.isOneRow || found.depth > 1 || !Self.isNamed(key) {
      var rest = cursor
      guard (try? rest.skip()) == nil || (try? hasPosition(&rest, isFirst: false)) != true else { return nil }
    }
    cursor = look
    return found
  }

  private static func isNamed(_ key: JSONString) -> Bool { names.contains(key.raw.array) }

  private func find(_ key: JSONString, _ cursor: inout JSONViewCursor, depth: Int) throws(SyntaxError) -> Rows? {
    switch try cursor.peek() {
    case UInt8(ascii: "["):
      let isNamed = Self.isNamed(key)
      guard isNamed || search == .wrapped, try !isPosition(key, cursor) else { return nil }
      cursor.offset += 1
      // Rows are objects; an empty array is a collection without rows.
      let first = try cursor.peek()
      guard first == UInt8(ascii: "{") || first == UInt8(ascii: "]") && isNamed && !isWithinRow else { return nil }
      if try !isNamed || isWithinRow ? hasRow(cursor) : true { return Rows(depth: depth, isOneRow: false) }
      guard search == .wrapped, try hasLists(cursor) else { return nil }
      return Rows(depth: depth, isOneRow: false, isOfLists: true)
    case UInt8(ascii: "{"):
      let isOfFormat = key.raw.equals("geometry") || key.raw.equals("crs")
      guard search == .wrapped, depth < FeatureParser.maximumDepth, !isOfFormat else { return nil }
      let start = cursor.offset
      cursor.offset += 1
      var isFirst = true
      while let inner = try cursor.nextKey(isFirst: &isFirst) {
        var look = cursor
        if let found = try find(inner, &look, depth: depth + 1) {
          cursor = look
          return found
        }
        try cursor.skip()
      }
      guard Self.elementNames.contains(key.raw.array) else { return nil }
      var row = cursor
      row.offset = start + 1
      guard try hasPosition(&row, isFirst: true) else { return nil }
      cursor.offset = start
      return Rows(depth: depth, isOneRow: true)
    default: return nil
    }
  }

  /// Returns whether a list is the position of the row around it.
  private func isPosition(_ key: JSONString, _ list: JSONViewCursor) throws(SyntaxError) -> Bool {
    guard key.withText({ fields.entry(for: $0)?.field.isOfCoordinate }) == true else { return false }
    return try fields.onlyPosition(in: list) != nil
  }

  /// Returns whether the elements of an array aren't rows but contain lists of rows; the cursor is after `[`.
  package func isOfLists(_ cursor: JSONViewCursor) -> Bool {
    (try? hasRow(cursor)) != true && (try? hasLists(cursor)) == true
  }

  /// Returns whether a value is a list of rows, or contains such a list.
  func hasRows(in value: JSONViewCursor, depth: Int = 0) throws(SyntaxError) -> Bool {
    guard depth <= FeatureParser.maximumDepth else { return false }
    var cursor = value
    if try cursor.take(UInt8(ascii: "[")) {
      if try hasRow(cursor) { return true }
      return try hasLists(cursor, depth: depth)
    }
    guard try cursor.take(UInt8(ascii: "{")) else { return false }
    var isFirst = true
    while try cursor.nextKey(isFirst: &isFirst) != nil {
      if try hasRows(in: cursor, depth: depth + 1) { return true }
      try cursor.skip()
    }
    return false
  }

  /// Returns whether one of the first elements of an array is an object with a list of rows; the cursor is after `[`.
  private func hasLists(_ cursor: JSONViewCursor, depth: Int = 0) throws(SyntaxError) -> Bool {
    var cursor = cursor
    var isFirst = true
    var count = 0
    while count < Self.maximumElements, try cursor.nextElement(isFirst: &isFirst) {
      if try cursor.peek() == UInt8(ascii: "{"), try hasRows(in: cursor, depth: depth) { return true }
      try cursor.skip()
      count += 1
    }
    return false
  }

  /// Returns whether one of the first elements of an array is an object with a coordinate; the cursor is after `[`.
  func hasRow(_ cursor: JSONViewCursor) throws(SyntaxError) -> Bool {
    var cursor = cursor
    var isFirst = true
    var count = 0
    while count < Self.maximumElements, try cursor.nextElement(isFirst: &isFirst) {
      var element = cursor
      if try element.take(UInt8(ascii: "{")), try hasPosition(&element, isFirst: true) { return true }
      try cursor.skip()
      count += 1
    }
    return false
  }

  /// Returns whether the remaining members include a coordinate, or an object that may contain one.
  private func hasPosition(_ cursor: inout JSONViewCursor, isFirst: Bool) throws(SyntaxError) -> Bool {
    var isFirst = isFirst
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      if key.raw.equals("geometry") { return true }
      switch key.withText({ fields.entry(for: $0)?.field }) {
      case .latitude, .longitude, .easting, .northing, .coordinate, .latitudeLongitude, .longitudeLatitude,
        .geometryText,
        .nested:
        return true
      default: if try hasPair(&cursor, depth: 0) { return true }
      }
    }
    return false
  }

  /// Returns whether an object has a position that isn't in an object of another name: not `"geo":{"x":{"lat":…}}`.
  func hasOwnPosition(_ object: JSONViewCursor, depth: Int = 0) throws(SyntaxError) -> Bool {
    guard depth < FeatureParser.maximumDepth else { return false }
    return try fields.hasPosition(object) { (position) throws(SyntaxError) in
      var value = position
      guard try value.peek() == UInt8(ascii: "{"), try !hasOwnPosition(value, depth: depth + 1) else { return true }
      return try !hasPair(within: value)
    }
  }

  /// Returns whether an object contains an object with a position.
  func hasPair(within object: JSONViewCursor) throws(SyntaxError) -> Bool {
    var cursor = object
    return try hasPair(&cursor, depth: 0)
  }

  /// Returns whether the next value contains an object with a position, such as `address.location`.
  ///
  /// The cursor moves past the value.
  private func hasPair(_ cursor: inout JSONViewCursor, depth: Int) throws(SyntaxError) -> Bool {
    guard depth < FeatureParser.maximumDepth, try cursor.peek() == UInt8(ascii: "{") else {
      try cursor.skip()
      return false
    }
    var isFound = try fields.hasPosition(cursor)
    try cursor.forEachMember { (_, cursor) throws(SyntaxError) in
      if !isFound, try hasPair(&cursor, depth: depth + 1) { isFound = true }
    }
    return isFound
  }
}
