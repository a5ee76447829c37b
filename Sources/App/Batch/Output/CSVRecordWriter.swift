import Domain

/// Writes one line a place, every line with its row's number, id and input; a row without places has one line.
struct CSVRecordWriter: RecordWriter {
  let head: [UInt8]

  private let form: RowParser.Form
  private let place = PlaceRecord(dialect: .csv)

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - form: What the input looks like; its columns are carried through under `input_…` names.
  ///   - hasHeader: Whether the first line names the columns.
  init(form: RowParser.Form, hasHeader: Bool) {
    self.form = form
    var head: [UInt8] = []
    if hasHeader {
      head.append(text: "row,row_id,status,error,")
      if case .csv(let header) = form {
        for name in header.names {
          head.append(value: "input_\(name)", as: .csv)
          head.append(Ascii.comma)
        }
      } else {
        head.append(text: "input,")
      }
      place.appendHeader(to: &head)
    }
    self.head = head
  }

  func makeCopy() -> any RecordWriter { CSVRecordWriter(form: form, hasHeader: !head.isEmpty) }

  func append(_ row: ParsedRow, _ query: RowQuery, _ answer: PackedCollection, to out: inout [UInt8]) {
    let places = answer.places
    guard places.count > 0 else { return appendLine(lead(of: row, .empty, error: nil), to: &out) }
    let lead = lead(of: row, .ok, error: nil)
    for position in 0..<places.count {
      out.append(contentsOf: lead)
      place.appendValues(of: places.places[position], in: places.utf8, to: &out)
      out.append(Ascii.lineFeed)
    }
  }

  func append(
    _ row: ParsedRow,
    _ status: RowStatus,
    _ query: RowQuery?,
    _ error: RowError,
    to out: inout [UInt8]
  ) {
    appendLine(lead(of: row, status, error: error), to: &out)
  }

  /// What stands before the place in each of a row's lines.
  private func lead(of row: ParsedRow, _ status: RowStatus, error: RowError?) -> [UInt8] {
    var lead: [UInt8] = []
    lead.append(decimal: row.number)
    lead.append(Ascii.comma)
    append(row[.id], of: row, to: &lead)
    lead.append(Ascii.comma)
    lead.append(text: status.rawValue)
    lead.append(Ascii.comma)
    if let error { lead.append(value: error.code, as: .csv) }
    lead.append(Ascii.comma)
    appendInput(row, to: &lead)
    return lead
  }

  /// Appends the one line of a row without places.
  private func appendLine(_ lead: [UInt8], to out: inout [UInt8]) {
    out.append(contentsOf: lead)
    out.append(contentsOf: repeatElement(Ascii.comma, count: place.fields.count - 1))
    out.append(Ascii.lineFeed)
  }

  private func appendInput(_ row: ParsedRow, to out: inout [UInt8]) {
    guard case .csv(let header) = form else {
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
