import Domain
import Tables

/// The `query` of a record in this version's encoding.
///
/// Records are compared by their queries, not by their bytes, because another program may have reordered the members of
/// a record.
struct RecordQuery {
  /// The JSON; unchanged from the record if the query can't be read.
  let json: [UInt8]
  /// The centre if it was geocoded; `nil` if it was given as coordinates or there is none.
  let center: (point: Coordinate, name: String)?
  /// Whether the query names polygons or a line.
  let namesShape: Bool

  init(of record: ParsedRecord, in line: [UInt8]) {
    let members = RowTemplate.members
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
    let point = latitude.flatMap { latitude in longitude.flatMap { try? Coordinate(latitude: latitude, longitude: $0) }
    }
    center = name.flatMap { name in point.map { (point: $0, name: name) } }
    self.namesShape = namesShape
    let isCurrent = isWhole && count == members.count
    self.json = (isCurrent ? nil : Self.rewritten(line, record.query)) ?? Array(line[record.query])
  }

  /// The same query in this version's encoding; `nil` if this version can't read it.
  private static func rewritten(_ line: [UInt8], _ range: Range<Int>) -> [UInt8]? {
    guard case .object(let members)? = JSONValue(reading: Array(line[range])) else { return nil }
    var values: [String: JSONValue] = [:]
    for member in members { values[member.key] = member.value }
    let known = RowTemplate.members.map(\.key)
    guard known.allSatisfy({ values[$0] != nil }), values.allSatisfy({ $0.value == .null || known.contains($0.key) }),
      let query = try? Query(.printed, { values[$1] == .null ? nil : values[$1] })?.resolved()
    else { return nil }
    var bytes: [UInt8] = []
    query.appendJSON(to: &bytes)
    return bytes
  }
}

extension RowField {
  /// Whether a key equals a name; a key with escapes never does.
  fileprivate func isEqual(to name: String, in bytes: [UInt8]) -> Bool {
    encoding == .jsonString && bytes[range].elementsEqual(name.utf8)
  }
}
