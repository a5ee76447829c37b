import Domain

extension Arguments {
  /// The settings of the output.
  struct Output: Sendable {
    var format: OutputFormat?
    var fields: [PlaceColumn]?
    /// The fields of a list that aren't fields of a place.
    var keys: [String]?
    var path: String?
    var color: ColorChoice?
    var language: Language?
  }
}

extension Option {
  /// The options of this file, in the order of the help.
  static let outputOptions: [Option] = [
    .fields, .listFields, .noHeader, .output, .force,
    .open, .color, .documentLanguage, .plainMap, .ground, .all, .printCommand,
  ]

  static let fields: Option = .init(
    "fields",
    value: .words { _ in PlaceField.allCases.map(\.rawValue) },
    under: .output,
    called: "columns cols select field",
    for: { $0.hasFields },
    help: [
      Help(
        in: [],
        printing: [.places],
        "fields to print, in this order; may be repeated: "
          + "\(PlaceField.allCases.map(\.rawValue).joined(separator: ",")), or an attribute: price, "
          + "\(PlaceColumn.attributePrefix)KEY"
      ),
      Help(
        in: [.batch],
        "fields of each place, in this order; may be repeated: "
          + "\(PlaceField.allCases.map(\.rawValue).joined(separator: ",")), or an attribute: price, "
          + "\(PlaceColumn.attributePrefix)KEY"
      ),
    ],
    read: { $1.output.fields = try $0.fields() }
  )

  static let listFields: Option = .init(
    "fields",
    value: .text("LIST"),
    under: .output,
    called: "columns cols select field",
    repeats: true,
    for: { $0.hasFields },
    help: [
      Help(
        in: [],
        printing: [.list],
        "fields to print, in this order, by their JSON names; may be repeated"
      )
    ],
    read: { $1.output.keys = try $0.list() }
  )

  static let noHeader: Option = .init(
    "no-header",
    under: .output,
    called: "no-headers noheader noheaders",
    for: { $0.hasHeader },
    help: [
      Help(in: [], printing: [.places, .list], "omit the header line of csv, tsv and table"),
      Help(in: [.batch], "omit the header line of csv and tsv"),
    ]
  )

  static let output: Option = .init(
    "output",
    letter: "o",
    value: .file,
    under: .output,
    called: "out outfile output-file",
    onlyTyped: true,
    help: [
      Help(in: [], printing: [.places, .list], "write to a file, atomically; - for standard output"),
      Help(in: [.batch], isShort: true, "write to a file, record by record; - for standard output"),
      Help(
        in: [.indexBuild, .indexAdd, .indexRemove],
        isShort: true,
        "write the index to this file, atomically",
        default: "~/.local/share/placefind/\(SourceConfiguration.defaultIndexName)"
      ),
      Help(
        in: [.indexFetch],
        isShort: true,
        "write the downloaded index to this file, atomically",
        default: "a file in the data directory, named after the area"
      ),
    ],
    read: { $1.output.path = try $0.path() }
  )

  static let force: Option = .init(
    "force",
    under: .output,
    called: "overwrite replace",
    onlyTyped: true,
    help: [
      Help(in: [], printing: [.places, .list], with: [.output], "overwrite the file of --output"),
      Help(
        in: [.batch],
        withOneOf: [.output, .failures, .summary],
        "overwrite the files of --output, --failures and --summary"
      ),
      Help(in: [.indexBuild, .indexAdd], "overwrite the file of --output, even if it isn't an index"),
    ]
  )

  static let open: Option = .init(
    "open",
    under: .output,
    called: "browser web view",
    onlyTyped: true,
    help: [
      Help(in: [.find], "write html and open it in the browser (a temporary file without --output)"),
      Help(in: [.show], "open the place's page in the browser; print its address where there is no desktop"),
    ]
  )

  static let color: Option = .init(
    "color",
    value: .word { _ in ColorChoice.allCases.map(\.rawValue) },
    under: .output,
    called: "no-color=never no-colour=never colour",
    help: [
      Help(in: nil, "when to colour tables and maps", default: "auto")
    ],
    read: { $1.output.color = try $0.word() }
  )

  static let documentLanguage: Option = .init(
    "lang",
    value: .word { _ in Language.allCases.map(\.rawValue) },
    under: .output,
    called: "language locale",
    for: { $0.hasWords },
    help: [
      Help(in: [], printing: [.places], "language of headings, maps and pages", default: "that of LANG"),
      Help(in: [.show], "language of the labels", default: "that of LANG"),
      Help(in: [.browse], "language of the screen and of its pages", default: "that of LANG"),
    ],
    read: { $1.output.language = try $0.word() }
  )

  static let plainMap: Option = .init(
    "plain-map",
    under: .output,
    for: { $0.isDrawing },
    help: [
      Help(in: [.find, .batch], "hide streets, stations, landmarks and road names on maps"),
      Help(in: [.browse], "hide streets, stations, landmarks and road names on the map"),
    ]
  )

  static let ground: Option = .init(
    "ground",
    value: .file,
    under: .output,
    called: "streets basemap",
    help: [
      Help(in: [.find, .batch, .browse], "index with the streets for maps", default: "any index with streets there")
    ],
    read: { $1.source.groundPath = try $0.nonEmptyText() }
  )

  static let all: Option = .init(
    "all",
    under: .output,
    without: [.index],
    help: [
      Help(in: [.categories], "list every word for each category, with OSM tags and Overture categories")
    ]
  )

  static let printCommand: Option = .init(
    "print-command",
    under: .output,
    help: [
      Help(in: [.browse], "print the command for the list when browse ends (like the key Q)")
    ]
  )
}
