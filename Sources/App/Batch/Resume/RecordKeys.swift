import Domain
import Tables

/// Determines the query of a record.
///
/// No state is stored next to the records, because each record contains its row and its query.
struct RecordKeys {
  let provenance: Provenance
  private var reader: QueryReader

  init(provenance: Provenance, names: ColumnNames, defaults: QueryDefaults) {
    self.provenance = provenance
    reader = QueryReader(format: .ndjson, names: names, defaults: defaults)
  }

  /// The key of the query: the record's query or, if its centre was geocoded, the row's text and options.
  ///
  /// Such a row has the same query wherever the centre was found.
  mutating func key(of record: ParsedRecord, in line: [UInt8]) -> [UInt8] {
    let query = RecordQuery(of: record, in: line)
    // Read before the meta of the result: most queries have no shape, and the line may have megabytes.
    let digest = query.namesShape ? RecordMeta(in: line, from: record.meta.lowerBound).shapeDigest : nil
    guard record.isAnswer, query.center != nil, var asked = try? reader.query(of: line, in: record.input),
      asked.locating != nil
    else { return query.json + Array((digest ?? "").utf8) }
    asked.shapeDigest = digest
    var key: [UInt8] = []
    asked.appendKey(to: &key)
    return key
  }

  /// The identity of a failed row's record: its id, status, input and query.
  func identity(of record: ParsedRecord, in line: [UInt8]) -> [UInt8] {
    line[record.identity.lowerBound..<record.query.lowerBound] + RecordQuery(of: record, in: line).json
  }

  /// The difference between a record's query and the current query of its row; `nil` if they are equal.
  mutating func difference(of record: ParsedRecord, in line: [UInt8]) -> QueryDifference? {
    let earlier = RecordQuery(of: record, in: line)
    var query: [UInt8] = []
    var digest: String?
    if var asked = try? reader.query(of: line, in: record.input) {
      if let text = asked.locating, let placeholder = asked.query.area.center {
        // A record whose centre wasn't geocoded then differs in `near`.
        asked = asked.located(at: earlier.center?.point ?? placeholder, near: earlier.center?.name ?? text.value)
      }
      asked.appendJSON(to: &query)
      digest = asked.shapeDigest
    }
    guard earlier.json != query else {
      guard earlier.namesShape else { return nil }
      let before = RecordMeta(in: line, from: record.meta.lowerBound).shapeDigest
      return before == digest ? nil : QueryDifference(row: record.number, shapeOf: query, earlier: before, now: digest)
    }
    return QueryDifference(row: record.number, earlier: earlier.json, now: query)
  }
}

extension QueryDifference {
  /// Compares two queries as JSON; the current one is empty if the row is no longer valid.
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

  /// Compares two shapes with the same name.
  fileprivate init(row: Int, shapeOf query: [UInt8], earlier: String?, now: String?) {
    let shape = Self.members(of: query).first { QueryProperty.shapeKeys.contains($0.name) && $0.value != "null" }
    self.row = row
    member = shape?.name ?? "query"
    let name = shape?.value ?? ""
    self.earlier = "\(name) with other points (\(earlier ?? "unknown"))"
    self.now = "\(name) as it is (\(now ?? "its own"))"
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
