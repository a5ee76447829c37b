import Domain
import Tables

/// Writes a line of CSV or TSV for each place, or for a row without places.
///
/// The row's number, id and input come before the place, and the rest of its record after it.
struct CSVRecordWriter: RecordWriter {
  private(set) var header: [UInt8]
  let footer: [UInt8] = []

  /// The members of a query that have their own columns; a row can't have a bounding box.
  private static let knownMembers: Set<String> = [
    "category", "text", "near", "lat", "lng", "bbox", "radius_m", "sort", "limit",
  ]

  /// The other members of a query, with their columns.
  private static let otherMembers = QueryProperty.members.map(\.key).filter { !knownMembers.contains($0) }
    .map { (key: $0, column: "query_\($0)") }

  /// The members of a query and of `meta` that only some queries of the rows have, with columns at the end.
  private let optional: (query: [String], meta: [String])

  private let format: BatchFormat
  /// The columns of JSON rows.
  private let objects: ObjectColumns?
  private let notation: TextNotation
  private let isOneLine: Bool
  private let place: PlaceWriter
  /// Whether rows may be about a line, whose length then has a column at the end.
  private let isAlong: Bool

  init(
    format: BatchFormat,
    objects: ObjectColumns? = nil,
    as notation: TextNotation = .csv,
    hasHeader: Bool,
    isOneLine: Bool = false,
    fields: [PlaceColumn]? = nil,
    adding added: [PlaceField] = []
  ) {
    self.format = format
    self.objects = objects
    self.notation = notation
    self.isOneLine = isOneLine
    isAlong = added.contains(.along)
    optional = QueryProperty.keys(accompanying: added)
    place = PlaceWriter(fields: fields, as: notation, adding: added)
    guard hasHeader else {
      header = []
      return
    }
    var inputs = objects.map { $0.names.map { "input_\($0)" } } ?? ["input"]
    if case .csv(let columns) = format { inputs = columns.names.map { "input_\($0)" } }
    var names = ["row", "row_id", "status", "error"] + inputs + place.fields.map(\.name)
    header = []
    forEachCell(of: nil, found: nil, failure: nil) { name, _ in names.append(name) }
    for (column, name) in names.enumerated() {
      if column > 0 { header.append(notation.separator) }
      header.append(value: name, as: notation)
    }
    header.append(Ascii.lineFeed)
  }

  func append(_ found: PlaceCollection, of row: ParsedRow, for query: RowQuery, to out: inout [UInt8]) {
    let prefix = prefix(of: row, found.status(limit: query.query.limit.count), nil)
    let suffix = suffix(of: query, found, nil)
    let places = found.places
    for index in places.indices.prefix(isOneLine ? 1 : places.count) {
      out.append(reserving: prefix.count + PlaceWriter.usualByteCount + suffix.count) { buffer in
        buffer.append(prefix.span)
        place.append(places, at: index, to: &buffer)
        buffer.append(suffix.span)
      }
    }
    if places.isEmpty { appendWithoutPlace(prefix, suffix, to: &out) }
  }

  func append(
    _ failure: Failure,
    as status: RowResult.Status,
    of row: ParsedRow,
    for query: RowQuery?,
    to out: inout [UInt8]
  ) {
    appendWithoutPlace(prefix(of: row, status, failure), suffix(of: query, nil, failure), to: &out)
  }

  private func appendWithoutPlace(_ prefix: [UInt8], _ suffix: [UInt8], to out: inout [UInt8]) {
    out.append(contentsOf: prefix)
    out.append(contentsOf: repeatElement(notation.separator, count: place.fields.count - 1))
    out.append(contentsOf: suffix)
  }

  /// More bytes than most rows need before or after a place, so that an array of them is allocated once.
  private static let usualByteCount = 256

  /// Returns the cells after the place in each line of a row, with the line feed.
  private func suffix(of query: RowQuery?, _ found: PlaceCollection?, _ failure: Failure?) -> [UInt8] {
    // The closures would copy the whole writer to read its notation.
    let notation = notation
    // Until its centre is known, the query has a placeholder centre.
    let located = query.flatMap { $0.locating == nil ? $0 : nil }
    var suffix: [UInt8] = []
    suffix.append(reserving: Self.usualByteCount) { buffer in
      forEachCell(of: located, found: found, failure: failure) { _, value in
        buffer.append(notation.separator)
        switch value {
        case .text(let text): if let text { buffer.append(value: text, as: notation) }
        case .number(let number): if let number { buffer.append(decimal: number) }
        case .integer(let number): if let number { buffer.append(decimal: number) }
        }
      }
      buffer.append(Ascii.lineFeed)
    }
    return suffix
  }

