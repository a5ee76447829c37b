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
  init(_ arguments: Arguments) throws(Failure) {
    let batch = arguments.batch
    inputPath = arguments.operands.first ?? "-"
    let output = arguments.output.path
    outputPath = output == "-" || output == "/dev/stdout" ? nil : output
    failuresPath = try Self.path(.failures, batch.failuresPath, besides: outputPath)
    summaryPath = try Self.path(.summary, batch.summaryPath, besides: outputPath)
    format = try arguments.output.format(batch.format, among: RecordFormat.allCases) ?? .ndjson
    hasHeader = !arguments.has(.noHeader)
    isOrdered = !arguments.has(.unordered)
    isDryRun = arguments.has(.dryRun)
    jobs = batch.jobs
    if arguments.has(.resume) {
      guard outputPath != nil else { throw .needs(.resume, .output) }
      guard format == .ndjson else { throw .resumeNeedsRecords }
    }
    requiresComplete = arguments.has(.requireComplete)
    resumeRules = ResumeRules(
      mayPrune: arguments.has(.prune),
      retriesFailed: arguments.has(.retryFailed),
      requiresComplete: requiresComplete,
      maximumRequests: arguments.source.maximumRequests
    )
    existing = arguments.has(.resume) ? .resume : arguments.has(.force) ? .replace : .refuse
    errorLimit = batch.maximumErrors
    names = try Self.names(arguments.columns)
    defaults = Self.defaults(arguments.query)
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
  ) throws(Failure) -> String? {
    guard path == "-" || path == "/dev/stdout" else { return path }
    guard output != nil else { throw .standardOutputTaken(option) }
    return "/dev/stdout"
  }

  private static func names(_ columns: [Option: String]) throws(Failure) -> ColumnNames {
    if let name = columns[.latitudeColumn], name == columns[.longitudeColumn] {
      throw .sameColumn(.latitudeColumn, .longitudeColumn, name)
    }
    let roles: [Option: ColumnRole] = [
      .latitudeColumn: .latitude, .longitudeColumn: .longitude, .idColumn: .id, .categoryColumn: .category,
      .queryColumn: .query, .radiusColumn: .radius, .limitColumn: .limit, .nearColumn: .near,
    ]
    var overrides: [ColumnRole: String] = [:]
    for (option, role) in roles { overrides[role] = columns[option] }
    return ColumnNames(overrides: overrides)
  }

  private static func defaults(_ query: Arguments.Query) -> QueryDefaults {
    QueryDefaults(
      categories: query.categories,
      text: query.text,
      center: query.point,
      near: query.centerName,
      radius: query.radius ?? .standard,
      sort: query.sort,
      limit: query.limit ?? .standard
    )
  }
}
