import Domain
package import Tables

/// A row in a list of another object.
package struct ListedRow {
  package let range: Range<Int>
  package let inherited: InheritedMembers
}

/// The members of the objects around a row that are its name and category if it has none.
package struct InheritedMembers {
  /// Members, each with its key: `"name":"A"`.
  fileprivate var names: [ByteView] = []
  fileprivate var categories: [ByteView] = []

  package init() {}

  fileprivate init(names: [ByteView], categories: [ByteView]) {
    self.names = names
    self.categories = categories
  }
}

/// Reads the lists of rows in an object.
extension FeatureParser {
  /// Records whether a value contains a list of objects with positions.
  @inline(__always)
  func noteLists(at value: JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    var cursor = value
    let first = try cursor.peek()
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return }
    guard !draft.hasLists, !draft.isElement else { return }
    guard try mayHavePosition(&cursor, depth: 0), try path.hasRows(in: value) else { return }
    draft.hasLists = true
  }

  /// Moves past a value, and returns whether it contains a key under which a coordinate may be.
  ///
  /// Finding lists of rows reads each object again at each depth, a fifth of the import of a nested place.
  private func mayHavePosition(_ cursor: inout JSONViewCursor, depth: Int) throws(SyntaxError) -> Bool {
    var isFound = false
    guard depth <= Self.maximumDepth + 1 else {
      try cursor.skip()
      return true
    }
    switch try cursor.peek() {
    case UInt8(ascii: "{"):
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        guard !isFound else { return }
        let field = key.withText { vocabulary.fields.entry(for: $0)?.field }
        isFound = field?.isOfCoordinate == true || field == .nested || key.raw.equals("geometry")
        if !isFound { isFound = try mayHavePosition(&cursor, depth: depth + 1) }
      }
    case UInt8(ascii: "["):
      try cursor.forEachElement { (cursor) throws(SyntaxError) in
        if try isFound ? false : mayHavePosition(&cursor, depth: depth + 1) { isFound = true }
      }
    default: try cursor.skip()
    }
    return isFound
  }

  private var path: CollectionPath { CollectionPath(search: .wrapped, fields: vocabulary.fields) }

  /// Returns the rows in the lists of an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - isPlace: Whether the object is a place, so that only lists of objects with names contain other places.
  ///   - isAlone: Whether the object isn't like the other rows of its file, which have positions.
  ///   - inherited: The members that the object itself inherits.
  ///   - draft: A draft for parsing rows.
  ///   - systems: The CRSs of coordinates that aren't degrees.
  /// - Returns: The rows.
  package func listedRows(
    within object: ByteView,
    isPlace: Bool,
    isAlone: Bool = false,
    inheriting inherited: InheritedMembers? = nil,
    _ draft: inout RowDraft,
    _ systems: CRSPlan
  ) -> [ListedRow] {
    var search = ListSearch(isPlace: isPlace, excludesParts: isPlace || isAlone, systems: systems)
    let cursor = JSONViewCursor(object, at: 0)
    try? collect(cursor, inheriting: inherited ?? InheritedMembers(), depth: 0, &search, reading: &draft)
    return search.rows
  }

  /// Returns the ranges of the rows in the lists of an object, and of the places in the lists of these rows.
  package func rangesOfListedRows(
    within object: ByteView,
    isPlace: Bool,
    _ draft: inout RowDraft,
    _ systems: CRSPlan
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for listed in listedRows(within: object, isPlace: isPlace, &draft, systems) {
      let row = object.part(listed.range)
      ranges.append(listed.range)
      guard hasPlaces(row, reading: &draft, in: systems) else { continue }
      let start = listed.range.lowerBound
      ranges += rangesOfListedRows(within: row, isPlace: true, &draft, systems)
        .map { start + $0.lowerBound..<start + $0.upperBound }
    }
    return ranges
  }

  /// Returns whether an object is a place and may have lists of other places.
  package func hasPlaces(_ object: ByteView, reading draft: inout RowDraft, in systems: CRSPlan) -> Bool {
    var cursor = JSONViewCursor(object, at: 0)
    draft.reset()
    guard (try? parse(&cursor, into: &draft)) != nil, draft.hasLists else { return false }
    if case .point = CoordinateRules.coordinate(of: &draft, systems) { return true }
    return false
  }

  private func collect(
    _ value: JSONViewCursor,
    inheriting outer: InheritedMembers,
    depth: Int,
    _ search: inout ListSearch,
    reading draft: inout RowDraft
  ) throws(SyntaxError) {
    var cursor = value
    guard depth <= Self.maximumDepth else { return }
    if try cursor.peek() == UInt8(ascii: "{") {
      let inherited = try members(of: cursor, isPlace: search.isPlace, adding: outer)
      return try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        let first = try cursor.peek()
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["), key.withText({ mayHoldRows($0, search) }) else {
          return
        }
        try collect(cursor, inheriting: inherited, depth: depth + 1, &search, reading: &draft)
      }
    }
    guard try cursor.take(UInt8(ascii: "[")) else { return }
    var areRows = try path.hasRow(cursor)
    if areRows, search.isPlace { areRows = try hasNamedPlace(cursor, reading: &draft, in: search.systems) }
    var isFirst = true
    while try cursor.nextElement(isFirst: &isFirst) {
      let isObject = try cursor.peek() == UInt8(ascii: "{")
      let element = cursor
      try cursor.skip()
      if areRows, isObject {
        search.rows.append(ListedRow(range: element.offset..<cursor.offset, inherited: outer))
      } else if isObject {
        try collect(element, inheriting: outer, depth: depth + 1, &search, reading: &draft)
      }
    }
  }

  /// Returns whether a value under a key may contain rows: not the addresses of the row around it, and not things near
  /// it.
  private func mayHoldRows(_ key: ByteView, _ search: ListSearch) -> Bool {
    guard vocabulary.fields.entry(for: key)?.field.mayListRows != false, !isNear(key) else { return false }
    return !search.excludesParts || !FieldNames.isPart(ColumnName(key.text).letters)
  }

  /// Returns whether one of the first elements of an array has a name and a coordinate; the cursor is after `[`.
  private func hasNamedPlace(
    _ cursor: JSONViewCursor,
    reading draft: inout RowDraft,
    in systems: CRSPlan
  ) throws(SyntaxError) -> Bool {
    var cursor = cursor
    var isFirst = true
    var count = 0
    while count < CollectionPath.maximumElements, try cursor.nextElement(isFirst: &isFirst) {
      guard try cursor.peek() == UInt8(ascii: "{") else { return false }
      draft.reset()
      _ = try parse(&cursor, into: &draft)
      if draft.has(.placeText(.name)), case .point = CoordinateRules.coordinate(of: &draft, systems) { return true }
      count += 1
    }
    return false
  }

  /// Returns the members of an object that rows in it inherit, or the ones that the object inherits itself.
  ///
  /// The category of a place isn't the category of the places in it.
  private func members(
    of object: JSONViewCursor,
    isPlace: Bool,
    adding outer: InheritedMembers
  ) throws(SyntaxError) -> InheritedMembers {
    var own = InheritedMembers()
    var cursor = object
    guard try cursor.take(UInt8(ascii: "{")) else { return outer }
    while try cursor.peek() != UInt8(ascii: "}") {
      _ = try cursor.take(UInt8(ascii: ","))
      _ = try cursor.peek()
      let start = cursor.offset
      let key = try cursor.string()
      try cursor.expect(UInt8(ascii: ":"))
      let listsRows = try cursor.peek() == UInt8(ascii: "[") ? path.hasRows(in: cursor) : false
      try cursor.skip()
      let field = key.withText { vocabulary.fields.entry(for: $0)?.field }
      let member = cursor.bytes.part(start..<cursor.offset)
      if field?.isName == true {
        own.names.append(member)
      } else if !isPlace, !listsRows, field?.isOfCategories == true || field == .placeText(.categoryPath) {
        own.categories.append(member)
      }
    }
    return InheritedMembers(
      names: own.names.isEmpty ? outer.names : own.names,
      categories: own.categories.isEmpty ? outer.categories : own.categories
    )
  }

  /// Completes a row by the name and category of the objects around it, if it has none.
  package func inherit(_ members: InheritedMembers, into draft: inout RowDraft) {
    let names = draft.has(.placeText(.name)) ? [] : members.names
    let categories = draft.hasCategory ? [] : members.categories
    for member in names + categories {
      var cursor = JSONViewCursor(member, at: 0)
      guard let key = try? cursor.string(), (try? cursor.expect(UInt8(ascii: ":"))) != nil else { continue }
      try? parseProperty(key, cursor: &cursor, draft: &draft, depth: 0)
    }
  }
}

/// The rows found in the lists of an object, and how to find more.
private struct ListSearch {
  let isPlace: Bool
  /// Whether lists of parts, such as entrances or corners, aren't read.
  let excludesParts: Bool
  let systems: CRSPlan
  var rows: [ListedRow] = []
}

extension ImportField {
  /// Whether an object or a list under a name of the field may contain rows, instead of belonging to the row around it.
  var mayListRows: Bool {
    switch self {
    case .names, .taxonomy, .hierarchy, .categories, .overture, .addresses, .openingHours: false
    default: isText && !isWholeAddress
    }
  }
}
