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

  static let nameColumn: Option = .init(
    "name-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.indexBuild, .indexAdd], "column with the name")
    ],
    read: { $1.index.columns.name = $0.text }
  )

  static let latitudeColumn: Option = .init(
    "lat-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.batch], "column with the latitude", default: ColumnRole.latitude.names.joined(separator: ", ")),
      Help(in: [.indexBuild, .indexAdd], "column with the latitude or northing"),
    ],
    read: {
      $1.columns[.latitude] = $0.text
      $1.index.columns.latitude = $0.text
    }
  )

  static let longitudeColumn: Option = .init(
    "lng-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.batch], "column with the longitude", default: ColumnRole.longitude.names.joined(separator: ", ")),
      Help(in: [.indexBuild, .indexAdd], "column with the longitude or easting"),
    ],
    read: {
      $1.columns[.longitude] = $0.text
      $1.index.columns.longitude = $0.text
    }
  )

  static let nearColumn: Option = .init(
    "near-column",
    value: .text("NAME"),
    under: .rows,
    called: "address-column place-column location-column",
    help: [
      Help(
        in: [.batch],
        "column with a name or address, for rows without coordinates",
        default: "near, address, 주소 …"
      )
    ],
    read: { $1.columns[.near] = $0.text }
  )

  static let idColumn: Option = .init(
    "id-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.batch], "column with the row's id", default: ColumnRole.id.names.joined(separator: ", ")),
      Help(in: [.indexBuild, .indexAdd], "column with the id"),
    ],
    read: {
      $1.columns[.id] = $0.text
      $1.index.columns.id = $0.text
    }
  )

  static let categoryColumn: Option = .init(
    "category-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.batch], "column with the categories", default: ColumnRole.category.names.joined(separator: ", ")),
      Help(in: [.indexBuild, .indexAdd], "column with the category"),
    ],
    read: {
      $1.columns[.category] = $0.text
      $1.index.columns.category = $0.text
    }
  )

  static let queryColumn: Option = .init(
    "query-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(
        in: [.batch],
        "column with the text to search for",
        default: ColumnRole.query.names.joined(separator: ", ")
      )
    ],
    read: { $1.columns[.query] = $0.text }
  )

  static let radiusColumn: Option = .init(
    "radius-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.batch], "column with the radius", default: ColumnRole.radius.names.joined(separator: ", "))
    ],
    read: { $1.columns[.radius] = $0.text }
  )

  static let limitColumn: Option = .init(
    "limit-column",
    value: .text("NAME"),
    under: .rows,
    help: [
      Help(in: [.batch], "column with the number of places", default: ColumnRole.limit.names.joined(separator: ", "))
    ],
    read: { $1.columns[.limit] = $0.text }
  )
}
