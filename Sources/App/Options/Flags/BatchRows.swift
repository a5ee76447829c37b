import Domain

extension Arguments {
  /// How a batch runs.
  struct Batch: Sendable {
    /// Queries in flight at once by default: 80 a second when the service answers in 100 ms.
    ///
    /// `--rate` limits them in any case.
    static let standardJobs = 8
    /// Blocks of rows in parallel over an index for each core, so that none waits while records are written.
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
  static let batchRowsFlags: [Option] = [
    .jobs, .unordered, .oneLine, .add, .byteOrderMark, .resume, .retryFailed, .prune, .failures, .maxErrors,
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
        "number of queries in flight; with an index, of blocks of rows in parallel",
        default:
          "\(Arguments.Batch.standardJobs), and over an index \(Arguments.Batch.standardBlocksPerCore) for each core"
      )
    ],
    read: { $1.batch.jobs = try $0.wholeNumber(in: 1...256) }
  )

  static let unordered: Option = .init(
    "unordered",
    under: .rows,
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
      Help(in: [.batch], "with csv and tsv: one line a row, with the nearest place")
    ]
  )

  static let add: Option = .init(
    "add",
    under: .rows,
    called: "append join",
    without: [.batchFormat, .json, .oneLine, .fields],
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "copy the rows as they are, each with the name, the distance and the id of the nearest place behind it"
      )
    ]
  )

  static let byteOrderMark: Option = .init(
    "bom",
    under: .rows,
    called: "excel utf8-bom",
    without: [.json],
    for: { $0.isOfCells },
    help: [
      Help(in: [.batch], "begin csv with a mark by which spreadsheets know UTF-8")
    ]
  )

  static let resume: Option = .init(
    "resume",
    under: .rows,
    called: "continue",
    without: [.force],
    onlyTyped: true,
    help: [
      Help(
        in: [.batch],
        isShort: true,
        "resume an interrupted run from the file of --output, without the rows that have a record"
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
        "write the rows without an answer to a file, unchanged, as input for the next run"
      )
    ],
    read: { $1.batch.failuresPath = try $0.path() }
  )

  static let maxErrors: Option = .init(
    "max-errors",
    value: .text("N|P%"),
    under: .rows,
    help: [
      Help(in: [.batch], "stop when more rows than this have failed: exit 5 where trying later may help, else 6")
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
      Help(in: [.batch], isShort: true, "check the rows and estimate their cost; send nothing")
    ]
  )
}
