/// Where the parts of a record lie, so that a row can be told to have it already.
struct RecordAnatomy: Sendable, Hashable {
  /// The row's number when the record was written.
  let number: Int
  /// How the row ended.
  let status: RowStatus
  /// The record's `id`, in JSON.
  let id: Range<Int>
  /// The record's `input`.
  let input: Range<Int>
  /// The record's `query`; what comes behind it depends on the question alone.
  let query: Range<Int>
  /// The record's `meta`, an object or `null`.
  let meta: Range<Int>

  /// Takes a record apart; `nil` for a line that is not a whole record.
  ///
  /// - Parameter line: The line, without its line feed.
  init?(line: [UInt8]) {
    guard line.starts(with: NDJSONRecordWriter.lead) else { return nil }
    var parts: [String: Range<Int>] = [:]
    var status: RowStatus?
    var scanner = JSONScanner(line, 0..<line.count)
    let isWhole = scanner.scanObject { key, _, value in
      let name = String(decoding: line[key], as: UTF8.self)
      let isText = value.form == .jsonString || value.form == .jsonEscapedString
      parts[name] = isText ? (value.start - 1)..<(value.end + 1) : value.range
      if name == "status" { status = value.text(in: line).flatMap(RowStatus.init) }
    }
    guard isWhole, let status, let row = parts["row"], let id = parts["id"], let input = parts["input"],
      let query = parts["query"], let meta = parts["meta"], parts["places"] != nil, parts["error"] != nil,
      input.upperBound < query.lowerBound, let number = Int(String(decoding: line[row], as: UTF8.self))
    else { return nil }
    self.number = number
    self.status = status
    self.id = id
    self.input = input
    self.query = query
    self.meta = meta
  }
}
