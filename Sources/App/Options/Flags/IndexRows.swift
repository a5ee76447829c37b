import Domain

extension Option {
  /// The options of this file, in the order of the help.
  static let indexRowsFlags: [Option] = [
    .minimumConfidence, .includeClosed, .strict, .grid, .language, .keep,
  ]

  static let minimumConfidence: Option = .init(
    "min-confidence",
    value: .text("N"),
    under: .rows,
    help: [
      Help(in: [.index], only: IndexAction.words(.build, .add), "skip rows with a confidence below this, 0...1")
    ],
    read: { $1.index.minimumConfidence = try $0.number(in: 0...1) }
  )

  static let includeClosed: Option = .init(
    "include-closed",
    under: .rows,
    help: [
      Help(in: [.index], only: IndexAction.words(.build, .add), "keep places that are closed")
    ]
  )

  static let strict: Option = .init(
    "strict",
    under: .rows,
    help: [
      Help(
        in: [.index],
        only: IndexAction.words(.build, .add),
        "fail (exit 7) when a row is skipped, or most have no category or no name"
      )
    ]
  )

  static let grid: Option = .init(
    "crs",
    value: .word { _ in CoordinateReferenceSystem.allCases.map(\.rawValue) },
    under: .rows,
    help: [
      Help(
        in: [.index],
        only: IndexAction.words(.build, .add),
        "map grid of coordinates that are not degrees: EPSG:5174, KATEC, …"
      ),
      Help(in: [.batch], "map grid of the rows' coordinates, where these are not degrees: EPSG:5174, KATEC, …"),
    ],
    read: { $1.index.grid = try $0.grid() }
  )

  static let language: Option = .init(
    "lang",
    value: .text("CODE"),
    under: .rows,
    help: [
      Help(
        in: [.index],
        only: IndexAction.words(.build, .add),
        "language of the names to show, where there are several: ko, en, …",
        default: "from the locale, else the local names"
      )
    ],
    read: { $1.index.language = try $0.nonEmptyText() }
  )

  static let keep: Option = .init(
    "keep",
    value: .text("KEY|all|none"),
    under: .rows,
    called: "attributes columns tags",
    repeats: true,
    help: [
      Help(
        in: [.index],
        only: IndexAction.words(.build, .add, .fetch),
        "column or tag to keep as a further fact besides the usual ones; all for every one, none for none but those "
          + "named; may be repeated"
      )
    ],
    read: { $1.index.attributes = try $0.attributeChoice() }
  )
}
