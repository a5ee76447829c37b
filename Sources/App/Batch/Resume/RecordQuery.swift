import Domain
import Tables

/// The `query` of a record, as this version writes it.
///
/// Records are compared by what they ask, not by their bytes: another program may have written the members of a record
/// in another order.
struct RecordQuery {
  /// The JSON; that of the record as it is, where it asks something that cannot be read.
  let json: [UInt8]
  /// The centre, where it was found by a name; `nil` when it was given in numbers, or when it has none.
  let center: (point: Coordinate, name: String)?
  /// Whether it names polygons or a line.
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
      // What has a value always, and is null, says the default.
      if !isNext || (value.isAbsent && !members[count].isNull) { isWhole = false }
      switch isNext ? members[count].key : key.text(in: line) {
      case "near": name = value.text(in: line)
      case "lat": latitude = value.number(in: line)
      case "lng": longitude = value.number(in: line)
      case let key?: namesShape = namesShape || (!value.isAbsent && QuestionProperty.shapeKeys.contains(key))
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

  /// The same question as this version writes it; `nil` when it is none that this version knows.
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
  /// Whether a key is a name; one with escapes is none.
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
