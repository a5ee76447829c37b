import Rows
import Tables

/// Splits a row of a table into cells by the rules of an import.
enum CSVCells {
  /// Finds the cells of a row, reusing memory.
  ///
  /// Returns the number, counted from 1, of a cell with text after its closing quote.
  static func scan(
    _ bytes: [UInt8],
    in range: Range<Int>,
    by scanner: CSVScanner,
    found: inout [CSVCell],
    into cells: inout [RowField]
  ) -> Int? {
    cells.removeAll(keepingCapacity: true)
    // The scanner remembers lines after a broken one, but there is only one row here.
    var scanner = scanner
    let finding = scanner.scan(bytes.span.extracting(range), from: 0, isAtEnd: true, into: &found)
    for index in found.indices {
      let cell = found[index]
      let encoding: RowField.Encoding =
        cell.start == cell.end ? .absent : cell.hasDoubledQuotes ? .doubledQuotes : .plain
      cells.append(
        RowField(start: range.lowerBound + cell.start, end: range.lowerBound + cell.end, encoding: encoding)
      )
    }
    if case .malformed = finding { return cells.count + 1 }
    return nil
  }
}

extension ParsedRow {
  mutating func parseCells(under header: CSVHeader, isOpen: Bool = false) {
    let bytes = bytes
    if let cell = CSVCells.scan(bytes, in: range, by: header.scanner, found: &scannedCells, into: &cells) {
      error =
        LineEnds.hasReturnAfterQuote(in: bytes.span.extracting(range)) ? .rowOfLines : .textAfterQuote(inCell: cell)
      hasCells = false
      // The cells before the malformed one are valid.
      self[.id] = header.id(in: cells)
      return
    }
    if header.isEscaped {
      for index in cells.indices where bytes[cells[index].range].contains(UInt8(ascii: "\\")) {
        cells[index].encoding = .tabEscaped
      }
    }
    let width = header.width
    // Ignore empty cells after the last column. A row may omit trailing empty cells unless the input was truncated.
    while cells.count > width, cells.last?.isAbsent == true { cells.removeLast() }
    while cells.count < width, !isOpen || cells.count == width - 1 && header.endsUnnamed { cells.append(RowField()) }
    guard cells.count == width else {
      let areLines = cells.count > width && LineEnds.hasReturn(inCell: cells[width - 1].range, of: bytes.span)
      error = areLines ? .rowOfLines : .cellCount(found: cells.count, expected: width)
      hasCells = !areLines
      // Missing cells are usually the last ones, but an extra cell may be before the id.
      self[.id] = header.id(in: cells.count < width ? cells[...] : cells.prefix(1))
      return
    }
    for role in ColumnRole.allCases where header.hasColumn(for: role) {
      self[role] = header.field(role, in: cells, of: bytes)
    }
    if let columns = header.alternative, lacksPosition {
      for (role, column) in [(ColumnRole.latitude, columns.latitude), (.longitude, columns.longitude)]
      where !cells[column].isMissing(of: role, in: bytes) { self[role] = cells[column] }
    }
  }

  /// Whether the latitude and the longitude are missing or 0, as programs write missing ones.
  var lacksPosition: Bool {
    [ColumnRole.latitude, .longitude].allSatisfy { self[$0].isAbsent || self[$0].number(in: bytes) == 0 }
  }
}
