/// The parts of a GeoJSON object that say where a row is, as RFC 7946 has them: a `Feature` with a `Point`, or a `Point`.
struct GeoJSONParts {
  private var type = RowField()
  private var coordinates = RowField()
  private var geometry = RowField()
  private var properties = RowField()

  /// Takes note of a member of the row.
  mutating func take(_ value: RowField, named name: String) {
    switch name {
    case "type": type = value
    case "coordinates": coordinates = value
    case "geometry": geometry = value
    case "properties": properties = value
    default: break
    }
  }

  /// Gives a row without coordinates those of its point, and what its properties say besides.
  ///
  /// - Parameters:
  ///   - row: The row, a well-formed object.
  ///   - names: Which names of members play which role.
  func complete(_ row: inout ParsedRow, names: ColumnNames) {
    switch type.text(in: row.bytes) {
    case "Point": takePoint(coordinates, into: &row)
    case "Feature":
      takeProperties(into: &row, names: names)
      guard geometry.form == .jsonOther else { return }
      var shape = GeoJSONParts()
      let bytes = row.bytes
      var scanner = JSONScanner(bytes, geometry.range)
      _ = scanner.scanObject { key, _, value in shape.take(value, named: String(decoding: bytes[key], as: UTF8.self)) }
      if shape.type.text(in: bytes) == "Point" { takePoint(shape.coordinates, into: &row) }
    default: break
    }
  }

  /// Longitude comes first; a height may follow.
  private func takePoint(_ coordinates: RowField, into row: inout ParsedRow) {
    guard coordinates.form == .jsonOther else { return }
    var numbers: [RowField] = []
    var scanner = JSONScanner(row.bytes, coordinates.range)
    let isArray = scanner.scanArray { numbers.append($0) }
    guard isArray, numbers.count >= 2, numbers.allSatisfy({ $0.form == .jsonNumber }) else { return }
    row[.longitude] = numbers[0]
    row[.latitude] = numbers[1]
  }

  private func takeProperties(into row: inout ParsedRow, names: ColumnNames) {
    guard properties.form == .jsonOther else { return }
    var ranks: [ColumnRole: Int] = [:]
    let bytes = row.bytes
    let given = ColumnRole.allCases.filter { !row[$0].isAbsent }
    var found: [ColumnRole: RowField] = [:]
    var scanner = JSONScanner(bytes, properties.range)
    _ = scanner.scanObject { key, hasEscapes, value in
      let form: RowField.Form = hasEscapes ? .jsonEscapedString : .jsonString
      guard let name = RowField(start: key.lowerBound, end: key.upperBound, form: form).text(in: bytes) else { return }
      names.forEachRole(of: name) { role, rank in
        guard !given.contains(role), rank <= ranks[role] ?? .max, role.takes(value) else { return }
        ranks[role] = rank
        found[role] = value
      }
    }
    for (role, value) in found { row[role] = value }
  }
}