  /// Calls a closure with the name and the value of each column after the place, in order.
  private func forEachCell(
    of row: RowQuery?,
    found: PlaceCollection?,
    failure: Failure?,
    _ body: (_ name: String, _ value: CellValue) -> Void
  ) {
    let query = row?.query
    let provenance = found?.provenance
    let earlyEnd = found?.earlyEnd
    body("query_lat", .number(query?.area.center?.latitude))
    body("query_lng", .number(query?.area.center?.longitude))
    body("query_near", .text(query?.near))
    body("total_count", .integer(found?.totalCount))
    body("complete", .text(found?.isComplete.description))
    body("error_message", .text(failure?.message))
    body("retryable", .text(failure?.isRetryable.description))
    body("query_category", .text(row?.template.text(of: "category")))
    body("query_text", .text(query?.text?.value))
    body("query_radius_m", .integer(query?.area.reach.map { Int($0.meters) }))
    body("query_sort", .text(row?.template.text(of: "sort")))
    body("query_limit", .integer(query?.limit.printedCount))
    body("source", .text(provenance?.source.name))
    body("returned", .integer(found?.places.count))
    body("attribution", .text(provenance?.attribution))
    body("data_time", .text(provenance?.dataTime))
    body("cut_short", .text(earlyEnd?.cutShort))
    body("max_requests", .integer(earlyEnd?.maximumRequests))
    for member in Self.otherMembers {
      body(member.column, .text(row?.template.text(of: member.key)))
    }
    for key in optional.query {
      body("query_\(key)", .text(row?.template.text(of: key)))
    }
    body("nearest", .text(found?.isNearest?.description))
    if isAlong { body("length_m", .integer(query?.area.lengthMeters.map { Int($0) })) }
    guard !optional.meta.isEmpty else { return }
    let members = found.flatMap { found in query.map { QueryProperty.meta(of: found, for: $0) } } ?? []
    for key in optional.meta { body(key, .text(members.first { $0.key == key }?.value.cellText)) }
  }

  /// Returns the cells before the place in each line of a row.
  private func prefix(of row: ParsedRow, _ status: RowResult.Status, _ failure: Failure?) -> [UInt8] {
    var prefix: [UInt8] = []
    prefix.append(reserving: Self.usualByteCount) { buffer in
      buffer.append(decimal: row.number)
      buffer.append(notation.separator)
      append(row[.id], of: row, to: &buffer)
      buffer.append(notation.separator)
      buffer.append(text: status.rawValue)
      buffer.append(notation.separator)
      if let failure { buffer.append(value: failure.code.rawValue, as: notation) }
      buffer.append(notation.separator)
      appendInput(row, to: &buffer)
    }
    return prefix
  }

  private func appendInput(_ row: ParsedRow, to buffer: inout OutputBuffer) {
    guard case .csv(let header) = format else {
      guard let objects else {
        if row.isWellFormed { append(row.bytes, in: row.trimmedRange, to: &buffer) }
        return buffer.append(notation.separator)
      }
      for cell in row.isWellFormed ? objects.cells(of: row) : objects.names.map({ _ in nil }) {
        if let cell { buffer.append(value: cell, as: notation) }
        buffer.append(notation.separator)
      }
      return
    }
    for column in 0..<header.width {
      if row.isWellFormed { append(row.cells[column], of: row, to: &buffer) }
      buffer.append(notation.separator)
    }
  }

  private func append(_ field: RowField, of row: ParsedRow, to buffer: inout OutputBuffer) {
    if field.encoding == .plain, row.isUTF8 { return append(row.bytes, in: field.range, to: &buffer) }
    if let text = field.text(in: row.bytes) { buffer.append(value: text, as: notation) }
  }

  private func append(_ bytes: [UInt8], in range: Range<Int>, to buffer: inout OutputBuffer) {
    let part = bytes.span.extracting(range)
    buffer.append(value: part, as: notation, isPlain: !part.mayNeedEscaping)
  }
}

extension JSONValue {
  /// The value as the text of a cell; `nil` for `null`.
  var cellText: String? {
    switch self {
    case .null: nil
    case .number: integer.map { String($0) } ?? double?.decimalText
    case .text(let text): text
    case .list(let elements): elements.map { $0.cellText ?? "" }.joined(separator: ",")
    case .bool, .object: String(decoding: line, as: UTF8.self)
    }
  }
}
