import Domain
import Tables

/// Reads the coordinates of a feature.
extension FeatureParser {
  func parseGeometry(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    guard try cursor.peek() != UInt8(ascii: "\"") else {
      let text = try cursor.string()
      return draft.take(FieldTable.Entry(.geometryText), key: .empty, text: text, vocabulary: vocabulary)
    }
    guard try cursor.peek() != UInt8(ascii: "[") else { return try parseCorners(&cursor, &draft) }
    if let point = try GeometryExtent.point(&cursor) {
      return draft.setCoordinate(latitude: point.latitude, longitude: point.longitude, in: .geometry)
    }
    let start = cursor
    var extent = GeometryExtent()
    try extent.parse(&cursor)
    draft.elementOfGeometry = extent.element
    if extent.hasUnreadableCoordinates { draft.hasUnreadableCoordinate = true }
    guard let center = extent.center else { return try parseMembers(within: start, arePositions: true, &draft) }
    draft.setCoordinate(latitude: center.latitude, longitude: center.longitude, in: .geometry)
  }

  /// Reads a number that is wrapped in an object, as in NGSI (FIWARE), `{"type":"Number","value":49.4}`, or in MongoDB's
  /// exports, `{"$numberDouble":"49.4"}`; in Drupal's, the object is in a list.
  func parseWrapped(
    _ entry: FieldTable.Entry,
    cursor: inout JSONViewCursor,
    draft: inout RowDraft
  ) throws(SyntaxError) {
    guard try cursor.peek() == UInt8(ascii: "{") else {
      return try cursor.forEachElement { (cursor) throws(SyntaxError) in
        if try cursor.peek() == UInt8(ascii: "{") { try parseWrapped(entry, cursor: &cursor, draft: &draft) }
      }
    }
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let first = try cursor.peek()
      guard LocalizedText.isKeyOfNumber(key.raw), first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return }
      if first == UInt8(ascii: "\"") { return try cursor.string().withText { draft.takeNumber(entry, $0.trimmed) } }
      draft.takeNumber(entry, try cursor.scalar())
    }
  }

  /// Moves to the value of an object that wraps a position; returns `false` if the object has no value.
  private func unwrap(_ cursor: inout JSONViewCursor) throws(SyntaxError) -> Bool {
    var look = cursor
    var isFirst = true
    guard try look.take(UInt8(ascii: "{")) else { return false }
    while let key = try look.nextKey(isFirst: &isFirst) {
      if key.raw.equals("value") {
        cursor = look
        return true
      }
      try look.skip()
    }
    return false
  }

  /// Reads the position in an object that is named like a geometry but isn't one, `{"location":{"lat":…,"lng":…},…}`,
  /// or the members besides the position of a geometry: `{"type":"Point","coordinates":…,"address":…}`.
  private func parseMembers(
    within start: JSONViewCursor,
    arePositions: Bool,
    _ draft: inout RowDraft,
    depth: Int = 1
  ) throws(SyntaxError) {
    guard depth < Self.maximumDepth else { return }
    var cursor = start
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      guard arePositions || !key.raw.equals("type") else { return }
      try key.withText { (name) throws(SyntaxError) in
        guard var entry = vocabulary.fields.entry(for: name), entry.field != .geometryText,
          arePositions ? entry.field.isOfCoordinate : entry.field.isText
        else { return }
        if !arePositions, entry.source == .named { entry.source = .nested }
        try parseValue(of: entry, key: name, &cursor, &draft, depth: depth + 1)
      }
    }
  }

  /// Reads an object under the key of a text field, in which a position may be; returns `false` for any other value.
  func parsePlaced(
    of entry: FieldTable.Entry,
    key: ByteView,
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(SyntaxError) -> Bool {
    guard entry.field.isText, entry.field != .nested, try cursor.peek() == UInt8(ascii: "{"), !isNear(key) else {
      return false
    }
    var look = cursor
    try parseUnknown(&look, &draft, depth: depth)
    // The members of an address have names of their own.
    if !entry.field.isWholeAddress, entry.field != .addresses, try vocabulary.fields.hasPosition(cursor) {
      cursor = look
    } else {
      try withoutSearch.parseValue(of: entry, key: key, &cursor, &draft, depth: depth)
    }
    return true
  }

  /// The parser that reads only positions under known keys.
  private var withoutSearch: FeatureParser { FeatureParser(vocabulary: vocabulary) }

  /// Reads an object of an unknown key if it contains a position.
  ///
  /// If a row has several such objects, none of them is used.
  func parseUnknown(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft, depth: Int) throws(SyntaxError) {
    guard depth < maximumSearchDepth else { return try cursor.skip() }
    if looksInLists, var element = try vocabulary.fields.onlyPosition(in: cursor) {
      try parseUnknown(&element, &draft, depth: depth + 1)
    }
    guard try cursor.peek() == UInt8(ascii: "{") else { return try cursor.skip() }
    let path = CollectionPath(search: .nothing, fields: vocabulary.fields)
    if try path.hasOwnPosition(cursor) {
      draft.coordinateCount += 1
      return try withoutSearch.parseProperties(&cursor, &draft, depth: max(2, depth + 1))
    }
    // A record around the position has the name of the place: `"_source":{"name":"A","address":{"point":{"lat":…}}}`.
    if try vocabulary.fields.hasName(cursor), try path.hasPair(within: cursor) {
      return try parseProperties(&cursor, &draft, depth: max(2, depth + 1))
    }
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      guard !key.withText(isNear) else { return }
      try parseUnknown(&cursor, &draft, depth: depth + 1)
    }
  }

  /// Returns whether a key names something near the place, or something that contains it: `nearest_station`.
  func isNear(_ key: ByteView) -> Bool { FieldNames.isNear(ColumnName(key.text).letters) }

  /// Reads the box around a way or relation in a response to `out bb` or `out geom`; its middle equals `out center`.
  ///
  /// If the response is clipped to an area, the following geometry is incomplete.
  func parseBounds(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    let names: [StaticString] = ["minlat", "minlon", "maxlat", "maxlon"]
    var sides: [Double] = []
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      guard sides.count < names.count, key.raw.equals(names[sides.count]) else { return }
      guard try cursor.peek() != UInt8(ascii: "\"") else { return }
      if let number = DecimalNumber.parse(try cursor.scalar()) { sides.append(number) }
    }
    guard sides.count == 4 else { return }
    var extent = GeometryExtent()
    extent.include(longitude: sides[1], latitude: sides[0])
    extent.include(longitude: sides[3], latitude: sides[2])
    guard let center = extent.center else { return }
    draft.setCoordinate(latitude: center.latitude, longitude: center.longitude, in: .coordinate)
  }

  /// Reads the geometry of a way in a response to `out geom`: `[{"lat":…,"lon":…},…]`.
  private func parseCorners(_ cursor: inout JSONViewCursor, _ draft: inout RowDraft) throws(SyntaxError) {
    var extent = GeometryExtent()
    try cursor.forEachElement { (cursor) throws(SyntaxError) in
      var latitude = Double.nan
      var longitude = Double.nan
      try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
        let isLatitude = key.raw.equals("lat")
        guard isLatitude || key.raw.equals("lon"), try cursor.peek() != UInt8(ascii: "\"") else { return }
        let number = DecimalNumber.parse(try cursor.scalar()) ?? .nan
        if isLatitude { latitude = number } else { longitude = number }
      }
      if !latitude.isNaN, !longitude.isNaN { extent.include(longitude: longitude, latitude: latitude) }
    }
    guard let center = extent.center else { return }
    draft.setCoordinate(latitude: center.latitude, longitude: center.longitude, in: .coordinate)
  }

  /// Reads the first text in an object without other coordinates that contains both, such as
  /// `{"Google":"46.95 7.44"}`; returns `false` if there is none.
  private func parseText(
    within start: JSONViewCursor,
    of field: ImportField,
    _ draft: inout RowDraft
  ) throws(SyntaxError) -> Bool {
    var cursor = start
    var found: CoordinateTextParser.ParsedCoordinate?
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      guard found == nil, try cursor.peek() == UInt8(ascii: "\"") else { return }
      found = try cursor.string().withText { CoordinateTextParser.parse($0.trimmed, in: field.order) }
      guard let pair = found else { return }
      // The number of a flat or a telephone may look like two numbers.
      let isOther = key.withText { vocabulary.fields.entry(for: $0)?.field.isText == true }
      if isOther || !pair.mayBeDegrees { found = nil }
    }
    guard let found, try !vocabulary.fields.hasPosition(start) else { return false }
    draft.take(found, of: field)
    return true
  }

  /// Reads `{"lat":…,"lng":…}`, a GeoJSON geometry, or `[127.0, 37.5]`.
  func parsePosition(
    of field: ImportField,
    _ cursor: inout JSONViewCursor,
    _ draft: inout RowDraft,
    depth: Int
  ) throws(SyntaxError) {
    guard try cursor.peek() == UInt8(ascii: "[") else {
      var look = cursor
      var extent = GeometryExtent()
      try extent.parse(&look)
      var value = cursor
      if extent.center == nil, try unwrap(&value) { try extent.parse(&value) }
      guard let center = extent.center else {
        if try parseText(within: cursor, of: field, &draft) { return try cursor.skip() }
        // A name in this object names the location; it becomes the place's name only if there is no other.
        return try parseProperties(&cursor, &draft, depth: depth + 1, from: .nested)
      }
      if extent.hasOtherMembers { try parseMembers(within: cursor, arePositions: false, &draft, depth: depth) }
      cursor = look
      return draft.setCoordinate(latitude: center.latitude, longitude: center.longitude, in: .coordinate)
    }
    if var element = try vocabulary.fields.onlyPosition(in: cursor) {
      try parsePosition(of: field, &element, &draft, depth: depth + 1)
      return try cursor.skip()
    }
    var numbers: [Double] = []
    try cursor.forEachElement { (cursor) throws(SyntaxError) in
      if let number = try GeometryExtent.numberOrText(&cursor) { numbers.append(number) }
    }
    guard numbers.count == 2 || numbers.count == 3 else { return }
    draft.take(
      CoordinateTextParser.ParsedCoordinate(numbers[0], numbers[1], in: field.order ?? .longitudeFirst),
      of: field
    )
  }
}
