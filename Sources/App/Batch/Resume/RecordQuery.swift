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
    let members = QueryTemplate.members
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
    var values: [String: QuestionValue] = [:]
    var known: Set<String> = []
    var isKnown = true
    var json = JSONReader(row: line, range)
    let isObject = json.scanObject { key, value in
      let key = key.text(in: line)
      if let key, QueryTemplate.members.contains(where: { $0.key == key }) { known.insert(key) }
      guard !value.isAbsent else { return }
      guard let key, known.contains(key) else {
        isKnown = false
        return
      }
      values[key] = QuestionValue(value, in: line)
    }
    guard isObject, isKnown, known.count == QueryTemplate.members.count,
      let asked = AskedQuery(.printed, { values[$1] }),
      case .collection(let limit) = asked.amount
    else { return nil }
    var bytes: [UInt8] = []
    QueryJSON(query: asked.query, limit: limit.count).append(to: &bytes)
    return bytes
  }
}

extension RowField {
  /// Whether a key equals a name; a key with escapes never does.
  fileprivate func isEqual(to name: String, in bytes: [UInt8]) -> Bool {
    encoding == .jsonString && bytes[range].elementsEqual(name.utf8)
  }
}

extension QuestionValue {
  /// The value of a member.
  fileprivate init(_ field: RowField, in bytes: [UInt8]) {
    switch field.encoding {
    case .absent: self = .null
    case .jsonNumber: self = field.number(in: bytes).map(QuestionValue.number) ?? .null
    case .plain, .doubledQuotes, .jsonString, .jsonEscapedString:
      self = field.text(in: bytes).map(QuestionValue.text) ?? .null
    case .jsonOther: self = QuestionValue(other: field, in: bytes)
    }
  }

  private init(other field: RowField, in bytes: [UInt8]) {
    let text = String(decoding: bytes[field.jsonRange], as: UTF8.self)
    if text == "true" || text == "false" {
      self = .flag(text == "true")
      return
    }
    var elements: [QuestionValue] = []
    var json = JSONReader(row: bytes, field.jsonRange)
    guard json.scanArray({ elements.append(QuestionValue($0, in: bytes)) }) else {
      self = .null
      return
    }
    let words = elements.compactMap { if case .text(let word) = $0 { word } else { nil } }
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    self = words.count == elements.count ? .words(words) : numbers.count == elements.count ? .numbers(numbers) : .null
  }
}
