import Domain

/// Writes one line of CSV or TSV for each place or each row, with the number, id and input of its row before it, and after it
/// what else its record says; a row without places has one line.
struct CSVRecordWriter: RecordWriter {
  let header: [UInt8]

  private let format: InputFormat
  private let notation: TextNotation
  private let isOneLine: Bool
  private let place: PlaceWriter

  init(format: InputFormat, as notation: TextNotation = .csv, hasHeader: Bool, isOneLine: Bool = false) {
    (self.format, self.notation, self.isOneLine) = (format, notation, isOneLine)
    place = PlaceWriter(as: notation)
    guard hasHeader else {
      header = []
      return
    }
    var inputs = ["input"]
    if case .csv(let columns) = format { inputs = columns.names.map { "input_\($0)" } }
    let lastNames = Self.lastCells(nil, nil, nil).map(\.name)
    let names = ["row", "row_id", "status", "error"] + inputs + place.fields.map(\.rawValue) + lastNames
    var header: [UInt8] = []
    for name in names {
      if !header.isEmpty { header.append(notation.separator) }
      header.append(value: name, as: notation)
    }
    self.header = header + [Ascii.lineFeed]
  }

  func append(_ row: ParsedRow, _ answer: RowAnswer, to out: inout [UInt8]) {
    var places: ArraySlice<FoundPlace> = []
    let (error, suffix): (Failure?, [UInt8])
    switch answer {
    case .answered(let query, let collection):
      places = isOneLine ? collection.places.prefix(1) : collection.places[...]
      (error, suffix) = (nil, self.suffix(of: query, collection, nil))
    case .invalid(let query, let failure): (error, suffix) = (failure, self.suffix(of: query, nil, failure))
    case .failed(let query, let failure): (error, suffix) = (failure, self.suffix(of: query, nil, failure))
    }
    let prefix = prefix(of: row, answer.outcome.status, error: error)
    for found in places {
      out.append(contentsOf: prefix)
      place.append(found, to: &out)
      out.append(contentsOf: suffix)
    }
    guard places.isEmpty else { return }
    out.append(contentsOf: prefix)
    out.append(contentsOf: repeatElement(notation.separator, count: place.fields.count - 1))
    out.append(contentsOf: suffix)
  }

  /// The cells after the place in each line of a row, with the line feed.
  private func suffix(of asked: RowQuery?, _ answer: PlaceCollection?, _ error: Failure?) -> [UInt8] {
    var suffix: [UInt8] = []
    for (_, value) in Self.lastCells(asked, answer, error) {
      suffix.append(notation.separator)
      suffix.append(value: Listing.text(of: value), as: notation)
    }
    suffix.append(Ascii.lineFeed)
    return suffix
  }

  /// The columns after the place, with their values for a row.
  private static func lastCells(
    _ asked: RowQuery?,
    _ answer: PlaceCollection?,
    _ error: Failure?
  ) -> [(name: String, value: Listing.Value)] {
    // As long as its centre is not known, the query has any.
    let query = asked.flatMap { $0.locating == nil ? $0.query : nil }
    let radius: Int? = if case .circle(_, let radius)? = query?.area { Int(radius.meters) } else { nil }
    let most: Int? = if case .maximumSent(let requests)? = answer?.earlyEnd { requests } else { nil }
    return [
      ("query_lat", .number(query?.area.center?.latitude)), ("query_lng", .number(query?.area.center?.longitude)),
      ("query_near", .text(query?.near)), ("total_count", .integer(answer?.totalCount)),
      ("complete", .text(answer.map { $0.isComplete ? "true" : "false" })), ("error_message", .text(error?.message)),
      ("retryable", .text(error.map { $0.isRetryable ? "true" : "false" })),
      ("query_category", .text(query?.categories.map(\.slug).joined(separator: ","))),
      ("query_text", .text(query?.text?.value)), ("query_radius_m", .integer(radius)),
      ("query_sort", .text(query?.sort.rawValue)),
      ("query_limit", .integer(query == nil ? nil : asked?.limit.count)),
      ("source", .text(answer?.provenance.source.name)), ("returned", .integer(answer?.places.count)),
      ("attribution", .text(answer?.provenance.attribution)), ("data_time", .text(answer?.provenance.dataTime)),
      ("cut_short", .text(answer?.earlyEnd?.word)), ("max_requests", .integer(most)),
    ]
  }

  /// The cells before the place in each line of a row.
  private func prefix(of row: ParsedRow, _ status: RowStatus, error: Failure?) -> [UInt8] {
    var prefix: [UInt8] = []
    prefix.append(decimal: row.number)
    prefix.append(notation.separator)
    append(row[.id], of: row, to: &prefix)
    prefix.append(notation.separator)
    prefix.append(text: status.rawValue)
    prefix.append(notation.separator)
    if let error { prefix.append(value: error.code, as: notation) }
    prefix.append(notation.separator)
    appendInput(row, to: &prefix)
    return prefix
  }

  private func appendInput(_ row: ParsedRow, to out: inout [UInt8]) {
    guard case .csv(let header) = format else {
      if row.isWellFormed { out.append(value: row.bytes, in: row.trimmedRange, as: notation) }
      out.append(notation.separator)
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
