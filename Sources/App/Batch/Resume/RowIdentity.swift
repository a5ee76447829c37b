import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A row and its query in the bytes of a record, by which an earlier record is known again: never by the row's number.
struct RowIdentity: Sendable, Hashable {
  /// The caller's id, in JSON.
  let id: [UInt8]
  /// The row as the caller gave it, in JSON.
  let input: [UInt8]
  /// The query, in JSON; for a row whose centre is found by a name, what tells its query from others.
  let query: [UInt8]
  /// Whether the centre is found by a name, so that the query in the row's record is not known beforehand.
  var isLocated = false

  /// Numbers under which an answer, and a record without one, that serves this row can be found.
  var fingerprints: (answer: UInt64, error: UInt64) {
    let errorQuery = isLocated ? Self.noQuery : query
    return (Self.fingerprint(ofAnswerTo: query), Self.fingerprint(of: errorQuery[...], id[...], input[...]))
  }

  /// How a row ended whose record a line begins as: this very row's, with this number; `nil` when it is another's.
  func status(ofRecordNumbered number: Int, in line: [UInt8]) -> RowStatus? {
    var digits: [UInt8] = []
    digits.append(decimal: number)
    var at = 0
    guard line.take(NDJSONRecordWriter.prefix, at: &at), line.take(digits, at: &at), line.take(#","id":"#, at: &at),
      line.take(id, at: &at), line.take(#","status":""#, at: &at),
      let status = RowStatus.allCases.first(where: { line[at...].starts(with: $0.rawValue.utf8) })
    else { return nil }
    at += status.rawValue.utf8.count
    let isThisRow =
      line.take(#"","input":"#, at: &at) && line.take(input, at: &at) && line.take(#","query":"#, at: &at)
      && line.take(query, at: &at) && line.take(#","meta":"#, at: &at)
    return isThisRow ? status : nil
  }

  /// The query of a record whose row was never asked, in JSON.
  private static let noQuery = Array("null".utf8)

  /// Whether a record is of this row's input, told by comparing every byte.
  func isInput(of record: ParsedRecord, in line: [UInt8]) -> Bool {
    line[record.id].elementsEqual(id) && line[record.input].elementsEqual(input)
  }

  /// Whether a record serves this row: an answer serves whoever asks the same, a failure only the row that had it.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - line: Its line.
  ///   - key: What tells the record's query, where its centre was found by a name.
  /// - Returns: Whether the row needs no asking.
  func isServed(by record: ParsedRecord, in line: [UInt8], locatingKey key: [UInt8]?) -> Bool {
    guard isLocated else {
      let isSameQuery = line[record.query].elementsEqual(query)
      return isSameQuery && (record.isAnswer || isInput(of: record, in: line))
    }
    return switch record.status {
    case .ok, .empty: key == query
    case .failed: line[record.query].elementsEqual(Self.noQuery) && isInput(of: record, in: line)
    // Of a row that could not be asked by other options.
    case .invalid: false
    }
  }

  /// This row's record, made out of a record that serves it; line feed included.
  func record(numbered number: Int, outOf line: [UInt8], _ record: ParsedRecord) -> [UInt8] {
    JSONWriter.document(reserving: line.count + 32) { json in
      json.member("row", number)
      json.member("id", appending: { $0 += id })
      json.member("status", record.status.rawValue)
      json.member("input", appending: { $0 += input })
      // With all the members behind it, up to the record's closing brace.
      json.member("query", appending: { $0 += line[record.query.lowerBound...].dropLast() })
    }
  }

  /// The number under which a record is kept.
  static func fingerprint(of record: ParsedRecord, in line: [UInt8]) -> UInt64 {
    switch record.status {
    case .ok, .empty: mixed(line[record.query], into: seed)
    case .invalid, .failed: fingerprint(of: line[record.query], line[record.id], line[record.input])
    }
  }

  /// The number under which the answer to a query is kept.
  static func fingerprint(ofAnswerTo query: [UInt8]) -> UInt64 { mixed(query[...], into: seed) }

  private static func fingerprint(of query: ArraySlice<UInt8>, _ id: ArraySlice<UInt8>, _ input: ArraySlice<UInt8>)
    -> UInt64
  {
    mixed(input, into: mixed(id, into: mixed(query, into: seed)))
  }

  /// Another one in every process, so that nobody can choose rows that all have one number.
  private static let seed = UInt64.random(in: .min ... .max)

  /// Mixes bytes and their number into a hash, eight at a time; equal numbers only point to a candidate, which is then
  /// compared.
  private static func mixed(_ bytes: ArraySlice<UInt8>, into seed: UInt64) -> UInt64 {
    unsafe bytes.withUnsafeBytes { memory in
      var hash = seed ^ UInt64(memory.count)
      func mix(_ word: UInt64) {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = product.low ^ product.high
      }
      var at = 0
      while at + 8 <= memory.count {
        // In bounds: eight bytes are left.
        mix(unsafe memory.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        at += 8
      }
      var rest: UInt64 = 0
      while at < memory.count {
        rest = unsafe rest << 8 | UInt64(memory[at])
        at += 1
      }
      mix(rest)
      return hash
    }
  }
}

extension [UInt8] {
  /// Whether other bytes lie at an offset; if so, moves it behind them.
  fileprivate func take(_ part: [UInt8], at offset: inout Int) -> Bool {
    unsafe part.withUnsafeBytes { part in unsafe take(part, at: &offset) }
  }

  /// Whether a literal lies at an offset; if so, moves it behind it.
  fileprivate func take(_ literal: StaticString, at offset: inout Int) -> Bool {
    unsafe take(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount), at: &offset)
  }

  private func take(_ part: UnsafeRawBufferPointer, at offset: inout Int) -> Bool {
    guard part.count <= count - offset else { return false }
    guard let other = part.baseAddress else { return true }
    let isEqual = unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      // In bounds: as many bytes lie behind the offset, as was just checked.
      return unsafe memcmp(base + offset, other, part.count) == 0
    }
    if isEqual { offset += part.count }
    return isEqual
  }
}

extension NDJSONRecordWriter {
  /// What makes a row's record known again in an earlier output.
  func identity(of row: ParsedRow, asking query: RowQuery) -> RowIdentity {
    var id: [UInt8] = []
    input.appendID(of: row, to: &id)
    var content: [UInt8] = []
    input.append(row, to: &content)
    var key: [UInt8] = []
    query.appendKey(to: &key)
    return RowIdentity(id: id, input: content, query: key, isLocated: query.locating != nil)
  }
}
