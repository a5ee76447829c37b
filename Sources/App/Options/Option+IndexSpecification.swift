import Domain

extension Option {
  /// The options that only the building of an index takes.
  static let indexOnly: [Option] = [
    .minimumConfidence, .includeClosed, .strict, .grid, .nameColumn, .language, .attribution, .license, .release,
  ]

  /// What there is to say about an option of an index.
  var indexSpecification: OptionSpecification {
    switch self {
    case .minimumConfidence:
      OptionSpecification(
        "leave out rows whose confidence is below this, 0...1",
        in: .rows,
        value: .any("N")
      )
    case .includeClosed: OptionSpecification("keep places that are closed", in: .rows)
    case .strict:
      OptionSpecification("fail (exit 7) when a row is skipped, or most have no category or no name", in: .rows)
    case .grid:
      OptionSpecification(
        "grid of coordinates that are not degrees: EPSG:5174, KATEC, …",
        in: .rows,
        value: .oneOf(MapGrid.allCases.map(\.rawValue))
      )
    case .nameColumn: OptionSpecification("column that holds the names", in: .rows, value: .any("NAME"))
    case .language:
      OptionSpecification(
        "language of the names that are shown, where there are several: ko, en, …",
        in: .rows,
        value: .any("CODE"),
        standard: "that of the locale, else the local names"
      )
    case .attribution:
      OptionSpecification(
        "notice that the data's licence asks for; it comes back with every answer",
        in: .source,
        value: .any("TEXT"),
        isCommon: true
      )
    case .license: OptionSpecification("the data's licence", in: .source, value: .any("TEXT"))
    default: OptionSpecification("which release of the data it is", in: .source, value: .any("TEXT"))
    }
  }

  /// What there is to say about an option, as the commands of an index take it.
  var specificationInIndex: OptionSpecification {
    switch self {
    case .category:
      OptionSpecification(
        "kind of every place, whatever the inputs say; FILE=WORD says it for one input",
        in: .what,
        short: "c",
        value: .any("WORD"),
        isCommon: true
      )
    case .output:
      OptionSpecification(
        "the index to write; it appears when it is whole",
        in: .output,
        short: "o",
        value: .any("FILE"),
        standard: "the usual index",
        isCommon: true
      )
    case .force: OptionSpecification("replace the file of --output, an index or not", in: .output)
    case .format:
      OptionSpecification(
        "form of the report",
        in: .output,
        short: "f",
        value: .oneOf(IndexReport.Format.allCases.map(\.rawValue)),
        standard: IndexReport.Format.table.rawValue
      )
    case .categoryColumn: OptionSpecification("column that says the kind of place", in: .rows, value: .any("NAME"))
    case .idColumn: OptionSpecification("column of ids", in: .rows, value: .any("NAME"))
    case .latitudeColumn:
      OptionSpecification("column of latitudes, or of northings", in: .rows, value: .any("NAME"))
    case .longitudeColumn:
      OptionSpecification("column of longitudes, or of eastings", in: .rows, value: .any("NAME"))
    default: specification
    }
  }
}
