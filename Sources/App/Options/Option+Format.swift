import Domain

extension Option {
  /// The options of this file, which come first under the heading of the output.
  static let formatOptions: [Option] = [
    .format, .json,
  ]

  private static var standardFormat: String { "from the name of --output, else table on a terminal and json elsewhere" }

  static let format: Option = .init(
    "format",
    letter: "f",
    value: .format,
    under: .output,
    called: "jsonl=ndjson geojsonl=ndjson",
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "ndjson: one record per row; csv, tsv: one line per place; geojson, html: with --nearest",
        default: "from the name of --output, else ndjson; with --nearest, the format of the rows"
      ),
      Help(
        in: Command.index.actions,
        isShort: true,
        "format of the report",
        default: "table on a terminal and json elsewhere; table for commands that change an index"
      ),
      Help(
        in: [],
        isShort: true,
        printing: [.places, .list],
        "format of the output",
        default: standardFormat
      ),
    ],
    read: { values, arguments in
      let formats = arguments.command.formats
      let named = OutputFormat(word: values.text)
      let format = try named.flatMap { formats.contains($0) ? $0 : nil } ?? values.word(among: formats)
      if arguments.command == .batch { arguments.batch.format = format } else { arguments.output.format = format }
    }
  )

  static let json: Option = .init(
    "json",
    under: .output,
    help: [
      Help(in: Command.index.actions, printing: [.places, .list], "same as -f json"),
      Help(in: [.batch], "same as -f ndjson"),
    ],
    read: { _, arguments in
      arguments.output.format = .json
      arguments.batch.format = .ndjson
    }
  )
}

extension Command {
  /// The formats of the document that the command or its actions print.
  var formats: [OutputFormat] {
    let documents = withActions.compactMap(\.entry.document)
    return OutputFormat.allCases.filter { !Set($0.documents).isDisjoint(with: documents) }
  }
}
