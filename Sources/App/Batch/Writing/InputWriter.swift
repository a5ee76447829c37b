/// Writes a row again as a JSON object: what the caller gave, carried through.
struct InputWriter: Sendable {
  private let form: RowParser.Form
  /// Every column's name as a JSON key with its colon, the comma or brace before it included.
  private let keys: [[UInt8]]

  init(form: RowParser.Form) {
    self.form = form
    guard case .csv(let header) = form else {
      keys = []
      return
    }
    keys = header.names.enumerated().map { position, name in
      var key: [UInt8] = [position == 0 ? Ascii.openBrace : Ascii.comma]
      key.appendJSON(string: name)
      key.append(Ascii.colon)
      return key
    }
  }

  /// Appends the row: a JSON row byte for byte, a CSV row with every cell as text; `null` when it has no sound form.
  func append(_ row: ParsedRow, to out: inout [UInt8]) {
    guard row.hasSoundForm else { return out.appendJSONNull() }
    guard case .csv = form else { return out.append(contentsOf: row.bytes[row.trimmedRange]) }
    for column in keys.indices {
      out.append(contentsOf: keys[column])
      appendValue(of: row.cells[column], in: row, to: &out)
    }
    out.append(Ascii.closeBrace)
  }

  /// Appends the caller's id as JSON, `null` when there is none.
  func appendID(of row: ParsedRow, to out: inout [UInt8]) { appendValue(of: row[.id], in: row, to: &out) }

  private func appendValue(of field: RowField, in row: ParsedRow, to out: inout [UInt8]) {
    switch field.form {
    case .absent: out.appendJSONNull()
    case .plain: out.appendJSON(string: row.bytes, in: field.range)
    case .doubledQuotes: out.appendJSON(string: CSVCells.undoubled(row.bytes[field.range]), in: nil)
    case .jsonString, .jsonEscapedString: out.append(contentsOf: row.bytes[(field.start - 1)...field.end])
    case .jsonNumber, .jsonOther: out.append(contentsOf: row.bytes[field.range])
    }
  }
}

extension [UInt8] {
  /// Appends a whole buffer, or a part of it, as a JSON string.
  fileprivate mutating func appendJSON(string bytes: [UInt8], in range: Range<Int>?) {
    appendJSON(string: bytes, in: range ?? bytes.indices)
  }
}
