import Domain
import TextParsing

/// What the records of a file must be for this run to resume it: answers of the same source to the same queries.
///
/// No state is stored beside the records. Each holds its row and the query that was asked, so the row is read again with
/// the present options: a different query means different options. That works for files of every version, and whatever the
/// input is now.
struct RecordExpectation {
  /// The source that would answer now.
  let provenance: Provenance

  private var reader: QueryReader
  private var query: [UInt8] = []

  init(provenance: Provenance, names: ColumnNames, defaults: QueryDefaults) {
    self.provenance = provenance
    reader = QueryReader(format: .ndjson, names: names, defaults: defaults)
  }

  /// The source of an answer; `nil` when it is the one that would answer now.
  func otherSource(of record: ParsedRecord, in line: [UInt8]) -> RecordSource? {
    guard record.isAnswer else { return nil }
    let found = RecordMeta(in: line, from: record.meta.lowerBound).source
    return found == RecordSource(provenance) ? nil : found
  }

  /// The key of an answer's query whose centre was found by a name or an address; `nil` for every other record, whose key is
  /// its query.
  ///
  /// Such a row asks the same when its text and the options are the same, wherever the centre was found.
  mutating func locatingKey(of record: ParsedRecord, in line: [UInt8]) -> [UInt8]? {
    guard record.isAnswer, RecordCenter(of: record, in: line) != nil,
      let asked = try? reader.query(of: line, in: record.input), asked.locating != nil
    else { return nil }
    var key: [UInt8] = []
    asked.appendKey(to: &key)
    return key
  }

  /// How a record's query differs from the one that its row would ask now; `nil` when it does not.
  mutating func otherQuery(of record: ParsedRecord, in line: [UInt8]) -> QueryDifference? {
    guard line[record.query.lowerBound] == Ascii.openBrace else { return nil }
    query.removeAll(keepingCapacity: true)
    if var asked = try? reader.query(of: line, in: record.input) {
      if let text = asked.locating, let placeholder = asked.query.area.center {
        // A record whose centre was not found by a name then differs in `near`.
        let center = RecordCenter(of: record, in: line)
        asked = asked.located(at: center?.point ?? placeholder, near: center?.name ?? text.value)
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
  /// The name of what was found there.
  let name: String

  /// Reads a record; `nil` when its centre was given in numbers, or when it has none.
  init?(of record: ParsedRecord, in line: [UInt8]) {
    var (name, latitude, longitude): (String?, Double?, Double?)
    var json = JSONReader(row: line, record.query)
    _ = json.scanObject { key, value in
      switch key.text(in: line) {
      case "near": name = value.text(in: line)
      case "lat": latitude = value.number(in: line)
      case "lng": longitude = value.number(in: line)
      default: break
      }
    }
    guard let name, let latitude, let longitude,
      let point = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    (self.point, self.name) = (point, name)
  }
}

extension QueryDifference {
  /// Compares two queries, in JSON; the present one is empty when the row is no longer a valid query.
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
    var json = JSONReader(row: query, 0..<query.count)
    _ = json.scanObject { key, value in
      members.append((key.text(in: query) ?? "", String(decoding: query[value.jsonRange], as: UTF8.self)))
    }
    return members
  }
}
