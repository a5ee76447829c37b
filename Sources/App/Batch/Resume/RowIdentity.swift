/// A row and its question in the bytes of a record, by which an earlier record is known again: never by the row's number.
struct RowIdentity: Sendable, Hashable {
  /// The caller's id, in JSON.
  let id: [UInt8]
  /// The row as the caller gave it, in JSON.
  let input: [UInt8]
  /// The question, in JSON.
  let query: [UInt8]

  /// Numbers under which an answer, and a record without one, that serves this row can be found.
  var fingerprints: (answer: UInt64, error: UInt64) {
    (Self.fingerprint(of: query[...]), Self.fingerprint(of: query[...], id[...], input[...]))
  }

  /// How a row ended whose record a line begins as: this very row's, with this number; `nil` when it is another's.
  func status(ofRecordNumbered number: Int, in line: [UInt8]) -> RowStatus? {
    var (head, tail) = (NDJSONRecordWriter.lead, [UInt8]())
    head.append(decimal: number)
    head.append(text: #","id":"#)
    head.append(contentsOf: id)
    head.append(text: #","status":""#)
    guard line.starts(with: head) else { return nil }
    let rest = line[head.count...]
    guard let status = RowStatus.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) }) else { return nil }
    tail.append(text: #"","input":"#)
    tail.append(contentsOf: input)
    tail.append(text: #","query":"#)
    tail.append(contentsOf: query)
    tail.append(text: #","meta":"#)
    return rest.dropFirst(status.rawValue.utf8.count).starts(with: tail) ? status : nil
  }

  /// Whether a record is this very row's, told by comparing every byte.
  func isRow(of record: RecordAnatomy, in line: [UInt8]) -> Bool {
    line[record.query].elementsEqual(query) && line[record.id].elementsEqual(id)
      && line[record.input].elementsEqual(input)
  }

  /// Whether a record serves this row: an answer serves whoever asks the same, a failure only the row that had it.
  func isServed(by record: RecordAnatomy, in line: [UInt8]) -> Bool {
    switch record.status {
    case .ok, .empty: line[record.query].elementsEqual(query)
    case .invalid, .failed: isRow(of: record, in: line)
    }
  }

  /// This row's record, made out of a record that serves it; line feed included.
  func record(numbered number: Int, outOf line: [UInt8], _ record: RecordAnatomy) -> [UInt8] {
    var out = NDJSONRecordWriter.lead
    out.append(decimal: number)
    out.append(text: #","id":"#)
    out.append(contentsOf: id)
    out.append(text: #","status":""#)
    out.append(text: record.status.rawValue)
    out.append(text: #"","input":"#)
    out.append(contentsOf: input)
    out.append(text: #","query":"#)
    out.append(contentsOf: line[record.query.lowerBound...])
    out.append(Ascii.lineFeed)
    return out
  }

  /// The number under which a record is kept.
  static func fingerprint(of record: RecordAnatomy, in line: [UInt8]) -> UInt64 {
    switch record.status {
    case .ok, .empty: fingerprint(of: line[record.query])
    case .invalid, .failed: fingerprint(of: line[record.query], line[record.id], line[record.input])
    }
  }

  /// The number under which the answer to a question is kept.
  static func fingerprint(ofAnswerTo question: [UInt8]) -> UInt64 { fingerprint(of: question[...]) }

  /// FNV-1a of 64 bits; equal numbers only point to a candidate, which is then compared.
  private static func fingerprint(of parts: ArraySlice<UInt8>...) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return hash
  }
}
