import Domain
package import Tables

/// Reads objects without a coordinate that contain objects with one.
extension FeatureParser {
  /// Parses an object and its nested objects under any key, or a geometry without a feature.
  package func parseEverything(of object: ByteView, into draft: inout RowDraft) {
    parseEverything(of: object, inLists: false, into: &draft)
    if draft.coordinateCount == 0, draft.hasLists { parseEverything(of: object, inLists: true, into: &draft) }
    guard draft.coordinateCount == 0, Self.isGeometry(object) else { return }
    var geometry = JSONViewCursor(object, at: 0)
    if (try? parseGeometry(&geometry, &draft)) != nil { draft.coordinateCount = 1 }
  }

  /// Parses an object with several positions, and takes the only one that is in the fewest objects.
  package func parseShallowest(of object: ByteView, into draft: inout RowDraft) {
    for depth in 1..<Self.maximumDepth {
      parseEverything(of: object, inLists: false, upTo: depth, into: &draft)
      if draft.coordinateCount > 0 { return }
    }
  }

  private func parseEverything(
    of object: ByteView,
    inLists: Bool,
    upTo depth: Int = maximumDepth,
    into draft: inout RowDraft
  ) {
    var cursor = JSONViewCursor(object, at: 0)
    draft.reset()
    let parser = FeatureParser(
      vocabulary: vocabulary,
      looksEverywhere: true,
      looksInLists: inLists,
      maximumSearchDepth: depth
    )
    _ = try? parser.parse(&cursor, into: &draft)
  }

  private static let geometries: [StaticString] = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// Returns whether a type is a geometry's.
  static func isGeometry(_ type: JSONString) -> Bool { geometries.contains { type.raw.equals($0) } }

  /// Returns whether an object is a geometry of GeoJSON.
  private static func isGeometry(_ object: ByteView) -> Bool {
    var cursor = JSONViewCursor(object, at: 0)
    var isGeometry = false
    try? cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      guard key.raw.equals("type"), try cursor.peek() == UInt8(ascii: "\"") else { return }
      isGeometry = Self.isGeometry(try cursor.string())
    }
    return isGeometry
  }

  /// A member of an object that maps names to rows: `{"A":{"lat":…,"lng":…},"B":{…}}`.
  package struct PlacedMember {
    package let key: JSONString
    package let range: Range<Int>
  }

  /// Returns the members that are objects, if most members of an object or of a nested object are rows.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - start: The offset of the object, for the ranges.
  ///   - draft: A draft that each member is parsed into.
  ///   - systems: The CRSs of coordinates that aren't degrees.
  ///   - depth: The number of objects around the object.
  /// - Returns: The members with their ranges; empty if there are none.
  package func placedMembers(
    of object: ByteView,
    at start: Int = 0,
    _ draft: inout RowDraft,
    _ systems: CRSPlan,
    depth: Int = 0
  ) -> [PlacedMember] {
    var members: [PlacedMember] = []
    var memberCount = 0
    var isRow = false
    var cursor = JSONViewCursor(object, at: 0)
    let isRead: Void? = try? cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let isObject = try cursor.peek() == UInt8(ascii: "{")
      let from = cursor.offset
      try cursor.skip()
      let member = PlacedMember(key: key, range: start + from..<start + cursor.offset)
      memberCount += 1
      if isObject { members.append(member) } else { isRow = isRow || key.withText(isIdentity) }
    }
    guard isRead != nil else { return [] }
    func part(_ member: PlacedMember) -> ByteView {
      object.part(member.range.lowerBound - start..<member.range.upperBound - start)
    }
    if !isRow, members.count > 1 {
      let placedCount = members.count { isPlaced(part($0), &draft, on: systems) }
      if placedCount * 2 > memberCount { return members }
    }
    guard depth < Self.maximumDepth else { return [] }
    return members.flatMap { member in
      placedMembers(of: part(member), at: member.range.lowerBound, &draft, systems, depth: depth + 1)
    }
  }

  /// Returns whether a key means the name or the id of a row, which an object that contains rows doesn't have.
  func isIdentity(_ key: ByteView) -> Bool {
    switch vocabulary.fields.entry(for: key)?.field {
    case .placeText(.name), .placeText(.id): true
    default: false
    }
  }

  /// Parses an object and returns whether it has a coordinate.
  private func isPlaced(_ object: ByteView, _ draft: inout RowDraft, on systems: CRSPlan) -> Bool {
    parseEverything(of: object, into: &draft)
    if case .none(.missingCoordinate, _) = CoordinateRules.coordinate(of: &draft, systems) { return false }
    return true
  }
}
