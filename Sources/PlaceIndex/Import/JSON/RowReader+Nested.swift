import Domain
import TextParsing

/// Objects that do not say where they are, and have others that do.
extension RowReader {
  /// How deep in an object others are looked for whose members are rows.
  private static let maximumDepth = 4

  /// Reads an object again with all that stands within it; or the rows that its members are, if they may be some.
  mutating func readNested(_ object: ByteView, mayBeRows: Bool) {
    parseEverything(of: object)
    if draft.positionCount == 1 {
      accept(row: object)
    } else if !mayBeRows || draft.positionCount == 0 || !readMembers(of: object) {
      reject(.missingCoordinate, row: object)
    }
  }

  /// Parses an object and what stands within it under any key.
  mutating func parseEverything(of object: ByteView) {
    var cursor = JSONCursor(object, at: 0)
    draft.reset()
    _ = try? FeatureParser(vocabulary: vocabulary, looksEverywhere: true).parse(&cursor, into: &draft)
  }

  /// Reads the rows of an object that has them by their names, `{"A":{"lat":…,"lng":…},"B":{…}}`; `false` if it has
  /// none.
  private mutating func readMembers(of object: ByteView, depth: Int = 0) -> Bool {
    var members: [(key: JSONString, value: ByteView)] = []
    var areObjects = true
    var cursor = JSONCursor(object, at: 0)
    let isRead: Void? = try? cursor.forEachMember { (key, cursor) throws(NotJSON) in
      let isObject = try cursor.peek() == UInt8(ascii: "{")
      let start = cursor.offset
      try cursor.skip()
      if isObject { members.append((key, object.part(start..<cursor.offset))) } else { areObjects = false }
    }
    guard isRead != nil else { return false }
    if areObjects, members.count > 1, members.count(where: { isPlaced($0.value) }) * 2 > members.count {
      for member in members {
        _ = isPlaced(member.value)
        if !draft.has(.fact(.name)) { draft.set(.fact(.name), member.key) }
        accept(row: member.value)
      }
      return true
    }
    guard depth < Self.maximumDepth else { return false }
    var hasRows = false
    for member in members where readMembers(of: member.value, depth: depth + 1) { hasRows = true }
    return hasRows
  }

  /// Parses an object, and tells whether it says where it is.
  private mutating func isPlaced(_ object: ByteView) -> Bool {
    parseEverything(of: object)
    guard case .failure(let error) = CoordinateRules.coordinate(of: draft, plan.grids) else { return true }
    return error.reason != .missingCoordinate
  }
}
