import Domain
import Tables

/// Copies the rows of the input as CSV or TSV, each with its nearest places.
///
/// If input and output have the same delimiter, the cells of a row stay byte for byte. Missing cells are added, so that
/// the nearest places are in their columns.
struct NearestTableWriter: NearestWriter {
  let header: [UInt8]
  let footer: [UInt8] = []

  private let input: BatchFormat
  /// The columns of JSON rows.
  private let objects: ObjectColumns?
  let columns: NearestColumns
  private let delimiter: UInt8
  private let lineEnd: [UInt8]
  private let copiesCells: Bool

  /// - Parameters:
  ///   - input: The format of the rows.
  ///   - objects: The columns of JSON rows.
  ///   - columns: The columns to append.
  ///   - notation: `.csv` or `.tsv`; `nil` for the delimiter of the input.
  ///   - hasHeader: Whether the column names come first.
  init(
    _ input: BatchFormat,
    objects: ObjectColumns? = nil,
    _ columns: NearestColumns,
    as notation: TextNotation?,
    hasHeader: Bool
  ) {
    self.input = input
    self.objects = objects
    self.columns = columns
    guard case .csv(let rows) = input else {
      delimiter = (notation ?? .csv).separator
      lineEnd = [Ascii.lineFeed]
      copiesCells = false
      let names = objects?.names ?? ["input"]
      header = hasHeader ? Self.line(of: names + columns.names(besides: names), delimiter, lineEnd) : []
      return
    }
    delimiter =
      switch notation {
      case nil: rows.delimiter
      case .tsv?: Ascii.tab
      // In some countries, tables with this extension have semicolons instead of commas.
      case .csv?, .json?: rows.delimiter == Ascii.tab ? Ascii.comma : rows.delimiter
      }
    copiesCells = delimiter == rows.delimiter
    lineEnd = (rows.endsInReturn ? [Ascii.carriageReturn] : []) + [Ascii.lineFeed]
    guard hasHeader else {
      header = []
      return
    }
    let names = columns.names(besides: rows.names)
    header =
      copiesCells && !rows.line.isEmpty
      ? rows.line + [delimiter] + Self.line(of: names, delimiter, lineEnd)
      : Self.line(of: rows.names + names, delimiter, lineEnd)
  }

  func append(_ result: NearestResult, of row: ParsedRow, at _: Coordinate?, to out: inout [UInt8]) {
    appendCells(of: row, to: &out)
    result.forEachValue(in: columns) { value in
      out.append(delimiter)
      switch value {
      case .text(let text): if let text { out.append(cell: text.utf8.span, between: delimiter) }
      case .number(let number): if let number { out.append(decimal: number) }
      case .integer(let number): if let number { out.append(decimal: number) }
      }
    }
    out.append(contentsOf: lineEnd)
  }

  private func appendCells(of row: ParsedRow, to out: inout [UInt8]) {
    guard case .csv(let header) = input else {
      guard let objects, row.isWellFormed else {
        out.append(cell: row.bytes.span.extracting(row.trimmedRange), between: delimiter)
        return out.append(contentsOf: repeatElement(delimiter, count: (objects?.names.count ?? 1) - 1))
      }
      for (position, cell) in objects.cells(of: row).enumerated() {
        if position > 0 { out.append(delimiter) }
        if let cell { out.append(cell: cell.utf8.span, between: delimiter) }
      }
      return
    }
    guard row.hasCells, row.cells.count <= header.width else {
      // The text of such a row is its first cell, so that it doesn't shift other cells.
      out.append(cell: row.bytes.span.extracting(row.range), between: delimiter)
      return out.append(contentsOf: repeatElement(delimiter, count: header.width - 1))
    }
    guard copiesCells else {
      for column in 0..<header.width {
        if column > 0 { out.append(delimiter) }
        guard column < row.cells.count else { continue }
        let cell = row.cells[column]
        if cell.encoding == .plain {
          out.append(cell: row.bytes.span.extracting(cell.range), between: delimiter)
        } else if let text = cell.text(in: row.bytes) {
          out.append(cell: text.utf8.span, between: delimiter)
        }
      }
      return
    }
    var end = row.range.upperBound
    // Removes empty cells after the last name, and adds the cells that the row lacks.
    if row.cells.count == header.width, let last = row.cells.last, last.end > 0 || header.width == 1 {
      while end > last.end, row.bytes[end - 1] == delimiter { end -= 1 }
    }
    out += row.bytes[row.range.lowerBound..<end]
    var present = row.cells.count
    while present > 1, row.cells[present - 1].end == 0 { present -= 1 }
    out.append(contentsOf: repeatElement(delimiter, count: max(0, header.width - present)))
  }

  private static func line(of names: [String], _ delimiter: UInt8, _ lineEnd: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    for (position, name) in names.enumerated() {
      if position > 0 { line.append(delimiter) }
      line.append(cell: name.utf8.span, between: delimiter)
    }
    return line + lineEnd
  }
}

extension [UInt8] {
  /// Appends a text as a cell, in quotes if it contains the delimiter.
  mutating func append(cell text: Span<UInt8>, between delimiter: UInt8) {
    let isTab = delimiter == Ascii.tab
    let notation: TextNotation = isTab ? .tsv : .csv
    let needsQuotes = !isTab && delimiter != Ascii.comma && text.contains(delimiter)
    guard needsQuotes, !text.contains(Ascii.quote) else { return append(value: text, as: notation) }
    append(Ascii.quote)
    for index in text.indices { append(text[index]) }
    append(Ascii.quote)
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    for index in indices where self[index] == byte { return true }
    return false
  }
}
