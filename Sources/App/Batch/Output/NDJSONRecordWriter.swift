import Domain

/// Writes one JSON object per row, as schema 1 defines it.
///
/// A record says nothing about the run that wrote it, so that an interrupted run that is resumed ends with the same file
/// as one that was not interrupted. So `meta.requests` is `null` here, and the summary counts requests.
///
/// A class, because a struct would be copied for every row: counting the references to its arrays, which all threads share,
/// took 8 % of a batch's processor time.
final class NDJSONRecordWriter: RecordWriter {
  /// The bytes that every record begins with, up to the row's number.
  static let prefix = [UInt8](#"{"row":"#.utf8)
  /// Enough bytes to recognize a record: its prefix, a number, and the name of the next member.
  static let startByteCount = 40

  /// Whether the first ``startByteCount`` bytes of a file, or all it has, begin a record.
  static func isStart(_ start: [UInt8]) -> Bool {
    let next = #","id":"#.utf8
    let rest = start.dropFirst(prefix.count).drop { (0x30...0x39).contains($0) }
    return prefix.starts(with: start.prefix(prefix.count)) && next.starts(with: rest.prefix(next.count))
  }

  let header: [UInt8] = []

  private let format: InputFormat
  /// The names of the columns as JSON keys, one after the other, each with its colon and the comma or brace before it.
  private let keys: [UInt8]
  private let keyRanges: [Range<Int>]
  private let place: PlaceWriter

  init(format: InputFormat, fields: [PlaceField] = PlaceField.allCases) {
    self.format = format
    place = PlaceWriter(fields: fields, as: .json)
    var keys: [UInt8] = []
    let names = if case .csv(let header) = format { header.names } else { [String]() }
    keyRanges = names.enumerated().map { position, name in
      let start = keys.count
      keys.append(position == 0 ? Ascii.openBrace : Ascii.comma)
      keys.appendJSON(string: name)
      keys.append(Ascii.colon)
      return start..<keys.count
    }
    self.keys = keys
  }

  /// The names of the fields of a place, in order.
  var fieldNames: [String] { place.fields.map(\.rawValue) }

  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8]) {
    switch answer {
    case .answered(let query, let collection):
      appendPrefix(of: row, collection.places.isEmpty ? .empty : .ok, to: &out)
      QueryJSON(query: query.query, limit: query.limit.count).append(to: &out)
      out.append(literal: #","meta":"#)
      MetaJSON.append(collection, requests: nil, to: &out)
      out.append(literal: #","places":["#)
      for position in collection.places.indices {
        if position > 0 { out.append(Ascii.comma) }
        place.append(collection.places[position], to: &out)
      }
      out.append(text: "],\"error\":null}\n")
    case .invalid(let query, let error): append(row, .invalid, query, error, to: &out)
    case .failed(let query, let error): append(row, .failed, query, error, to: &out)
    }
  }

  private func append(
    _ row: ParsedRow,
    _ status: RowStatus,
    _ query: RowQuery?,
    _ error: Failure,
    to out: inout [UInt8]
  ) {
    appendPrefix(of: row, status, to: &out)
    append(query, to: &out)
    out.append(text: #","meta":null,"places":[],"error":"#)
    out += JSONWriter.object {
      $0.errorMembers(code: error.code, message: error.message, isRetryable: error.isRetryable)
    }
    out.append(text: "}\n")
  }

  /// Appends the record of a row that asks the same as another row.
  func append(_ row: ParsedRow, _ status: RowStatus, copying rest: ArraySlice<UInt8>, to out: inout [UInt8]) {
    appendPrefix(of: row, status, to: &out)
    out += rest
    out.append(Ascii.lineFeed)
  }

  /// Appends what ``ParsedRecord/identity`` is in the record of a row that failed.
  func appendIdentity(ofFailed row: ParsedRow, _ query: RowQuery, to out: inout [UInt8]) {
    var prefix: [UInt8] = []
    appendPrefix(of: row, .failed, to: &prefix)
    let next = #","id":"#.utf8.count
    out += prefix.dropFirst(Self.prefix.count).drop { $0 != Ascii.comma }.dropFirst(next)
    append(query, to: &out)
  }

  private func appendPrefix(of row: ParsedRow, _ status: RowStatus, to out: inout [UInt8]) {
    out.append(literal: #"{"row":"#)
    out.append(decimal: row.number)
    out.append(literal: #","id":"#)
    appendID(of: row, to: &out)
    switch status {
    case .ok: out.append(literal: #","status":"ok","input":"#)
    case .empty: out.append(literal: #","status":"empty","input":"#)
    case .invalid: out.append(literal: #","status":"invalid","input":"#)
    case .failed: out.append(literal: #","status":"failed","input":"#)
    }
    appendInput(row, to: &out)
    out.append(literal: #","query":"#)
  }

  /// Appends a query; as long as its centre is not known, it is not the one that is asked.
  private func append(_ query: RowQuery?, to out: inout [UInt8]) {
    if let query, query.locating == nil {
      QueryJSON(query: query.query, limit: query.limit.count).append(to: &out)
    } else {
      out.appendJSONNull()
    }
  }

  /// Appends a row as the `input` of its record.
  @inline(__always)
  private func appendInput(_ row: ParsedRow, to out: inout [UInt8]) {
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
  private func appendID(of row: ParsedRow, to out: inout [UInt8]) {
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
