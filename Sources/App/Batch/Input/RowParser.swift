/// Takes rows apart: the columns of CSV or the members of a JSON object.
struct RowParser: Sendable {
  /// What the rows look like.
  enum Form: Sendable {
    /// CSV under a header.
    case csv(CSVHeader)
    /// One JSON object a line.
    case ndjson
  }

  /// What the rows look like.
  let form: Form
  private let names: ColumnNames

  init(form: Form, names: ColumnNames) {
    self.form = form
    self.names = names
  }

  /// Takes a row apart.
  ///
  /// - Parameters:
  ///   - index: Position of the row in the block.
  ///   - block: The block.
  ///   - row: Takes the parts; a row that is not well formed gets a error.
  func parse(_ index: Int, of block: RowBlock, into row: inout ParsedRow) {
    let slice = block.rows[index]
    row.clear()
    row.number = block.firstNumber + index
    row.range = slice.start..<slice.end
    if let error = slice.error {
      row.error = .split(error)
      return
    }
    switch form {
    case .csv(let header): parseCells(under: header, into: &row)
    case .ndjson: parseObject(into: &row)
    }
  }

  /// Takes a JSON object apart that lies anywhere in the row's bytes.
  func parseObject(_ range: Range<Int>, into row: inout ParsedRow) {
    row.clear()
    row.range = range
    parseObject(into: &row)
  }

  private func parseCells(under header: CSVHeader, into row: inout ParsedRow) {
    if let cell = CSVCells.scan(row.bytes, row.range, delimiter: header.delimiter, into: &row.cells) {
      row.error = .quotes(cell: cell)
      return
    }
    // A comma behind the last cell, or behind the last name, as many programs write it.
    if row.cells.count == header.width + 1, row.cells.last?.isAbsent == true { row.cells.removeLast() }
    if row.cells.count == header.width - 1, header.endsUnnamed { row.cells.append(RowField()) }
    for role in ColumnRole.allCases where header.hasColumn(for: role) {
      guard row.cells.count == header.width else { continue }
      row[role] = header.field(role, in: row.cells)
    }
    if row.cells.count != header.width { row.error = .cells(found: row.cells.count, expected: header.width) }
  }

  private func parseObject(into row: inout ParsedRow) {
    dropComma(behind: &row)
    var ranks = InlineArray<9, Int>(repeating: Int.max)
    var found = InlineArray<9, RowField>(repeating: RowField())
    var feature = GeoJSONParts()
    var scanner = JSONScanner(row.bytes, row.range)
    let bytes = row.bytes
    let isWhole = scanner.scanObject { key, keyHasEscapes, value in
      let field = RowField(
        start: key.lowerBound,
        end: key.upperBound,
        form: keyHasEscapes ? .jsonEscapedString : .jsonString
      )
      guard let name = field.text(in: bytes) else { return }
      feature.take(value, named: name)
      names.forEachRole(of: name) { role, rank in
        // A key that comes twice counts as it comes last, as with every JSON reader.
        guard rank <= ranks[role.rawValue], role.takes(value) else { return }
        ranks[role.rawValue] = rank
        found[role.rawValue] = value
      }
    }
    guard isWhole else {
      row.error = .json(offset: scanner.at - row.range.lowerBound)
      return
    }
    row.hasLoneSurrogate = scanner.hasLoneSurrogate
    for role in ColumnRole.allCases { row[role] = found[role.rawValue] }
    let hasPoint = !(row[.latitude].isAbsent && row[.longitude].isAbsent && row[.at].isAbsent)
    if !hasPoint { feature.complete(&row, names: names) }
  }

  /// Leaves a comma behind the object out: lines of a JSON array have one.
  private func dropComma(behind row: inout ParsedRow) {
    var end = row.range.upperBound
    while end > row.range.lowerBound, Ascii.isBlank(row.bytes[end - 1]) { end -= 1 }
    guard end > row.range.lowerBound, row.bytes[end - 1] == Ascii.comma else { return }
    row.range = row.range.lowerBound..<(end - 1)
  }
}

extension ColumnRole {
  /// Whether a JSON value can play the role: of several members with an address, the first that holds a text does.
  func takes(_ value: RowField) -> Bool { self != .near || value.isJSONText }
}
