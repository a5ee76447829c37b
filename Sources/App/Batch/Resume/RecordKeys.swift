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

  /// Returns the key of the query: the record's query or, if its centre was geocoded, the row's text and options.
  ///
  /// Such a row has the same query wherever the centre was found.
  mutating func key(of record: ParsedRecord, in line: [UInt8]) -> [UInt8] {
    let query = Self.query(of: record, in: line)
    // Read before the meta of the result: most queries have no shape, and the line may have megabytes.
    let digest = query.namesShape ? RecordMeta(in: line, from: record.meta.lowerBound).shapeDigest : nil
    guard record.isResult, query.center != nil, var recorded = try? reader.query(of: line, in: record.input),
      recorded.locating != nil
    else { return query.json + Array((digest ?? "").utf8) }
    recorded.shapeDigest = digest
    var key: [UInt8] = []
    recorded.appendKey(to: &key)
    return key
  }

  /// Returns the identity of a failed row's record: its id, status, input and query.
  func identity(of record: ParsedRecord, in line: [UInt8]) -> [UInt8] {
    line[record.identity.lowerBound..<record.query.lowerBound] + Self.query(of: record, in: line).json
  }

  /// Returns the difference between a record's query and the current query of its row; `nil` if they are equal.
  mutating func difference(of record: ParsedRecord, in line: [UInt8]) -> RecordDifference? {
    let earlier = Self.query(of: record, in: line)
    var query: [UInt8] = []
    var digest: String?
    if var recorded = try? reader.query(of: line, in: record.input) {
      if let text = recorded.locating, let placeholder = recorded.query.area.center {
        // A record whose centre wasn't geocoded then differs in `near`.
        recorded = recorded.located(at: earlier.center ?? .resolved(placeholder, name: text.value, isSaved: false))
      }
      recorded.appendJSON(to: &query)
      digest = recorded.shapeDigest
    }
    guard earlier.json != query else {
      guard earlier.namesShape else { return nil }
      let before = RecordMeta(in: line, from: record.meta.lowerBound).shapeDigest
      return before == digest ? nil : RecordDifference(row: record.number, shapeOf: query, earlier: before, now: digest)
    }
    return RecordDifference(row: record.number, earlier: earlier.json, now: query)
  }
}

extension RecordKeys {
  /// Returns the `query` of a record in this version's encoding, its geocoded centre, and whether it names polygons or
  /// a line.
  ///
  /// Records are compared by their queries, not by their bytes, because another program may have reordered the members
  /// of a record. The JSON is unchanged from the record if the query can't be read.
  private static func query(
    of record: ParsedRecord,
    in line: [UInt8]
  ) -> (json: [UInt8], center: Query.Center?, namesShape: Bool) {
    let members = QueryProperty.members
    var count = 0
    var isWhole = true
    var namesShape = false
    var name: String?
    var latitude: Double?
    var longitude: Double?
    var json = JSONReader(row: line, record.query)
    _ = json.scanObject { key, value in
      let isNext = count < members.count && key.isEqual(to: members[count].key, in: line)
      // A required member that is null means the default.
      if !isNext || (value.isAbsent && !members[count].isNull) { isWhole = false }
      switch isNext ? members[count].key : key.text(in: line) {
      case "near": name = value.text(in: line)
      case "lat": latitude = value.number(in: line)
      case "lng": longitude = value.number(in: line)
      case let key?: namesShape = namesShape || (!value.isAbsent && QueryProperty.shapeKeys.contains(key))
      case nil: break
      }
      count += 1
    }
    var center: Query.Center?
    if let name, let latitude, let longitude, let point = try? Coordinate(latitude: latitude, longitude: longitude) {
      center = .resolved(point, name: name, isSaved: false)
    }
    let isCurrent = isWhole && count == members.count
    let bytes = (isCurrent ? nil : rewritten(line, record.query)) ?? Array(line[record.query])
    return (bytes, center, namesShape)
  }

  /// Returns a record's query in this version's encoding; `nil` if this version can't read it.
  private static func rewritten(_ line: [UInt8], _ range: Range<Int>) -> [UInt8]? {
    guard case .object(let members)? = JSONValue(reading: Array(line[range])) else { return nil }
    var values: [String: JSONValue] = [:]
    for member in members { values[member.key] = member.value }
    let required = QueryProperty.members.map(\.key)
    let known = required + QueryProperty.optionalKeys
    guard required.allSatisfy({ values[$0] != nil }),
      values.allSatisfy({ $0.value == .null || known.contains($0.key) }),
      let query = try? Query(.printed, { values[$1] == .null ? nil : values[$1] })?.resolved()
    else { return nil }
    var bytes: [UInt8] = []
    query.appendJSON(to: &bytes)
    return bytes
  }
}

extension RowField {
  /// Returns whether a key equals a name; a key with escapes never does.
  fileprivate func isEqual(to name: String, in bytes: [UInt8]) -> Bool {
    encoding == .jsonString && bytes[range].elementsEqual(name.utf8)
  }
}

extension RecordDifference {
  /// Compares two queries as JSON; the current one is empty if the row is no longer valid.
  init(row: Int, earlier: [UInt8], now: [UInt8]) {
    let before = Self.members(of: earlier)
    let after = Self.members(of: now)
    // Some members occur only in queries that need them.
    func value(_ name: String, in members: [(name: String, value: String)]) -> String {
      members.first { $0.name == name }?.value ?? "absent"
    }
    let names = now.isEmpty ? [] : (before + after).map(\.name)
    let name = names.first { value($0, in: before) != value($0, in: after) }
    self.row = row
    member = name ?? "query"
    self.earlier = name.map { value($0, in: before) } ?? ""
    self.now = name.map { value($0, in: after) }
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
