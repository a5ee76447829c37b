import Domain

/// Writes one line of CSV for each place, with the number, id and input of its row before it, and the centre of the query
/// and how many places match after it; a row without places has one line.
struct CSVRecordWriter: RecordWriter {
  let header: [UInt8]

  private static let lastColumns = ["query_lat", "query_lng", "query_near", "total_count", "complete"]

  private let format: InputFormat
  private let place = PlaceWriter(as: .csv)

  init(format: InputFormat, hasHeader: Bool) {
    self.format = format
    var header: [UInt8] = []
    if hasHeader {
      header.append(text: "row,row_id,status,error,")
      if case .csv(let columns) = format {
        for name in columns.names {
          header.append(value: "input_\(name)", as: .csv)
          header.append(Ascii.comma)
        }
      } else {
        header.append(text: "input,")
      }
      place.appendHeader(to: &header)
      // It ends with a line feed.
      header.removeLast()
      for name in Self.lastColumns {
        header.append(Ascii.comma)
        header.append(text: name)
      }
      header.append(Ascii.lineFeed)
    }
    self.header = header
  }

  func append(_ row: ParsedRow, _ query: RowQuery, _ answer: PlaceCollection, to out: inout [UInt8]) {
    let suffix = suffix(of: query, answer)
    guard !answer.places.isEmpty else { return appendLine(prefix(of: row, .empty, error: nil), suffix, to: &out) }
    let prefix = prefix(of: row, .ok, error: nil)
    for found in answer.places {
      out.append(contentsOf: prefix)
      place.append(found, to: &out)
      out.append(contentsOf: suffix)
    }
  }

  func append(_ row: ParsedRow, _ status: RowStatus, _ query: RowQuery?, _ error: Failure, to out: inout [UInt8]) {
    appendLine(prefix(of: row, status, error: error), suffix(of: query, nil), to: &out)
  }

  /// The cells after the place in each line of a row, with the line feed.
  private func suffix(of query: RowQuery?, _ answer: PlaceCollection?) -> [UInt8] {
    var suffix: [UInt8] = [Ascii.comma]
    // As long as its centre is not known, the query has any.
    let query = query.flatMap { $0.locating == nil ? $0.query : nil }
    if let latitude = query?.area.center?.latitude { suffix.append(decimal: latitude) }
    suffix.append(Ascii.comma)
    if let longitude = query?.area.center?.longitude { suffix.append(decimal: longitude) }
    suffix.append(Ascii.comma)
    if let near = query?.near { suffix.append(value: near, as: .csv) }
    suffix.append(Ascii.comma)
    if let count = answer?.totalCount { suffix.append(decimal: count) }
    suffix.append(Ascii.comma)
    if let answer { suffix.append(text: answer.isComplete ? "true" : "false") }
    suffix.append(Ascii.lineFeed)
    return suffix
  }

  /// The cells before the place in each line of a row.
  private func prefix(of row: ParsedRow, _ status: RowStatus, error: Failure?) -> [UInt8] {
    var prefix: [UInt8] = []
    prefix.append(decimal: row.number)
    prefix.append(Ascii.comma)
    append(row[.id], of: row, to: &prefix)
    prefix.append(Ascii.comma)
    prefix.append(text: status.rawValue)
    prefix.append(Ascii.comma)
    if let error { prefix.append(value: error.code, as: .csv) }
    prefix.append(Ascii.comma)
    appendInput(row, to: &prefix)
    return prefix
  }

  /// Appends the one line of a row without places.
  private func appendLine(_ prefix: [UInt8], _ suffix: [UInt8], to out: inout [UInt8]) {
    out.append(contentsOf: prefix)
    out.append(contentsOf: repeatElement(Ascii.comma, count: place.fields.count - 1))
    out.append(contentsOf: suffix)
  }

  private func appendInput(_ row: ParsedRow, to out: inout [UInt8]) {
    guard case .csv(let header) = format else {
      if row.isWellFormed { out.append(value: row.bytes, in: row.trimmedRange, as: .csv) }
      out.append(Ascii.comma)
      return
    }
    for column in 0..<header.width {
      if row.isWellFormed { append(row.cells[column], of: row, to: &out) }
      out.append(Ascii.comma)
    }
  }

  private func append(_ field: RowField, of row: ParsedRow, to out: inout [UInt8]) {
    if let text = field.text(in: row.bytes) { out.append(value: text, as: .csv) }
  }
}
