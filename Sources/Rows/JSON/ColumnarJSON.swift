import Tables

/// JSON whose rows are lists of values, with the titles of the columns before them:
/// `{"columns":["name","lat","lng"],"data":[["A",40.5,-1.6]]}`.
///
/// Socrata, CKAN, Google Sheets and pandas write such documents.
struct ColumnarJSON {
  /// A column of the rows.
  struct Column {
    let title: JSONString
    /// The titles of the values in a cell that is a list; empty if cells are single values.
    var parts: [JSONString] = []
  }

  let columns: [Column]
  /// The offset of the first row.
  let firstRow: Int

  private static let maximumDepth = 4
  private static let titleKeys = words("titles")
  private static let textKeys = words("texts")
  private static let partKeys = words("parts")

  private static func words(_ key: String) -> [[UInt8]] {
    FieldNames.words(key, of: "columnar").map { Array($0.utf8) }
  }

  /// Finds the rows at the beginning of a document, whose columns include a coordinate; `nil` if there are none.
  init?(_ document: ByteView, _ names: FieldNames) {
    var cursor = JSONViewCursor(document, at: 0)
    var columns: [Column] = []
    guard let found = try? Self.find(at: &cursor, depth: 0, &columns, names) else { return nil }
    self = found
  }

  private init?(_ columns: [Column], firstRow: Int, _ names: FieldNames) {
    let titles = columns.flatMap { [$0.title] + $0.parts }
    let hasCoordinate = titles.contains { $0.withText { names.entry(of: $0.text) }?.field.isOfCoordinate == true }
    guard hasCoordinate else { return nil }
    self.columns = columns
    self.firstRow = firstRow
  }

  private static func find(
    at cursor: inout JSONViewCursor,
    depth: Int,
    _ columns: inout [Column],
    _ names: FieldNames
  ) throws(SyntaxError) -> ColumnarJSON? {
    guard try cursor.take(UInt8(ascii: "{")) else { return try rows(in: cursor, of: columns, names) }
    var isFirst = true
    while let key = try cursor.nextKey(isFirst: &isFirst) {
      switch try cursor.peek() {
      case UInt8(ascii: "["):
        if let found = try rows(in: cursor, of: columns, names) { return found }
        if titleKeys.contains(key.raw.array) { columns = try titles(in: cursor) ?? columns }
        try cursor.skip()
      case UInt8(ascii: "{") where depth < maximumDepth:
        if let found = try find(at: &cursor, depth: depth + 1, &columns, names) { return found }
      default: try cursor.skip()
      }
    }
    return nil
  }

  /// Returns the rows in a value, if it is a list of lists; without columns, the first list must be their titles.
  private static func rows(
    in value: JSONViewCursor,
    of columns: [Column],
    _ names: FieldNames
  ) throws(SyntaxError) -> ColumnarJSON? {
    var cursor = value
    guard try cursor.take(UInt8(ascii: "[")), try cursor.peek() == UInt8(ascii: "[") else { return nil }
    let start = cursor.offset
    var cellCount = 0
    var texts: [JSONString] = []
    try cursor.forEachElement { (cell) throws(SyntaxError) in
      cellCount += 1
      if try cell.peek() == UInt8(ascii: "\"") { texts.append(try cell.string()) }
    }
    if cellCount == columns.count, let found = ColumnarJSON(columns, firstRow: start, names) { return found }
    guard texts.count == cellCount, try cursor.take(UInt8(ascii: ",")), try cursor.peek() == UInt8(ascii: "[") else {
      return nil
    }
    return ColumnarJSON(texts.map { Column(title: $0) }, firstRow: cursor.offset, names)
  }

  /// Returns the columns in a list of titles, or of objects with titles; `nil` for another list.
  private static func titles(in list: JSONViewCursor) throws(SyntaxError) -> [Column]? {
    var cursor = list
    var columns: [Column] = []
    var count = 0
    try cursor.forEachElement { (element) throws(SyntaxError) in
      count += 1
      let isText = try element.peek() == UInt8(ascii: "\"")
      let found = try isText ? Column(title: element.string()) : Self.column(in: &element)
      if let found { columns.append(found) }
    }
    return columns.count == count ? columns : nil
  }

  private static func column(in cursor: inout JSONViewCursor) throws(SyntaxError) -> Column? {
    var titles: [(rank: Int, text: JSONString)] = []
    var parts: [JSONString] = []
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      if let rank = textKeys.firstIndex(of: key.raw.array), try cursor.peek() == UInt8(ascii: "\"") {
        titles.append((rank, try cursor.string()))
      } else if partKeys.contains(key.raw.array) {
        try cursor.forEachElement { (part) throws(SyntaxError) in
          if try part.peek() == UInt8(ascii: "\"") { parts.append(try part.string()) }
        }
      }
    }
    return titles.min { $0.rank < $1.rank }.map { Column(title: $0.text, parts: parts) }
  }
}
