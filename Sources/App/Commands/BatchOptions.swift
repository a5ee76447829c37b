import Domain

/// The options of a batch, checked.
struct BatchOptions: Sendable {
  /// The rows; `-` for standard input.
  let inputPath: String
  /// The records; `nil` for standard output.
  let outputPath: String?
  /// The rows that were not answered.
  let failuresPath: String?
  /// The summary of the run.
  let summaryPath: String?
  /// The format of the records.
  let format: RecordFormat
  /// Whether a first line names the columns.
  let hasHeader: Bool
  /// What to do with outputs that exist.
  let existing: LockedFile.Existing
  /// How an earlier output is resumed.
  let resumeRules: ResumeRules
  /// Queries, or blocks of rows, in flight at once; `nil` for what suits the source.
  let jobs: Int?
  /// Whether records are written in the order of the rows.
  let isOrdered: Bool
  /// How many rows may go wrong.
  let errorLimit: ErrorLimit?
  /// Whether a row whose answer lacks places has failed.
  let requiresComplete: Bool
  /// Whether the requests are only counted.
  let isDryRun: Bool
  /// Which names of columns play which role.
  let names: ColumnNames
  /// What the options say about every query.
  let defaults: QueryDefaults

  /// Checks the options of a command line.
  ///
  /// - Parameter arguments: The command line.
  /// - Throws: When they contradict each other.
  init(_ arguments: Arguments) throws(UsageError) {
    let batch = arguments.batch
    inputPath = arguments.operands.first ?? "-"
    let output = arguments.output.path
    outputPath = output == "-" || output == "/dev/stdout" ? nil : output
    failuresPath = try Self.path(.failures, batch.failuresPath, besides: outputPath)
    summaryPath = try Self.path(.summary, batch.summaryPath, besides: outputPath)
    format = try arguments.output.format(batch.format, among: RecordFormat.allCases) ?? .ndjson
    hasHeader = arguments.output.hasHeader
    isOrdered = !batch.isUnordered
    isDryRun = batch.isDryRun
    jobs = batch.jobs
    if batch.resumes {
      guard outputPath != nil else { throw .needs(.resume, .output) }
      guard format == .ndjson else { throw .resumeNeedsRecords }
    }
    requiresComplete = arguments.requiresComplete
    resumeRules = ResumeRules(
      mayPrune: batch.prunes,
      retriesFailed: batch.retriesFailed,
      requiresComplete: requiresComplete,
      maximumRequests: arguments.source.maximumRequests
    )
    existing = batch.resumes ? .resume : arguments.output.isReplacing ? .replace : .refuse
    errorLimit = batch.maximumErrors
    names = try Self.names(arguments.columns)
    defaults = try Self.defaults(arguments.query)
  }

  /// Every file that the run writes.
  var outputs: [OutputGuard.Output] {
    let existing: OutputGuard.Existing = existing == .refuse ? .keepUnlessEmpty : .use
    func output(_ option: Option, _ path: String?) -> OutputGuard.Output? {
      path.map { OutputGuard.Output(option, $0, existing: existing, .inPlace) }
    }
    let summary = output(.summary, summaryPath)
    // A dry run writes neither records nor rows that were not answered.
    let others = isDryRun ? [.standard] : [output(.output, outputPath) ?? .standard, output(.failures, failuresPath)]
    return (others + [summary]).compactMap(\.self)
  }

  /// The path of another output; `-` is standard output, unless the records go there.
  private static func path(
    _ option: Option,
    _ path: String?,
    besides output: String?
  ) throws(UsageError) -> String? {
    guard path == "-" || path == "/dev/stdout" else { return path }
    guard output != nil else { throw .standardOutputTaken(option) }
    return "/dev/stdout"
  }

  private static func names(_ columns: Arguments.Columns) throws(UsageError) -> ColumnNames {
    if let name = columns.latitude, name == columns.longitude {
      throw .sameColumn(.latitudeColumn, .longitudeColumn, name)
    }
    let names: [(ColumnRole, String?)] = [
      (.latitude, columns.latitude), (.longitude, columns.longitude), (.id, columns.id), (.category, columns.category),
      (.query, columns.query), (.radius, columns.radius), (.limit, columns.limit), (.near, columns.near),
    ]
    var overrides: [ColumnRole: String] = [:]
    for (role, name) in names { overrides[role] = name }
    return ColumnNames(overrides: overrides)
  }

  private static func defaults(_ query: Arguments.Query) throws(UsageError) -> QueryDefaults {
    QueryDefaults(
      categories: query.categories,
      text: query.text,
      center: try query.center(),
      near: query.nearName,
      radius: query.radius ?? .standard,
      sort: query.sort,
      limit: query.limit ?? .standard
    )
  }
}
