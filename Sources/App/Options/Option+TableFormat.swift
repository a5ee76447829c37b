import Domain
import Tables

extension Option {
  /// The options of this file, in the order of the help.
  static let tableFormatOptions: [Option] = [.scale, .delimiter, .quote, .header, .encoding, .map]

  static let scale: Option = .init(
    "scale",
    value: .text("N"),
    under: .rows,
    called: "divisor divide-by",
    help: Help.ofTables(
      "number by which all coordinates are divided, if they are degrees without a decimal point",
      default: "detected"
    ),
    read: { $1.index.rules.format.scale = try $0.wholeNumber(in: 1...1_000_000_000) }
  )

  static let delimiter: Option = .init(
    "delimiter",
    value: .text("CHAR"),
    under: .rows,
    called: "separator sep field-separator",
    help: Help.ofTables("character between the cells of tables, or `tab`", default: "detected"),
    read: { $1.index.rules.format.delimiter = try $0.delimiter() }
  )

  static let quote: Option = .init(
    "quote",
    value: .word { _ in TableQuoting.allCases.map(\.rawValue) },
    under: .rows,
    called: "quoting quotechar",
    help: Help.ofTables("quotes in tables; `double`: they enclose cells; `none`: they are text", default: "double"),
    read: { $1.index.rules.format.isQuoted = try $0.word(among: TableQuoting.allCases) == .double }
  )

  static let header: Option = .init(
    "header",
    value: .word { _ in TableHeader.allCases.map(\.rawValue) },
    under: .rows,
    help: Help.ofTables(
      "whether tables have a row with the titles of their columns; `none`: --map takes their numbers",
      default: "first"
    ),
    read: { $1.index.rules.format.hasHeader = try $0.word(among: TableHeader.allCases) == .first }
  )

  static let encoding: Option = .init(
    "encoding",
    value: .word { _ in TextEncoding.allCases.map { $0.rawValue.lowercased() } },
    under: .rows,
    called: "charset input-encoding",
    help: Help.ofTables("encoding of the text: cp949, iso-8859-1, utf-16le, …", default: "detected"),
    read: { $1.index.rules.format.encoding = try $0.encoding() }
  )

  static let map: Option = .init(
    "map",
    value: .text("FIELD=COLUMN"),
    under: .rows,
    called: "mapping field-map rename field column name-column id-column lat-column lng-column near-column",
    repeats: true,
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        "column that supplies a field: name, category, lat, lng, point (latlng or lnglat in that order), address, "
          + "road_address, phone, url, id or an attribute; COLUMN is a title, a number, or a path from the row of "
          + "JSON, `properties.name`; `--map name=` for no name; may be repeated"
      ),
      Help(
        in: [.batch],
        "column that supplies a part of the query: \(ColumnRole.allCases.map(\.field).joined(separator: ", ")); may be "
          + "repeated"
      ),
    ],
    read: {
      for (field, column) in try $0.mapping() {
        let role = ColumnRole(field: field)
        if role == nil, $1.command == .batch, $1.hasTyped(.map) {
          throw $0.unknown(field, among: ColumnRole.allCases.map(\.field))
        }
        $1.index.rules.columns.columns[field] = column
        if let role { $1.columns[role] = column }
      }
    }
  )
}

extension Message {
  /// The options that name the columns of coordinates.
  static var coordinateColumns: Message { "\(.map, "lat=COLUMN") and \(.map, "lng=COLUMN")" }
}

extension Option.Help {
  /// Returns the help of an option about the tables that a build and a batch read.
  fileprivate static func ofTables(_ text: String, default value: String) -> [Self] {
    [
      Self(in: [.indexBuild, .indexAdd], text, default: value),
      Self(in: [.batch], text, default: value),
    ]
  }
}

/// The values of `--quote`.
private enum TableQuoting: String, CaseIterable {
  case double, none
}

/// The values of `--header`.
private enum TableHeader: String, CaseIterable {
  case first, none
}
