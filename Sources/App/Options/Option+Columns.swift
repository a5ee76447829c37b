import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let columnsOptions: [Option] = [
    .map, .nameColumn, .latitudeColumn, .longitudeColumn, .nearColumn, .idColumn, .categoryColumn, .queryColumn,
    .radiusColumn, .limitColumn,
  ]

  static let map: Option = .init(
    "map",
    value: .text("FIELD=COLUMN"),
    under: .rows,
    called: "mapping field-map rename field column name-field id-field",
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
        $1.index.columns.columns[field] = column
        if let role { $1.columns[role] = column }
      }
    }
  )

  static let nameColumn: Option = column(of: "name", inInputs: "the name")
  static let latitudeColumn: Option = column(of: "lat", inRows: "the latitude", inInputs: "the latitude or northing")
  static let longitudeColumn: Option = column(of: "lng", inRows: "the longitude", inInputs: "the longitude or easting")
  static let nearColumn: Option = column(
    of: "near",
    called: "address-column place-column location-column",
    inRows: "a name or address, for rows without coordinates",
    default: "near, address, 주소 …"
  )
  static let idColumn: Option = column(of: "id", inRows: "the row's id", inInputs: "the id")
  static let categoryColumn: Option = column(of: "category", inRows: "the categories", inInputs: "the category")
  static let queryColumn: Option = column(of: "query", inRows: "the text to search for")
  static let radiusColumn: Option = column(of: "radius", inRows: "the radius")
  static let limitColumn: Option = column(of: "limit", inRows: "the number of places")

  /// Declares the option that names the column of a field.
  ///
  /// - Parameters:
  ///   - field: The field, as `--map` names it.
  ///   - synonyms: Names in other programs.
  ///   - content: The content of the column in rows of a batch; `nil` if they have no such column.
  ///   - inputContent: The content of the column in inputs of an index; `nil` if they have no such column.
  ///   - names: The usual names of the column in rows; the names of its role unless given.
  /// - Returns: The option.
  private static func column(
    of field: String,
    called synonyms: String = "",
    inRows content: String? = nil,
    inInputs inputContent: String? = nil,
    default names: String? = nil
  ) -> Option {
    Option(
      field + "-column",
      value: .text("NAME"),
      under: .rows,
      called: synonyms,
      help: [
        content.map { Help(in: [.batch], "column with \($0)", default: names ?? usualNames(of: field)) },
        inputContent.map { Help(in: [.indexBuild, .indexAdd], "column with \($0)") },
      ].compactMap(\.self),
      read: {
        if content != nil, let role = ColumnRole(field: field) { $1.columns[role] = $0.text }
        if inputContent != nil { $1.index.columns.columns[field] = $0.text }
      }
    )
  }

  private static func usualNames(of field: String) -> String? {
    ColumnRole(field: field)?.names.joined(separator: ", ")
  }
}
