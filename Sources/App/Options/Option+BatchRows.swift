import Domain

extension Arguments {
  /// The settings of a batch.
  struct Batch: Sendable {
    /// The default number of concurrent queries: 80 per second if the service responds in 100 ms.
    ///
    /// `--rate` limits them in any case.
    static let standardJobs = 8
    /// The default number of concurrent blocks of rows per core with an index, so that no core waits while records are
    /// written.
    static let standardBlocksPerCore = 2

    var format: OutputFormat?
    var jobs: Int?
    var failuresPath: String?
    var summaryPath: String?
    var maximumErrors: ErrorLimit?
  }
}

extension Option {
  /// The options of this file, in the order of the help.
  static let batchRowsOptions: [Option] = [
    .jobs, .unordered, .oneLine, .nearest, .add, .byteOrderMark, .resume, .retryFailed, .prune, .failures, .maxErrors,
    .summary, .dryRun,
  ]

  static let jobs: Option = .init(
    "jobs",
    letter: "j",
    value: .text("N"),
    under: .rows,
    called: "threads parallel workers concurrency",
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "number of parallel queries, or over an index, of parallel blocks of rows",
        default:
          "\(Arguments.Batch.standardJobs), and over an index \(Arguments.Batch.standardBlocksPerCore) for each core"
      )
    ],
    read: { $1.batch.jobs = try $0.wholeNumber(in: 1...256) }
  )

  static let unordered: Option = .init(
    "unordered",
    under: .rows,
    for: { $0.lineNotation != nil },
    help: [
      Help(in: [.batch], "write each record as soon as it is ready")
    ]
  )

  static let oneLine: Option = .init(
    "one-line",
    under: .rows,
    without: [.json],
    for: { $0.isOfCells },
    help: [
      Help(in: [.batch], "with csv and tsv: one line per row, with the nearest place")
    ]
  )

  static let nearest: Option = .init(
    "nearest",
    value: .words { _ in CategoryGroup.allCases.map(\.slug) + ["dentist", "any"] },
    under: .rows,
    called: "append join sjoin nearest-join",
    completes: .categories,
    without: [.category, .add, .oneLine, .fields, .along],
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "append the nearest place of these categories to each row: nearest_name, nearest_distance_m and more; "
          + "as csv, tsv, ndjson, geojson or html; -n K for the K nearest"
      )
    ],
    read: { $1.query.categories = try $0.categories() }
  )

  static let add: Option = .init(
    "add",
    under: .rows,
    without: [.oneLine, .fields, .along],
    help: [
      Help(in: [.batch], "same as --nearest with the categories of -c")
    ]
  )

  static let byteOrderMark: Option = .init(
    "bom",
    under: .rows,
    called: "excel utf8-bom",
    without: [.json],
    for: { $0.isOfCells },
    help: [
      Help(in: [.batch], "begin csv or tsv with a byte-order mark, so that Excel reads it as UTF-8")
    ]
  )

  static let resume: Option = .init(
    "resume",
    under: .rows,
    called: "continue",
    without: [.force],
    onlyTyped: true,
    for: { $0 != .html },
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "resume an interrupted run: skip the rows that have a record in the file of --output"
      )
    ]
  )

  static let retryFailed: Option = .init(
    "retry-failed",
    under: .rows,
    with: [.resume],
    help: [
      Help(in: [.batch], "with --resume: retry the rows that failed in an earlier run")
    ]
  )

  static let prune: Option = .init(
    "prune",
    under: .rows,
    with: [.resume],
    onlyTyped: true,
    help: [
      Help(in: [.batch], "with --resume: delete records whose row is no longer in the input")
    ]
  )

  static let failures: Option = .init(
    "failures",
    value: .file,
    under: .rows,
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "write the invalid and failed rows to a file, with an error column, as input for another run"
      )
    ],
    read: { $1.batch.failuresPath = try $0.path() }
  )

  static let maxErrors: Option = .init(
    "max-errors",
    value: .text("N|P%"),
    under: .rows,
    help: [
      Help(
        in: [.batch],
        "stop when more rows than this are invalid or failed; exit with 5 if trying later may help, else with 6"
      )
    ],
    read: { $1.batch.maximumErrors = try $0.countOrShare() }
  )

  static let summary: Option = .init(
    "summary",
    value: .file,
    under: .rows,
    help: [
      Help(in: [.batch], "write a summary of the run to a file, as JSON")
    ],
    read: { $1.batch.summaryPath = try $0.path() }
  )

  static let dryRun: Option = .init(
    "dry-run",
    under: .rows,
    help: [
      Help(in: [.batch], isShort: true, "check the rows and estimate the requests, without sending any")
    ]
  )
}
