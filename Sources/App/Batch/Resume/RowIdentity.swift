import Domain

/// A row and its query in the bytes of a record, by which an earlier record is recognized: never by the row's number.
struct RowIdentity: Sendable, Hashable {
  /// The caller's id, in JSON.
  let id: [UInt8]
  /// The row as the caller gave it, in JSON.
  let input: [UInt8]
  /// The query, in JSON; for a row whose centre is found by a name, the key of its query.
  let query: [UInt8]
  /// Whether the centre is found by a name, so that the query in the row's record is not known beforehand.
  var isLocated = false

  /// The query of a record whose row was never asked, in JSON.
  private static let noQuery = Array("null".utf8)

  /// The fingerprint of an answer that serves this row.
  var answerFingerprint: Int { Self.fingerprint(of: query[...]) }
  /// The fingerprint of a record of this row's failure.
  var errorFingerprint: Int {
    Self.fingerprint(of: isLocated ? Self.noQuery[...] : query[...], id[...], input[...])
  }

  /// How this row ended, when a line is its record under this number; else `nil`.
  ///
  /// Compares bytes instead of parsing the line, which saves a sixth of the time of resuming 250,000 rows in their order.
  func outcome(ofRecordNumbered number: Int, in line: [UInt8]) -> RowOutcome? {
    var digits: [UInt8] = []
    digits.append(decimal: number)
    var rest = line[...]
    guard rest.drop(prefix: NDJSONRecordWriter.prefix), rest.drop(prefix: digits), rest.drop(prefix: #","id":"#.utf8),
      rest.drop(prefix: id), rest.drop(prefix: #","status":""#.utf8),
      let status = RowStatus.allCases.first(where: { rest.drop(prefix: $0.rawValue.utf8) }),
      rest.drop(prefix: #"","input":"#.utf8), rest.drop(prefix: input), rest.drop(prefix: #","query":"#.utf8),
      rest.drop(prefix: query), rest.drop(prefix: #","meta":"#.utf8)
    else { return nil }
    return RecordMeta(in: line, from: rest.startIndex).outcome(status)
  }

  /// Whether a record has this row's id and input, byte for byte.
  func isInput(of record: ParsedRecord, in line: [UInt8]) -> Bool {
    line[record.id].elementsEqual(id) && line[record.input].elementsEqual(input)
  }

  /// Whether a record serves this row: an answer serves every row with the same query, a failure only its own row.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - line: Its line.
  ///   - key: The key of the record's query, where its centre was found by a name.
  /// - Returns: Whether the row need not be asked.
  func isServed(by record: ParsedRecord, in line: [UInt8], locatingKey key: [UInt8]?) -> Bool {
    guard isLocated else {
      let isSameQuery = line[record.query].elementsEqual(query)
      return isSameQuery && (record.isAnswer || isInput(of: record, in: line))
    }
    return switch record.status {
    case .ok, .empty: key == query
    case .failed: line[record.query].elementsEqual(Self.noQuery) && isInput(of: record, in: line)
    // It may be valid under the present options.
    case .invalid: false
    }
  }

  /// This row's record, made of a record that serves it; line feed included.
  func record(numbered number: Int, from line: [UInt8], _ record: ParsedRecord) -> [UInt8] {
    JSONWriter.document(reserving: line.count + 32) { json in
      json.member("row", number)
      json.member("id", appending: { $0 += id })
      json.member("status", record.status.rawValue)
      json.member("input", appending: { $0 += input })
      // With all the members after it, up to the record's closing brace.
      json.member("query", appending: { $0 += line[record.query.lowerBound...].dropLast() })
    }
  }

  /// The fingerprint under which a record is indexed.
  static func fingerprint(of record: ParsedRecord, in line: [UInt8]) -> Int {
    switch record.status {
    case .ok, .empty: fingerprint(of: line[record.query])
    case .invalid, .failed: fingerprint(of: line[record.query], line[record.id], line[record.input])
    }
  }

  /// A hash of some parts, seeded in every process; equal ones name a candidate, which is then compared.
  static func fingerprint(of parts: ArraySlice<UInt8>...) -> Int {
    var hasher = Hasher()
    for part in parts {
      hasher.combine(part.count)
      unsafe part.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}

extension ArraySlice<UInt8> {
  /// Removes a prefix; returns whether it was there.
  fileprivate mutating func drop(prefix: some Collection<UInt8>) -> Bool {
    guard starts(with: prefix) else { return false }
    self = dropFirst(prefix.count)
    return true
  }
}

extension RowIdentity {
  /// Writes what identifies a row in an earlier output.
  init(of row: ParsedRow, asking query: RowQuery, with writer: InputWriter) {
    var (id, input, key): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    writer.appendID(of: row, to: &id)
    writer.append(row, to: &input)
    query.appendKey(to: &key)
    self.init(id: id, input: input, query: key, isLocated: query.locating != nil)
  }
}
