import Domain
import Tables

/// Writes a line of CSV or TSV for each place, or for a row without places.
///
/// The row's number, id and input come before the place, and the rest of its record after it.
struct CSVRecordWriter: RecordWriter {
  let header: [UInt8]
  let footer: [UInt8] = []

  private static let lastColumns = [
    "query_lat", "query_lng", "query_near", "total_count", "complete", "error_message", "retryable", "query_category",
    "query_text", "query_radius_m", "query_sort", "query_limit", "source", "returned", "attribution", "data_time",
    "cut_short", "max_requests",
  ]

  /// The members of a query that have their own columns; a row can't have a bounding box.
  private static let knownMembers: Set<String> = [
    "category", "text", "near", "lat", "lng", "bbox", "radius_m", "sort", "limit",
  ]

  /// The other members of a query, which have columns at the end.
  private static let otherMembers = RowTemplate.members.map(\.key).filter { !knownMembers.contains($0) }

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
    isAlong: Bool = false
  ) {
    self.format = format
    self.objects = objects
    self.notation = notation
    self.isOneLine = isOneLine
    self.isAlong = isAlong
    place = PlaceWriter(fields: fields, as: notation, isAlong: isAlong)
    guard hasHeader else {
      header = []
      return
    }
    var inputs = objects.map { $0.names.map { "input_\($0)" } } ?? ["input"]
    if case .csv(let columns) = format { inputs = columns.names.map { "input_\($0)" } }
    let names =
      ["row", "row_id", "status", "error"] + inputs + place.fields.map(\.name) + Self.lastColumns
      + Self.otherMembers.map { "query_\($0)" } + ["nearest"] + (isAlong ? ["length_m"] : [])
    var header: [UInt8] = []
    for name in names {
      if !header.isEmpty { header.append(notation.separator) }
      header.append(value: name, as: notation)
    }
    self.header = header + [Ascii.lineFeed]
  }

  func append(_ result: RowResult, of row: ParsedRow, asking query: RowQuery?, to out: inout [UInt8]) {
    let prefix = prefix(of: row, result.status(limit: query?.query.limit.count), error: result.failure)
    let suffix = suffix(of: query, result)
    for found in isOneLine ? result.places.prefix(1) : result.places[...] {
      out.append(contentsOf: prefix)
      place.append(found, to: &out)
      out.append(contentsOf: suffix)
    }
    guard result.places.isEmpty else { return }
    out.append(contentsOf: prefix)
    out.append(contentsOf: repeatElement(notation.separator, count: place.fields.count - 1))
    out.append(contentsOf: suffix)
  }

  /// The cells after the place in each line of a row, with the line feed.
  private func suffix(of asked: RowQuery?, _ result: RowResult) -> [UInt8] {
    let answer: PlaceCollection? = if case .found(let found, _) = result { found } else { nil }
    let error = result.failure
    var suffix: [UInt8] = []
    func cell(_ text: String?) {
      suffix.append(notation.separator)
      if let text { suffix.append(value: text, as: notation) }
    }
    func cell(number: Int?) {
      suffix.append(notation.separator)
      if let number { suffix.append(decimal: number) }
    }
    func cell(degrees: Double?) {
      suffix.append(notation.separator)
      if let degrees { suffix.append(decimal: degrees) }
    }
    // Until its centre is known, the query has a placeholder centre.
    let query = asked.flatMap { $0.locating == nil ? $0.query : nil }
    cell(degrees: query?.area.center?.latitude)
    cell(degrees: query?.area.center?.longitude)
    cell(query?.near)
    cell(number: answer?.totalCount)
    cell(answer.map { $0.isComplete ? "true" : "false" })
    cell(error?.message)
    cell(error.map { $0.isRetryable ? "true" : "false" })
    cell(query?.categories.map(\.slug).joined(separator: ","))
    cell(query?.text?.value)
    cell(number: query?.area.reach.map { Int($0.meters) })
    cell(query?.sort.rawValue)
    cell(number: query?.limit.printedCount)
    cell(answer?.provenance.source.name)
    cell(number: answer?.places.count)
    cell(answer?.provenance.attribution)
    cell(answer?.provenance.dataTime)
    cell(answer?.earlyEnd?.cutShort)
    if case .maximumSent(let requests)? = answer?.earlyEnd { cell(number: requests) } else { cell(nil) }
    for member in Self.otherMembers { cell(query.flatMap { QueryProperty.text(of: member, in: $0) }) }
    cell(answer?.isNearest.map { $0 ? "true" : "false" })
    if isAlong { cell(number: query?.area.lengthMeters.map { Int($0) }) }
    suffix.append(Ascii.lineFeed)
    return suffix
  }

  /// The cells before the place in each line of a row.
  private func prefix(of row: ParsedRow, _ status: RowResult.Status, error: Failure?) -> [UInt8] {
    var prefix: [UInt8] = []
    prefix.append(decimal: row.number)
    prefix.append(notation.separator)
    append(row[.id], of: row, to: &prefix)
    prefix.append(notation.separator)
    prefix.append(text: status.rawValue)
    prefix.append(notation.separator)
    if let error { prefix.append(value: error.code.rawValue, as: notation) }
    prefix.append(notation.separator)
    appendInput(row, to: &prefix)
    return prefix
  }

  private func appendInput(_ row: ParsedRow, to out: inout [UInt8]) {
    guard case .csv(let header) = format else {
      guard let objects else {
        if row.isWellFormed { out.append(value: row.bytes, in: row.trimmedRange, as: notation) }
        return out.append(notation.separator)
      }
      for cell in row.isWellFormed ? objects.cells(of: row) : objects.names.map({ _ in nil }) {
        if let cell { out.append(value: cell, as: notation) }
        out.append(notation.separator)
      }
      return
    }
    for column in 0..<header.width {
      if row.isWellFormed { append(row.cells[column], of: row, to: &out) }
      out.append(notation.separator)
    }
  }

  private func append(_ field: RowField, of row: ParsedRow, to out: inout [UInt8]) {
    if let text = field.text(in: row.bytes) { out.append(value: text, as: notation) }
  }
}

extension QueryProperty {
  /// A member of the `query` of schema 1 as the text of a cell; `nil` if it is absent.
  fileprivate static func text(of key: String, in query: PlaceQuery) -> String? {
    var text: String?
    for property in allCases {
      property.print(query) { member, value in
        if member == key { text = value.cellText }
      }
    }
    return text
  }
}

extension JSONValue {
  fileprivate var cellText: String? {
    switch self {
    case .null: nil
    case .number: integer.map { String($0) } ?? double?.decimalText
    case .text(let text): text
    case .list(let elements): elements.map { $0.cellText ?? "" }.joined(separator: ",")
    case .bool, .object: String(decoding: line, as: UTF8.self)
    }
  }
}
