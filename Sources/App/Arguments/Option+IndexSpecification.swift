import Domain

extension Option {
  /// The options that only the building of an index takes.
  static let indexOnly: [Option] = [
    .minimumConfidence, .includeClosed, .strict, .attribution, .license, .release,
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
    case .strict: OptionSpecification("fail (exit 7) when any row is skipped", in: .rows)
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
        "kind of every place, whatever the inputs say",
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
    default: specification
    }
  }
}
