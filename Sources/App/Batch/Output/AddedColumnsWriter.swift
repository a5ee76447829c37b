import Domain
import TextParsing

/// Copies the rows of the input, each with the name, the distance and the id of the nearest place behind it.
///
/// What the row has stays byte for byte; cells that it lacks are filled up, so that the added ones stand below their
/// names.
struct AddedColumnsWriter: RecordWriter {
  let header: [UInt8]

  private static let names = ["nearest_name", "nearest_distance_m", "nearest_id"]

  /// The names of the added columns: with a number behind them where the rows have columns of these names, as the
  /// output of an earlier run has.
  private static func names(besides taken: [String]) -> [String] {
    var names = Self.names
    var number = 1
    while names.contains(where: taken.contains) {
      number += 1
      names = Self.names.map { "\($0)_\(number)" }
    }
    return names
  }

  private let format: InputFormat

  init(format: InputFormat, hasHeader: Bool) {
    self.format = format
    guard case .csv(let columns) = format, hasHeader else {
      header = []
      return
    }
    header = columns.line + Self.cells(Self.names(besides: columns.names).map(Optional.some), columns)
  }

  func append(_ row: ParsedRow, _ query: RowQuery, _ answer: PlaceCollection, to out: inout [UInt8]) {
    append(row, nearest: answer.places.first, to: &out)
  }

  func append(_ row: ParsedRow, _ status: RowStatus, _ query: RowQuery?, _ error: Failure, to out: inout [UInt8]) {
    append(row, nearest: nil, to: &out)
  }

  private func append(_ row: ParsedRow, nearest: FoundPlace?, to out: inout [UInt8]) {
    let meters = nearest?.distance?.wholeMeters
    guard case .csv(let columns) = format else { return appendObject(row, nearest, meters, to: &out) }
    var bytes = Array(row.bytes[row.range])
    var cells: [RowField] = []
    if CSVCells.scan(row.bytes, row.range, delimiter: columns.delimiter, into: &cells) == nil {
      // A delimiter after the last cell.
      if cells.count == columns.width + 1, bytes.last == columns.delimiter { bytes.removeLast() }
      bytes += repeatElement(columns.delimiter, count: max(0, columns.width - cells.count))
    }
    out += bytes + Self.cells([nearest?.place.name, meters.map(String.init), nearest?.place.id], columns)
  }

  /// The added cells of a line, with its end.
  private static func cells(_ texts: [String?], _ columns: CSVHeader) -> [UInt8] {
    var cells: [UInt8] = []
    for text in texts {
      cells.append(columns.delimiter)
      let value = [UInt8]((text ?? "").utf8)
      let isQuoted = value.contains(columns.delimiter) && columns.delimiter != Ascii.comma
      if isQuoted, !value.contains(Ascii.quote) {
        cells += [Ascii.quote] + value + [Ascii.quote]
      } else {
        cells.append(value: value, in: value.indices, as: .csv)
      }
    }
    return cells + (columns.endsInReturn ? [Ascii.carriageReturn] : []) + [Ascii.lineFeed]
  }

  /// Appends a row of NDJSON with the same as members.
  private func appendObject(_ row: ParsedRow, _ nearest: FoundPlace?, _ meters: Int?, to out: inout [UInt8]) {
    let range = row.trimmedRange
    guard row.isWellFormed, let end = row.bytes[range].lastIndex(of: Ascii.closeBrace) else {
      out.append(row.bytes, in: range)
      return out.append(Ascii.lineFeed)
    }
    var keys: [String] = []
    var json = JSONReader(row: row.bytes, range)
    _ = json.scanObject { key, _ in keys.append(key.text(in: row.bytes) ?? "") }
    let names = Self.names(besides: keys)
    out += row.bytes[range.lowerBound..<end]
    if row.bytes[range.lowerBound..<end].contains(Ascii.colon) { out.append(Ascii.comma) }
    out.append(text: "\"\(names[0])\":")
    out.appendJSON(string: nearest?.place.name)
    out.append(text: ",\"\(names[1])\":")
    out.appendJSON(meters)
    out.append(text: ",\"\(names[2])\":")
    out.appendJSON(string: nearest?.place.id)
    out.append(text: "}\n")
  }
}
