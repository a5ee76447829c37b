/// Writes a row as JSON, as the `input` and the `id` of its record.
struct InputWriter: Sendable {
  private let format: InputFormat
  /// The names of the columns as JSON keys, one after the other, each with its colon and the comma or brace before it.
  private let keys: [UInt8]
  /// Where each column's key lies.
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

  /// The most bytes that the row takes: every byte may be escaped, every cell is quoted or `null`.
  func maximumByteCount(of row: ParsedRow) -> Int { keys.count + row.range.count * 6 + keyRanges.count * 4 + 8 }

  /// The most bytes that the row's id takes.
  func maximumIDByteCount(of row: ParsedRow) -> Int { row[.id].range.count * 6 + 4 }

  /// Writes the row, which is plain when nothing in it needs escaping, with room for ``maximumByteCount(of:)`` bytes.
  @inline(__always)
  func put(_ row: ParsedRow, _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, to cursor: inout ByteCursor) {
    guard row.isWellFormed else { return unsafe cursor.put("null") }
    guard case .csv = format else {
      guard row.hasLoneSurrogate else { return unsafe cursor.put(bytes, in: row.trimmedRange) }
      return unsafe cursor.put(JSONUnescaping.withoutLoneSurrogates(row.bytes[row.trimmedRange]))
    }
    unsafe keys.withUnsafeBufferPointer { keys in
      for column in 0..<keyRanges.count {
        unsafe cursor.put(keys, in: keyRanges[column])
        unsafe put(row.cells[column], of: row, bytes, isPlain: isPlain, to: &cursor)
      }
    }
    unsafe cursor.put(Ascii.closeBrace)
  }

  /// Writes the caller's id.
  @inline(__always)
  func putID(of row: ParsedRow, _ bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool, to cursor: inout ByteCursor) {
    if row.hasLoneSurrogate || !row.isUTF8 { return unsafe putRepairedID(of: row, to: &cursor) }
    unsafe put(row[.id], of: row, bytes, isPlain: isPlain, to: &cursor)
  }

  /// Writes an id that may not be valid text, with U+FFFD for what is not.
  private func putRepairedID(of row: ParsedRow, to cursor: inout ByteCursor) {
    let field = row[.id]
    switch field.encoding {
    case .absent: unsafe cursor.put("null")
    case .plain, .doubledQuotes:
      unsafe cursor.put(Ascii.quote)
      unsafe cursor.putEscaped([UInt8]((field.text(in: row.bytes) ?? "").utf8))
      unsafe cursor.put(Ascii.quote)
    case .jsonString, .jsonEscapedString, .jsonNumber, .jsonOther:
      let text = [UInt8](String(decoding: row.bytes[field.jsonRange], as: UTF8.self).utf8)
      unsafe cursor.put(JSONUnescaping.withoutLoneSurrogates(text[...]))
    }
  }

  private func put(
    _ field: RowField,
    of row: ParsedRow,
    _ bytes: UnsafeBufferPointer<UInt8>,
    isPlain: Bool,
    to cursor: inout ByteCursor
  ) {
    switch field.encoding {
    case .absent: unsafe cursor.put("null")
    case .plain:
      unsafe cursor.put(Ascii.quote)
      if isPlain {
        unsafe cursor.put(bytes, in: field.range)
      } else {
        unsafe cursor.putEscaped(bytes, in: field.range)
      }
      unsafe cursor.put(Ascii.quote)
    case .doubledQuotes:
      let text = CSVCells.undoubled(row.bytes[field.range])
      unsafe cursor.put(Ascii.quote)
      unsafe cursor.putEscaped(text)
      unsafe cursor.put(Ascii.quote)
    case .jsonString, .jsonEscapedString, .jsonNumber, .jsonOther: unsafe cursor.put(bytes, in: field.jsonRange)
    }
  }

  /// Appends what a closure writes about a row, with the row's block and whether the row is plain.
  func append(
    _ row: ParsedRow,
    atMost maximumByteCount: Int,
    to out: inout [UInt8],
    _ put: (UnsafeBufferPointer<UInt8>, _ isPlain: Bool, inout ByteCursor) -> Void
  ) {
    unsafe row.bytes.withUnsafeBufferPointer { bytes in
      out.append(addingCapacity: maximumByteCount) { output in
        unsafe output.withUnsafeMutableBufferPointer { memory, count in
          guard var cursor = unsafe ByteCursor(memory) else { return }
          unsafe put(bytes, !bytes.mayNeedEscaping(in: row.range), &cursor)
          count = unsafe cursor.count
        }
      }
    }
  }
}
