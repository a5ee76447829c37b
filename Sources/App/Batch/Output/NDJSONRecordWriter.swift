import Domain
import Synchronization

/// Writes one JSON object per row according to schema 1.
///
/// A record contains nothing about the run, so that a resumed run produces the same file as an uninterrupted one.
/// Therefore `meta.requests` is `null`, and only the summary counts requests.
///
/// A class, because a struct would be copied for every row: counting the references to its arrays, which all threads
/// share, took 8 % of a batch's processor time.
final class NDJSONRecordWriter: RecordWriter {
  /// The beginning of every record, up to the row's number.
  static let prefix = [UInt8](#"{"row":"#.utf8)
  /// The number of bytes that suffice to recognise a record: its prefix, a number, and the name of the next member.
  static let startByteCount = 40

  /// Returns whether the first ``startByteCount`` bytes of a file, or all if it has fewer, begin a record.
  static func isStart(_ start: [UInt8]) -> Bool {
    let next = #","id":"#.utf8
    let rest = start.dropFirst(prefix.count).drop { (0x30...0x39).contains($0) }
    return prefix.starts(with: start.prefix(prefix.count)) && next.starts(with: rest.prefix(next.count))
  }

  let header: [UInt8] = []
  let footer: [UInt8] = []

  private let format: BatchFormat
  /// The column names as JSON keys, one after the other, each with its colon and the preceding comma or brace.
  private let keys: [UInt8]
  /// The offset at which each key ends.
  private let keyEnds: [Int]
  private let place: PlaceWriter
  /// The fields of a place; `nil` for the default fields.
  private let fields: [PlaceColumn]?
  /// The writers of places with additional fields, made on demand.
  ///
  /// An array: a dictionary's metadata would be instantiated even if there are none (Decisions).
  private let otherWriters = Mutex<[(added: [PlaceField], writer: PlaceWriter)]>([])

  init(format: BatchFormat, fields: [PlaceColumn]? = nil) {
    self.format = format
    place = PlaceWriter(fields: fields, as: .json)
    self.fields = fields
    var keys: [UInt8] = []
    let names = if case .csv(let header) = format { header.names } else { [String]() }
    keyEnds = names.enumerated().map { index, name in
      keys.append(index == 0 ? Ascii.openBrace : Ascii.comma)
      keys.appendJSON(string: name)
      keys.append(Ascii.colon)
      return keys.count
    }
    self.keys = keys
  }

  private func writer(adding added: [PlaceField]) -> PlaceWriter {
    otherWriters.withLock { writers in
      if let known = writers.first(where: { $0.added == added }) { return known.writer }
      let made = PlaceWriter(fields: fields, as: .json, adding: added)
      writers.append((added, made))
      return made
    }
  }

  /// The names of a place's fields, in order.
  var fieldNames: [String] { place.fields.map(\.name) }

  /// Returns whether this writer writes places with these fields.
  func writes(_ names: [String]) -> Bool {
    names == fieldNames || PlaceField.additions.contains { writer(adding: $0).fields.map(\.name) == names }
  }

  func append(
    _ failure: Failure,
    as status: RowResult.Status,
    of row: ParsedRow,
    for query: RowQuery?,
    to out: inout [UInt8]
  ) {
    appendPrefix(of: row, status, to: &out)
    append(query, to: &out)
    out.append(text: #","meta":null,"places":[],"error":"#)
    out += JSONWriter.object {
      $0.errorMembers(code: failure.code.rawValue, message: failure.message, isRetryable: failure.isRetryable)
    }
    out.append(text: "}\n")
  }

  func append(_ found: PlaceCollection, of row: ParsedRow, for query: RowQuery, to out: inout [UInt8]) {
    let added = PlaceField.added(by: query.query)
    if added.isEmpty {
      append(found, of: row, for: query, by: place, to: &out)
    } else {
      append(found, of: row, for: query, by: writer(adding: added), to: &out)
    }
  }

  private func append(
    _ found: PlaceCollection,
    of row: ParsedRow,
    for query: RowQuery,
    by place: PlaceWriter,
    to out: inout [UInt8]
  ) {
    // Reserves space for the whole record at once; doing so for each piece took half the time of a batch.
    let places = found.places
    out.append(reserving: row.range.count + (1 + places.count) * PlaceWriter.usualByteCount) { buffer in
      appendPrefix(of: row, found.status(limit: query.query.limit.count), to: &buffer)
      query.template.append(query.query, to: &buffer)
      buffer.append(literal: #","meta":"#)
      MetaJSON.append(found, for: query.query, requests: nil, shape: query.shapeDigest, to: &buffer)
      buffer.append(literal: #","places":["#)
      place.append(places, to: &buffer)
      buffer.append(literal: "],\"error\":null}\n")
    }
  }

  /// Appends the record of a row with the same query as another row.
  func append(
    _ row: ParsedRow,
    as status: RowResult.Status,
    copying rest: ArraySlice<UInt8>,
    to out: inout [UInt8]
  ) {
    appendPrefix(of: row, status, to: &out)
    out += rest
    out.append(Ascii.lineFeed)
  }

  /// Appends the ``ParsedRecord/identity`` of a failed row's record.
  func appendIdentity(ofFailed row: ParsedRow, _ query: RowQuery, to out: inout [UInt8]) {
    var prefix: [UInt8] = []
    appendPrefix(of: row, .failed, to: &prefix)
    let next = #","id":"#.utf8.count
    out += prefix.dropFirst(Self.prefix.count).drop { $0 != Ascii.comma }.dropFirst(next)
    append(query, to: &out)
  }

  private func appendPrefix(of row: ParsedRow, _ status: RowResult.Status, to out: inout [UInt8]) {
    out.append(reserving: 2 * row.range.count + 128) { appendPrefix(of: row, status, to: &$0) }
  }

  private func appendPrefix(of row: ParsedRow, _ status: RowResult.Status, to buffer: inout OutputBuffer) {
    buffer.append(literal: #"{"row":"#)
    buffer.append(decimal: row.number)
    buffer.append(literal: #","id":"#)
    // Checked at once for all cells, because most rows have nothing to escape.
    let isPlain = !row.bytes.span.extracting(row.range).mayNeedEscaping
    appendID(of: row, isPlain, to: &buffer)
    switch status {
    case .ok: buffer.append(literal: #","status":"ok","input":"#)
    case .empty: buffer.append(literal: #","status":"empty","input":"#)
    case .invalid: buffer.append(literal: #","status":"invalid","input":"#)
    case .failed: buffer.append(literal: #","status":"failed","input":"#)
    }
    appendInput(row, isPlain, to: &buffer)
    buffer.append(literal: #","query":"#)
  }

  /// Appends a query.
  ///
  /// Until its centre is known, it is incomplete, and `null` is written.
  private func append(_ query: RowQuery?, to out: inout [UInt8]) {
    guard let query, query.locating == nil else { return out.appendJSONNull() }
    query.appendJSON(to: &out)
  }

  /// Appends a row as the `input` of its record.
  @inline(__always)
  private func appendInput(_ row: ParsedRow, _ isPlain: Bool, to buffer: inout OutputBuffer) {
    guard row.isWellFormed else { return buffer.appendJSONNull() }
    guard case .csv = format else {
      guard row.hasLoneSurrogate else { return buffer.append(row.bytes, in: row.trimmedRange) }
      return buffer.append(JSONUnescaping.withoutLoneSurrogates(row.bytes[row.trimmedRange]).span)
    }
    var start = 0
    for column in 0..<keyEnds.count {
      buffer.append(keys, in: start..<keyEnds[column])
      start = keyEnds[column]
      append(row.cells[column], of: row, isPlain, to: &buffer)
    }
    buffer.append(Ascii.closeBrace)
  }

  /// Appends the caller's id, with U+FFFD for invalid text.
  @inline(__always)
  private func appendID(of row: ParsedRow, _ isPlain: Bool, to buffer: inout OutputBuffer) {
    let field = row[.id]
    guard row.hasLoneSurrogate || !row.isUTF8 else { return append(field, of: row, isPlain, to: &buffer) }
    switch field.encoding {
    case .absent, .plain, .doubledQuotes, .tabEscaped: buffer.appendJSON(string: field.text(in: row.bytes))
    case .jsonString, .jsonEscapedString, .jsonNumber, .jsonOther:
      let text = [UInt8](String(decoding: row.bytes[field.jsonRange], as: UTF8.self).utf8)
      buffer.append(JSONUnescaping.withoutLoneSurrogates(text[...]).span)
    }
  }

  @inline(__always)
  private func append(_ field: RowField, of row: ParsedRow, _ isPlain: Bool, to buffer: inout OutputBuffer) {
    switch field.encoding {
    case .absent: buffer.appendJSONNull()
    case .plain:
      guard isPlain else {
        buffer.append(value: row.bytes.span.extracting(field.range), as: .json, isPlain: false)
        return
      }
      buffer.append(Ascii.quote)
      buffer.append(row.bytes, in: field.range)
      buffer.append(Ascii.quote)
    case .doubledQuotes, .tabEscaped: buffer.appendJSON(string: field.text(in: row.bytes))
    case .jsonString, .jsonEscapedString, .jsonNumber, .jsonOther: buffer.append(row.bytes, in: field.jsonRange)
    }
  }
}
