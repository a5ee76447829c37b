import Domain
import TextParsing

/// What the records of a file have to be so that this run may resume it: answers of the source that would answer
/// now, to the queries that would be asked now.
///
/// Nothing is remembered beside the records. Each carries the row it was made from and the query that was asked, so
/// the row is read once more under the options of today: another query means other options, and that holds for files
/// of every version, whatever the input is by now.
struct RecordExpectation {
  /// Who would answer now.
  let provenance: Provenance

  private var reader: QueryReader
  private var query: [UInt8] = []

  /// Says what is expected.
  ///
  /// - Parameters:
  ///   - provenance: Who would answer now.
  ///   - names: Which members of a row play which role.
  ///   - defaults: What the options say about every query.
  init(provenance: Provenance, names: ColumnNames, defaults: QueryDefaults) {
    self.provenance = provenance
    reader = QueryReader(parser: RowParser(form: .ndjson, names: names), defaults: defaults)
  }

  /// Compares the source of an answer with the one that would answer now; nothing when they are the same.
  func otherSource(of record: ParsedRecord, in line: [UInt8]) -> RecordSource? {
    guard record.isAnswer else { return nil }
    var found = RecordSource(name: "", attribution: nil)
    var scanner = JSONScanner(line, record.meta)
    _ = scanner.scanObject { key, _, value in
      if line[key].elementsEqual("source".utf8) { found.name = value.text(in: line) ?? "" }
      if line[key].elementsEqual("attribution".utf8) { found.attribution = value.text(in: line) }
    }
    return found == RecordSource(provenance) ? nil : found
  }

  /// What tells the query of an answer whose centre was found by a name or an address; `nil` for every other record, which
  /// its query tells.
  ///
  /// Such a row asks the same again when its text and the options are the same, wherever that was found to be.
  mutating func locatingKey(of record: ParsedRecord, in line: [UInt8]) -> [UInt8]? {
    guard record.isAnswer, RecordCenter(of: record, in: line) != nil,
      let asked = try? reader.query(of: line, in: record.input), asked.locating != nil
    else { return nil }
    var key: [UInt8] = []
    asked.appendKey(to: &key)
    return key
  }

  /// Compares a record's query with the one that its row would ask now; nothing when they are the same.
  mutating func otherQuery(of record: ParsedRecord, in line: [UInt8]) -> QueryDifference? {
    guard line[record.query.lowerBound] == Ascii.openBrace else { return nil }
    query.removeAll(keepingCapacity: true)
    if var asked = try? reader.query(of: line, in: record.input) {
      if let text = asked.locating, let center = RecordCenter(of: record, in: line) ?? RecordCenter(asked, near: text) {
        asked = asked.located(at: center.point, near: center.name)
      }
      QueryJSON(query: asked.query, limit: asked.limit.count).append(to: &query)
    }
    guard !line[record.query].elementsEqual(query) else { return nil }
    return QueryDifference(row: record.number, earlier: Array(line[record.query]), now: query)
  }
}

/// The centre of a record's query, where it was found by a name.
private struct RecordCenter {
  /// The point.
  let point: Coordinate
  /// What was taken for the name.
  let name: String

  /// Reads a record; `nil` when its centre was given in numbers, or it has none.
  init?(of record: ParsedRecord, in line: [UInt8]) {
    var (name, latitude, longitude): (String?, Double?, Double?)
    var scanner = JSONScanner(line, record.query)
    _ = scanner.scanObject { key, _, value in
      if line[key].elementsEqual("near".utf8) { name = value.text(in: line) }
      if line[key].elementsEqual("lat".utf8) { latitude = DecimalNumber.value(of: line, in: value.range) }
      if line[key].elementsEqual("lng".utf8) { longitude = DecimalNumber.value(of: line, in: value.range) }
    }
    guard let name, let latitude, let longitude,
      let point = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    (self.point, self.name) = (point, name)
  }

  /// The centre of a query before it is found: any point, which is that of no record.
  init?(_ query: RowQuery, near text: SearchText) {
    guard let point = query.query.area.center else { return nil }
    (self.point, name) = (point, text.value)
  }
}

extension QueryDifference {
  /// Compares two queries, in JSON; the one of now is empty when the row is no query any more.
  init(row: Int, earlier: [UInt8], now: [UInt8]) {
    let (before, after) = (Self.members(of: earlier), Self.members(of: now))
    let differing =
      now.isEmpty ? nil : before.first { member in after.first { $0.name == member.name }?.value != member.value }
    self.row = row
    member = differing?.name ?? "query"
    self.earlier = differing?.value ?? ""
    self.now = after.first { $0.name == differing?.name }?.value
  }

  private static func members(of query: [UInt8]) -> [(name: String, value: String)] {
    var members: [(name: String, value: String)] = []
    var scanner = JSONScanner(query, 0..<query.count)
    _ = scanner.scanObject { key, _, value in
      let isText = value.form == .jsonString || value.form == .jsonEscapedString
      let range = isText ? (value.start - 1)..<(value.end + 1) : value.range
      members.append((String(decoding: query[key], as: UTF8.self), String(decoding: query[range], as: UTF8.self)))
    }
    return members
  }
}
