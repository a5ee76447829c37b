import Domain
import Tables

/// Reads objects without a coordinate that contain objects with one.
extension RowReader {
  /// The depth to which objects are searched for members that are rows.
  private static let maximumDepth = 4

  /// Reads an object again with all of its nested objects, or reads its members as rows if they may be.
  mutating func readNested(_ object: ByteView, mayBeRows: Bool) {
    parseEverything(of: object)
    if draft.positionCount == 1 {
      accept(row: object)
    } else if !mayBeRows || draft.positionCount == 0 || !readMembers(of: object) {
      reject(.missingCoordinate, row: object)
    }
  }

  /// Reads the rows of the lists in an object; returns `false` if there are none.
  mutating func readLists(of object: ByteView) -> Bool {
    let ranges = rangesOfListedRows(within: object)
    for range in ranges {
      let row = object.part(range)
      var cursor = JSONCursor(row, at: 0)
      draft.reset()
      guard (try? FeatureParser(vocabulary: vocabulary).parse(&cursor, into: &draft)) != nil else { continue }
      if !accept(row: row, isLast: false) { readNested(row, mayBeRows: false) }
    }
    return !ranges.isEmpty
  }

  /// Returns the ranges of the rows in the lists of an object.
  func rangesOfListedRows(within object: ByteView) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    try? collectListedRows(JSONCursor(object, at: 0), depth: 0, &ranges)
    return ranges
  }

  private func collectListedRows(
    _ value: JSONCursor,
    depth: Int,
    _ ranges: inout [Range<Int>]
  ) throws(SyntaxError) {
    var cursor = value
    guard depth <= Self.maximumDepth else { return }
    if try cursor.peek() == UInt8(ascii: "{") {
      return try cursor.forEachMember { (_, cursor) throws(SyntaxError) in
        try collectListedRows(cursor, depth: depth + 1, &ranges)
      }
    }
    guard try cursor.take(UInt8(ascii: "[")) else { return }
    let areRows = try CollectionPath(search: .wrapped, fields: vocabulary.fields).hasRow(cursor)
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      let isObject = try cursor.peek() == UInt8(ascii: "{")
      let element = cursor
      try cursor.skip()
      if areRows, isObject {
        ranges.append(element.offset..<cursor.offset)
      } else if isObject {
        try collectListedRows(element, depth: depth + 1, &ranges)
      }
    }
  }

  /// Parses an object and its nested objects under any key.
  mutating func parseEverything(of object: ByteView) {
    var cursor = JSONCursor(object, at: 0)
    draft.reset()
    _ = try? FeatureParser(vocabulary: vocabulary, looksEverywhere: true).parse(&cursor, into: &draft)
  }

  /// Reads the rows of an object that maps names to rows, `{"A":{"lat":…,"lng":…},"B":{…}}`; returns `false` if there
  /// are none.
  private mutating func readMembers(of object: ByteView) -> Bool {
    forEachPlacedMember(of: object) { reader, key, row, _ in
      _ = reader.isPlaced(row)
      if !reader.draft.has(.fact(.name)) { reader.draft.set(.fact(.name), text: key) }
      reader.accept(row: row)
    }
  }

  /// Calls a closure with the members that are rows, if most members of an object are rows.
  ///
  /// - Parameters:
  ///   - object: The object; nested objects are searched too.
  ///   - start: The offset of the object, for the ranges.
  ///   - depth: The number of objects around it.
  ///   - body: Receives this reader, and the key, the bytes and the range of a row.
  /// - Returns: Whether there are rows.
  @discardableResult
  mutating func forEachPlacedMember(
    of object: ByteView,
    at start: Int = 0,
    depth: Int = 0,
    _ body: (inout RowReader, JSONString, ByteView, Range<Int>) -> Void
  ) -> Bool {
    var members: [(key: JSONString, range: Range<Int>)] = []
    var areObjects = true
    var cursor = JSONCursor(object, at: 0)
    let isRead: Void? = try? cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let isObject = try cursor.peek() == UInt8(ascii: "{")
      let from = cursor.offset
      try cursor.skip()
      if isObject { members.append((key, from..<cursor.offset)) } else { areObjects = false }
    }
    guard isRead != nil else { return false }
    if areObjects, members.count > 1, members.count(where: { isPlaced(object.part($0.range)) }) * 2 > members.count {
      for (key, range) in members {
        body(&self, key, object.part(range), start + range.lowerBound..<start + range.upperBound)
      }
      return true
    }
    guard depth < Self.maximumDepth else { return false }
    var hasRows = false
    for (_, range) in members {
      let inner = object.part(range)
      if forEachPlacedMember(of: inner, at: start + range.lowerBound, depth: depth + 1, body) { hasRows = true }
    }
    return hasRows
  }

  /// Parses an object and returns whether it has a coordinate.
  private mutating func isPlaced(_ object: ByteView) -> Bool {
    parseEverything(of: object)
    if case .none(.missingCoordinate, _) = CoordinateRules.coordinate(of: draft, plan.grids) { return false }
    return true
  }
}
