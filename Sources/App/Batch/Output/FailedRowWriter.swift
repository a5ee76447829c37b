import Domain
import Tables

/// Writes failed rows as the input of another run, with the error in the last column.
///
/// When such a file is the input, its last column is replaced. No column with this name is part of a query.
struct FailedRowWriter: Sendable {
  /// The name of the column, which a table of the user hardly has.
  private static let name = "placefind_error"

  /// The header line, if the rows have one.
  let header: [UInt8]
  private let format: BatchFormat
  private let replacesLastCell: Bool

  init(_ format: BatchFormat) {
    self.format = format
    guard case .csv(let table) = format else {
      header = []
      replacesLastCell = false
      return
    }
    replacesLastCell = table.width > 1 && table.names.last.map(Self.isName) == true
    var line = table.line
    if !replacesLastCell {
      line.append(table.delimiter)
      line.append(cell: Self.name(besides: table.names).utf8.span, between: table.delimiter)
    }
    header = table.line.isEmpty ? [] : line + [Ascii.lineFeed]
  }

  private static func isName(_ title: String) -> Bool { title.hasPrefix(name) }

  /// Returns a name that no other column has.
  private static func name(besides taken: [String]) -> String {
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name)_\(number)") { number += 1 }
    return "\(name)_\(number)"
  }

  func append(_ row: ParsedRow, _ error: String, to out: inout [UInt8]) {
    // A row that was too long has no bytes.
    guard !row.range.isEmpty else { return }
    switch format {
    case .csv(let table):
      // The last row of a truncated table must stay invalid: without a line end, it is still truncated.
      if !row.cells.isEmpty, row.cells.count < table.width { return out += row.bytes[row.range] }
      append(row, error, under: table, to: &out)
    case .ndjson: appendObject(row, error, to: &out)
    }
    out.append(Ascii.lineFeed)
  }

  private func append(_ row: ParsedRow, _ error: String, under table: CSVHeader, to out: inout [UInt8]) {
    let wholeCount = replacesLastCell ? table.width - 1 : table.width
    guard row.hasCells, row.cells.count <= table.width else {
      out += row.bytes[row.range]
      // The last cell of such a row isn't certain.
      guard !replacesLastCell else { return }
      out.append(table.delimiter)
      return out.append(cell: error.utf8.span, between: table.delimiter)
    }
    // Cells that the row lacks have no bytes.
    let present = row.cells.prefix(wholeCount).enumerated().last { $0.offset == 0 || $0.element.end > 0 }
    guard let present else { return out += row.bytes[row.range] }
    var end = present.element.end
    while end < row.range.upperBound, row.bytes[end] != table.delimiter { end += 1 }
    out += row.bytes[row.range.lowerBound..<end]
    out.append(contentsOf: repeatElement(table.delimiter, count: wholeCount - present.offset))
    out.append(cell: error.utf8.span, between: table.delimiter)
  }

  private func appendObject(_ row: ParsedRow, _ error: String, to out: inout [UInt8]) {
    var keys: [RowField] = []
    var json = JSONReader(row: row.bytes, row.trimmedRange)
    guard json.scanObject({ key, _ in keys.append(key) }), row.isWellFormed else {
      return out += row.bytes[row.range]
    }
    var names = keys.map { $0.text(in: row.bytes) ?? "" }
    var end = row.trimmedRange.upperBound - 1
    if names.last.map(Self.isName) == true, let last = keys.last {
      names.removeLast()
      end = last.jsonRange.lowerBound
      while end > row.range.lowerBound, row.bytes[end - 1] == Ascii.comma || Ascii.isBlank(row.bytes[end - 1]) {
        end -= 1
      }
    }
    out += row.bytes[row.range.lowerBound..<end]
    if !names.isEmpty { out.append(Ascii.comma) }
    out.appendJSON(string: Self.name(besides: names))
    out.append(Ascii.colon)
    out.appendJSON(string: error)
    out.append(Ascii.closeBrace)
  }
}
