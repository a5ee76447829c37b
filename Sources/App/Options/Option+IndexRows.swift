import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let indexRowsOptions: [Option] = [
    .indexDryRun, .minimumConfidence, .includeClosed, .noGround, .strict, .crs, .language, .keep,
  ]

  static let indexDryRun: Option = .init(
    "dry-run",
    under: .rows,
    attached: ["all"],
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        "read the beginning of each input, show the meaning of its columns, ten places and the rows that would be "
          + "skipped, and write nothing; `--dry-run=all` reads everything"
      )
    ],
    read: { $1.index.trial = $0.text == "all" ? .all : .beginning }
  )

  static let minimumConfidence: Option = .init(
    "min-confidence",
    value: .text("N"),
    under: .rows,
    help: [
      Help(in: [.indexBuild, .indexAdd], "skip rows with a confidence below this, 0...1")
    ],
    read: { $1.index.rules.minimumConfidence = try $0.number(in: 0...1) }
  )

  static let includeClosed: Option = .init(
    "include-closed",
    under: .rows,
    help: [
      Help(in: [.indexBuild, .indexAdd], "keep places that are closed")
    ]
  )

  static let noGround: Option = .init(
    "no-ground",
    under: .rows,
    called: "no-streets",
    help: [
      Help(in: [.indexBuild, .indexAdd, .indexFetch], "do not store streets, water and parks for maps")
    ]
  )

  static let strict: Option = .init(
    "strict",
    under: .rows,
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        "exit with 7 if a row is skipped, or if most rows have no category or no name"
      )
    ]
  )

  static let crs: Option = .init(
    "crs",
    value: .word { _ in CoordinateReferenceSystem.allCases.map(\.rawValue) },
    under: .rows,
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        "coordinate reference system of the input, if not degrees: EPSG:5174, KATEC, …"
      ),
      Help(in: [.batch], "coordinate reference system of the rows, if not degrees: EPSG:5174, KATEC, …"),
    ],
    read: { $1.index.rules.crs = try $0.crs() }
  )

  static let language: Option = .init(
    "lang",
    value: .text("CODE"),
    under: .rows,
    help: [
      Help(
        in: [.indexBuild, .indexAdd],
        "language of the names, if places have several: ko, en, …",
        default: "from the locale, else the local names"
      )
    ],
    read: { $1.index.rules.language = try $0.nonEmptyText() }
  )

  static let keep: Option = .init(
    "keep",
    value: .text("KEY|all|none"),
    under: .rows,
    called: "attributes columns tags",
    repeats: true,
    help: [
      Help(
        in: [.indexBuild, .indexAdd, .indexFetch],
        "column or tag to keep as an attribute; `all` keeps every column, `none` keeps only the named ones; may be "
          + "repeated"
      )
    ],
    read: { $1.index.rules.attributes = try $0.attributeChoice() }
  )
}
