import Domain
import TextParsing

/// Tells which question a record answers.
///
/// No state is stored beside the records: each holds its row and the query that was asked.
struct RecordQuestions {
  let provenance: Provenance
  private var reader: QueryReader

  init(provenance: Provenance, names: ColumnNames, defaults: QueryDefaults) {
    self.provenance = provenance
    reader = QueryReader(format: .ndjson, names: names, defaults: defaults)
  }

  /// The key of the question: the record's query, or where its centre was found by a name, the row's text and options.
  ///
  /// Such a row asks the same wherever the centre was found.
  mutating func key(of record: ParsedRecord, in line: [UInt8]) -> [UInt8] {
    guard record.isAnswer, Self.center(of: record, in: line) != nil,
      let asked = try? reader.query(of: line, in: record.input), asked.locating != nil
    else { return Array(line[record.query]) }
    var key: [UInt8] = []
    asked.appendKey(to: &key)
    return key
  }

  /// How a record's query differs from the one that its row would ask now; `nil` when it does not.
  mutating func difference(of record: ParsedRecord, in line: [UInt8]) -> QueryDifference? {
    var query: [UInt8] = []
    if var asked = try? reader.query(of: line, in: record.input) {
      if let text = asked.locating, let placeholder = asked.query.area.center {
        // A record whose centre was not found by a name then differs in `near`.
        let center = Self.center(of: record, in: line)
        asked = asked.located(at: center?.point ?? placeholder, near: center?.name ?? text.value)
      }
      QueryJSON(query: asked.query, limit: asked.limit.count).append(to: &query)
    }
    guard !line[record.query].elementsEqual(query) else { return nil }
    return QueryDifference(row: record.number, earlier: Array(line[record.query]), now: query)
  }

  /// The centre of a record's query, where it was found by a name; `nil` when it was given in numbers, or when it has
  /// none.
  private static func center(of record: ParsedRecord, in line: [UInt8]) -> (point: Coordinate, name: String)? {
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
    return (point, name)
  }
}

extension QueryDifference {
  /// Compares two queries, in JSON; the present one is empty when the row is no longer a valid query.
  init(row: Int, earlier: [UInt8], now: [UInt8]) {
    let before = Self.members(of: earlier)
    let after = Self.members(of: now)
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
