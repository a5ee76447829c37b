import Tables

extension RowBlock {
  /// Whether the first row is a GeoJSON feature.
  var firstRowIsFeature: Bool {
    guard let row = rows.first else { return false }
    var isFeature = false
    var json = JSONReader(row: bytes, row.range)
    _ = json.scanObject { key, value in
      if key.text(in: bytes) == "type" { isFeature = value.text(in: bytes) == "Feature" }
    }
    return isFeature
  }

  /// Whether the geometry of the first row is a polygon.
  var firstRowIsArea: Bool {
    guard let row = rows.first else { return false }
    var isArea = false
    var json = JSONReader(row: bytes, row.range)
    _ = json.scanObject { key, value in
      guard key.text(in: bytes) == "geometry", value.encoding == .jsonOther else { return }
      var geometry = JSONReader(row: bytes, value.range)
      _ = geometry.scanObject { key, type in
        if key.text(in: bytes) == "type" { isArea = ["Polygon", "MultiPolygon"].contains(type.text(in: bytes)) }
      }
    }
    return isArea
  }
}

/// The columns of a table whose rows are JSON objects: the keys of the first rows, and one for all other members.
struct ObjectColumns: Sendable {
  private let keys: [String]
  /// Whether the coordinates of a feature's point are columns.
  private let hasPoints: Bool

  /// The titles of the columns.
  var names: [String] { keys + [Self.other] }

  private static let other = "other"

  /// Finds the keys of the rows in a block; for a feature, the keys of its properties and, if `hasPoints`, of its
  /// point.
  init(of block: RowBlock, hasPoints: Bool = false) {
    var keys: [String] = []
    var known: Set<String> = [Self.other]
    var row = ParsedRow()
    row.bytes = block.bytes
    for slice in block.rows {
      row.reset(to: slice.range)
      row.parseObject(names: ColumnNames())
      row.forEachColumn(hasPoints: hasPoints) { name, _ in if known.insert(name).inserted { keys.append(name) } }
    }
    self.keys = keys
    self.hasPoints = hasPoints
  }

  /// Returns the cells of a row as text, in the order of the columns; `nil` for an empty one.
  func cells(of row: ParsedRow) -> [String?] {
    var cells = [String?](repeating: nil, count: keys.count + 1)
    var others: [UInt8] = []
    row.forEachColumn(hasPoints: hasPoints) { name, value in
      if let column = keys.firstIndex(of: name) {
        cells[column] = value.text(in: row.bytes)
      } else {
        others.append(others.isEmpty ? Ascii.openBrace : Ascii.comma)
        others.appendJSON(string: name)
        others.append(Ascii.colon)
        others += row.bytes[value.jsonRange]
      }
    }
    if !others.isEmpty { cells[keys.count] = String(decoding: others + [Ascii.closeBrace], as: UTF8.self) }
    return cells
  }
}

extension ParsedRow {
  /// Calls a closure with the members of a JSON row; for a feature, with its id, the coordinates of its point and its
  /// properties.
  fileprivate func forEachColumn(hasPoints: Bool, _ body: (_ name: String, _ value: RowField) -> Void) {
    var members: [(name: String, value: RowField)] = []
    var json = JSONReader(row: bytes, trimmedRange)
    guard json.scanObject({ key, value in key.text(in: bytes).map { members.append(($0, value)) } }) else { return }
    guard isFeature else {
      return members.forEach { body($0.name, $0.value) }
    }
    if let id = members.first(where: { $0.name == "id" }) { body(id.name, id.value) }
    let (latitude, longitude) = (self[.latitude], self[.longitude])
    if hasPoints, !latitude.isAbsent, !longitude.isAbsent {
      body("lat", latitude)
      body("lng", longitude)
    }
    guard let properties = members.first(where: { $0.name == "properties" })?.value else { return }
    var inner = JSONReader(row: bytes, properties.range)
    _ = inner.scanObject { key, value in key.text(in: bytes).map { body($0, value) } }
  }
}
