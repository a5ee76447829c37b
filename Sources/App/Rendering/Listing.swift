import Domain

/// A list of records for people or programs: saved locations, queries, counts, saved places.
struct Listing: Sendable {
  enum Value: Sendable {
    case text(String?)
    case texts([String]?)
    case number(Double?)
    case integer(Int?)
    /// A Boolean; `nil` if unknown.
    case flag(Bool?)
    /// The attributes of a place.
    case attributes([PlaceAttribute])
    /// A point in time, and its text in a table.
    case time(String?, shown: String)
  }

  struct Column: Sendable {
    /// The key in JSON and the name in csv and tsv.
    let key: String
    /// The heading in a table; `nil` to omit the column.
    var heading: String?
    var isFlexible = false
    /// Whether a table omits the column if all cells are empty, or if two or more rows have the same value.
    var isLeftOutWhenUniform = false
    /// Whether csv and tsv include the column.
    var isInLines = true

    init(_ key: String, _ heading: String? = nil, isFlexible: Bool = false, isLeftOutWhenUniform: Bool = false) {
      self.key = key
      self.heading = heading
      self.isFlexible = isFlexible
      self.isLeftOutWhenUniform = isLeftOutWhenUniform
    }
  }

  /// The key of the list in a JSON document.
  let name: String
  var columns: [Column]
  var records: [[Value]]
  /// The cells of a table, if they differ from the values of the columns that have a heading.
  var cells: [[String]]?
  /// Further members of the JSON document, written before the list.
  var members: [(key: String, value: Value)] = []
  /// Whether the JSON document has the only record as an object instead of a list.
  var isSingle = false

  /// Returns text to show instead of a table; `nil` for a table.
  var text: (@Sendable (Table.Style) -> String)?

  func appendTable(to bytes: inout [UInt8], _ style: Table.Style) {
    if let text { return bytes += text(style).utf8 }
    let shown = columns.indices.filter { columns[$0].heading != nil }
    let rows = cells ?? records.map { record in shown.map { Self.cell(of: record[$0]) } }
    guard !rows.isEmpty else { return }
    Table(
      columns: shown.map { index in
        Table.Column(
          name: columns[index].heading ?? "",
          isRightAligned: cells == nil && records.first.map { Self.isNumber($0[index]) } ?? false,
          isFlexible: columns[index].isFlexible,
          isLeftOutWhenUniform: columns[index].isLeftOutWhenUniform
        )
      },
      rows: rows
    ).append(to: &bytes, style)
  }

  var document: [UInt8] {
    JSONWriter.document(reserving: 256 + records.count * 512) { json in
      json.member("schema", 1)
      for (key, value) in members {
        json.breakLine(indent: 1)
        Self.write(key, value, to: &json)
      }
      json.breakLine(indent: 1)
      if isSingle, let record = records.first {
        json.object(name) { write(record, to: &$0) }
      } else {
        json.array(name, of: records) { json, record in
          json.breakLine(indent: 2)
          json.element { write(record, to: &$0) }
        }
      }
    }
  }

  func write(_ record: [Value], to json: inout JSONWriter) {
    for (column, value) in zip(columns, record) { Self.write(column.key, value, to: &json) }
  }

  static func write(_ key: String, _ value: Value, to json: inout JSONWriter) {
    switch value {
    case .text(let text): json.member(key, text)
    case .texts(let texts):
      guard let texts else { return json.member(key, String?.none) }
      json.array(key, of: texts) { $0.element($1) }
    case .number(let number): json.member(key, number)
    case .integer(let number): json.member(key, number)
    case .flag(let flag): if let flag { json.member(key, flag) } else { json.member(key, String?.none) }
    case .attributes(let attributes):
      json.member(key, appending: { $0.appendJSON(attributes: attributes) })
    case .time(let stamp, _): json.member(key, stamp)
    }
  }

  func append(as notation: TextNotation, hasHeader: Bool, to bytes: inout [UInt8]) {
    let header = hasHeader ? [columns.map(\.key)] : []
    let shown = columns.indices.filter { columns[$0].isInLines }
    for row in header + records.map({ $0.map(Self.text) }) {
      for column in shown {
        if column != shown.first { bytes.append(notation.separator) }
        bytes.append(value: row[column], as: notation)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  private static func isNumber(_ value: Value) -> Bool {
    switch value {
    case .number, .integer: true
    case .text, .texts, .flag, .attributes, .time: false
    }
  }

  /// Returns the text of a table cell.
  ///
  /// Coordinates have six decimals, a tenth of a metre.
  static func cell(of value: Value) -> String {
    if case .time(_, let shown) = value { return shown }
    guard case .number(let number?) = value else { return text(of: value) }
    let digits = Int((abs(number) * 1e6).rounded()).text(ofDigits: 7)
    return (number < 0 ? "-" : "") + digits.dropLast(6) + "." + digits.suffix(6)
  }

  static func text(of value: Value) -> String {
    var bytes: [UInt8] = []
    switch value {
    case .text(let text), .time(let text, _): return text ?? ""
    case .texts(let texts): return (texts ?? []).joined(separator: "; ")
    case .number(let number): if let number { bytes.append(decimal: number) }
    case .integer(let number): if let number { bytes.append(decimal: number) }
    case .flag(let flag): return flag.map { $0 ? "true" : "false" } ?? ""
    case .attributes(let attributes): if !attributes.isEmpty { bytes.appendJSON(attributes: attributes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Listing {
  /// A column, and its value in a record.
  struct Field<Record>: Sendable {
    var column: Column
    let value: @Sendable (Record) -> Value

    init(
      _ key: String,
      _ heading: String? = nil,
      isFlexible: Bool = false,
      isLeftOutWhenUniform: Bool = false,
      _ value: @escaping @Sendable (Record) -> Value
    ) {
      column = Column(key, heading, isFlexible: isFlexible, isLeftOutWhenUniform: isLeftOutWhenUniform)
      self.value = value
    }
  }

  /// Makes a list of records with one column for each field.
  init<Record>(
    _ name: String,
    of records: [Record],
    _ fields: [Field<Record>],
    members: [(key: String, value: Value)] = [],
    isSingle: Bool = false
  ) {
    self.name = name
    columns = fields.map(\.column)
    self.records = records.map { record in fields.map { $0.value(record) } }
    self.members = members
    self.isSingle = isSingle
  }

  /// Returns the fields of a place.
  static func placeFields<Record>(_ place: @escaping @Sendable (Record) -> FoundPlace) -> [Field<Record>] {
    PlaceField.ofPlaces.map { field in
      var listed = Field<Record>(field.rawValue) { field.value(in: place($0)) }
      listed.column.isInLines = PlaceField.ofLines.contains(field)
      return listed
    }
  }
}
