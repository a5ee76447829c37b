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

  private let input: InputWriter
  private let place = PlaceWriter(as: .json)

  init(format: InputFormat) {
    input = InputWriter(format: format)
  }

  func append(_ row: ParsedRow, _ query: RowQuery, _ answer: PlaceCollection, to out: inout [UInt8]) {
    appendPrefix(of: row, answer.places.isEmpty ? .empty : .ok, to: &out)
    QueryJSON(query: query.query, limit: query.limit.count).append(to: &out)
    out.append(literal: #","meta":"#)
    MetaJSON.append(answer, requests: nil, to: &out)
    out.append(literal: #","places":["#)
    for position in answer.places.indices {
      if position > 0 { out.append(Ascii.comma) }
      place.append(answer.places[position], to: &out)
    }
    out.append(text: "],\"error\":null}\n")
  }

  func append(
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
    input.appendID(of: row, to: &out)
    switch status {
    case .ok: out.append(literal: #","status":"ok","input":"#)
    case .empty: out.append(literal: #","status":"empty","input":"#)
    case .invalid: out.append(literal: #","status":"invalid","input":"#)
    case .failed: out.append(literal: #","status":"failed","input":"#)
    }
    input.append(row, to: &out)
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
}
