import Domain

extension Option {
  /// The options of this file, which come first under the heading of the output.
  static let formatFlags: [Option] = [
    .format, .listFormat, .batchFormat, .indexFormat, .json,
  ]

  static let format: Option = .init(
    "format",
    letter: "f",
    value: .word { _ in OutputFormat.all(of: .places).map(\.rawValue) },
    under: .output,
    called: "jsonl=ndjson geojsonl=ndjson",
    help: [
      Help(
        in: [.find, .near, .saved],
        isShort: true,
        "format of the answer",
        default: "from the name of --output, else table on a terminal and json elsewhere"
      )
    ],
    read: { $1.output.format = try $0.word(among: OutputFormat.all(of: .places)) }
  )

  static let listFormat: Option = .init(
    "format",
    letter: "f",
    value: .word { _ in OutputFormat.all(of: .list).map(\.rawValue) },
    under: .output,
    called: "jsonl=ndjson",
    help: [
      Help(
        in: [.categories],
        isShort: true,
        "format of the list",
        default: "from the name of --output, else table on a terminal and json elsewhere"
      ),
      Help(
        in: [.where, .here, .history, .show, .cache, .quota, .doctor],
        isShort: true,
        "format of the answer",
        default: "from the name of --output, else table on a terminal and json elsewhere"
      ),
    ],
    read: { $1.output.format = try $0.word(among: OutputFormat.all(of: .list)) }
  )

  static let batchFormat: Option = .init(
    "format",
    letter: "f",
    value: .word { _ in OutputFormat.all(of: .joinedRows).map(\.rawValue) },
    under: .output,
    called: "jsonl=ndjson geojsonl=ndjson",
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "ndjson: one record per row; csv, tsv: one line per place; geojson, html: with --nearest",
        default: "from the name of --output, else ndjson; with --nearest, that of the rows"
      )
    ],
    read: { $1.batch.format = try $0.word(among: OutputFormat.all(of: .joinedRows)) }
  )

  static let indexFormat: Option = .init(
    "format",
    letter: "f",
    value: .word { _ in OutputFormat.all(of: .index).map(\.rawValue) },
    under: .output,
    help: [
      Help(
        in: [.index],
        isShort: true,
        "format of the report",
        default: "table on a terminal and json elsewhere; table of what changes an index"
      )
    ],
    read: { $1.output.format = try $0.word(among: OutputFormat.all(of: .index)) }
  )

  static let json: Option = .init(
    "json",
    under: .output,
    help: [
      Help(in: [.find, .index, .categories] + Command.listing, "same as -f json"),
      Help(in: [.batch], "same as -f ndjson"),
    ],
    read: { _, arguments in
      arguments.output.format = .json
      arguments.batch.format = .ndjson
    }
  )
}
