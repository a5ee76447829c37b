/// Writes a row as JSON, as the `input` and the `id` of its record.
struct InputWriter: Sendable {
  private let format: InputFormat
  /// The names of the columns as JSON keys, one after the other, each with its colon and the comma or brace before it.
  private let keys: [UInt8]
  private let keyRanges: [Range<Int>]

  init(format: InputFormat) {
    self.format = format
    guard case .csv(let header) = format else {
      (keys, keyRanges) = ([], [])
      return
    }
    var keys: [UInt8] = []
    keyRanges = header.names.enumerated().map { position, name in
      let start = keys.count
      keys.append(position == 0 ? Ascii.openBrace : Ascii.comma)
      keys.appendJSON(string: name)
      keys.append(Ascii.colon)
      return start..<keys.count
    }
    self.keys = keys
  }

  @inline(__always)
  func append(_ row: ParsedRow, to out: inout [UInt8]) {
    guard row.isWellFormed else { return out.appendJSONNull() }
    guard case .csv = format else {
      guard row.hasLoneSurrogate else { return out.append(row.bytes, in: row.trimmedRange) }
      return out += JSONUnescaping.withoutLoneSurrogates(row.bytes[row.trimmedRange])
    }
    for column in 0..<keyRanges.count {
      out.append(keys, in: keyRanges[column])
      append(row.cells[column], of: row, to: &out)
    }
    out.append(Ascii.closeBrace)
  }

  /// Appends the caller's id, with U+FFFD for what is not valid text.
  @inline(__always)
  func appendID(of row: ParsedRow, to out: inout [UInt8]) {
    let field = row[.id]
    guard row.hasLoneSurrogate || !row.isUTF8 else { return append(field, of: row, to: &out) }
    switch field.encoding {
    case .absent, .plain, .doubledQuotes: out.appendJSON(string: field.text(in: row.bytes))
    case .jsonString, .jsonEscapedString, .jsonNumber, .jsonOther:
      let text = [UInt8](String(decoding: row.bytes[field.jsonRange], as: UTF8.self).utf8)
      out += JSONUnescaping.withoutLoneSurrogates(text[...])
    }
  }

  private func append(_ field: RowField, of row: ParsedRow, to out: inout [UInt8]) {
    switch field.encoding {
    case .absent: out.appendJSONNull()
    case .plain: out.append(value: row.bytes, in: field.range, as: .json)
    case .doubledQuotes: out.appendJSON(string: field.text(in: row.bytes))
    case .jsonString, .jsonEscapedString, .jsonNumber, .jsonOther: out.append(row.bytes, in: field.jsonRange)
    }
  }
}
