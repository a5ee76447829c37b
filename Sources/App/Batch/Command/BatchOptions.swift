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
  let format: OutputFormat
  /// The columns of the nearest places that are appended to each row; `nil` for records of the rows.
  let nearest: NearestColumns?
  /// Whether ``format`` was chosen; otherwise rows with their nearest places keep the format of the input.
  let isFormatNamed: Bool
  /// Whether a table has one line a row.
  let isOneLine: Bool
  /// Whether a table begins with the mark by which spreadsheets know UTF-8.
  let hasMark: Bool
  /// The fields of each place; `nil` for those that the format has by itself.
  let fields: [PlaceColumn]?
  /// Whether the name of the output suggests one JSON document, and records are written, a line each.
  let renamesFormat: Bool
  /// What to do with outputs that exist.
  let existing: LockedFile.Existing
  /// How an earlier output is resumed.
  let resumeRules: ResumeRules
  /// Whether the options say how many decimals encoded polylines have.
  let hasPolylinePrecision: Bool
  /// Whether the requests are only counted.
  let isDryRun: Bool
  /// Which names of columns play which role.
  let names: ColumnNames
  /// What the options say about every query.
  private(set) var defaults: QueryDefaults

  /// Checks the options of a command line.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - tables: What knows the grids of rows.
  ///   - positions: The kept positions, which rows may name.
  /// - Throws: When the options contradict each other.
  init(
    _ arguments: Arguments,
    tables: any ReadTableUseCase,
    positions: NamedPositions = NamedPositions()
  ) throws(Failure) {
    let batch = arguments.batch
    inputPath = arguments.operands.first ?? "-"
    let output = arguments.output.path
    outputPath = output == "-" || output == "/dev/stdout" ? nil : output
    failuresPath = try Self.path(.failures, batch.failuresPath, besides: outputPath)
    summaryPath = try Self.path(.summary, batch.summaryPath, besides: outputPath)
    let joins = arguments.has(.nearest) || arguments.has(.add)
    let document: DocumentKind = joins ? .joinedRows : .records
    var chosen = batch.format
    if let format = chosen, !format.documents.contains(document) {
      guard !arguments.hasTyped(.batchFormat) else { throw .formatNeedsNearest(format) }
      chosen = nil
    }
    let suggestsLines = chosen == nil && (output?.isNamedJSON ?? false)
    let named = try arguments.output.format(chosen, for: document) ?? (suggestsLines ? .ndjson : nil)
    isFormatNamed = named != nil
    format = named ?? (joins ? .csv : .ndjson)
    let isTable = format.isOfCells
    try arguments.checkForms(of: format, document)
    isOneLine = isTable && arguments.has(.oneLine)
    hasMark = isTable && arguments.has(.byteOrderMark)
    fields = arguments.output.fields
    renamesFormat = suggestsLines && format == .ndjson
    isDryRun = arguments.has(.dryRun)
    hasPolylinePrecision = arguments.has(.polylinePrecision)
    if arguments.has(.resume) {
      guard outputPath != nil else { throw .needs(.resume, .output) }
    }
    resumeRules = ResumeRules(
      mayPrune: arguments.has(.prune),
      retriesFailed: arguments.has(.retryFailed),
      requiresComplete: arguments.has(.requireComplete),
      requiresNearest: arguments.has(.requireNearest),
      maximumRequests: arguments.source.maximumRequests
    )
    existing = arguments.has(.resume) ? .resume : arguments.has(.force) ? .replace : .refuse
    if let name = arguments.columns[.latitude], name == arguments.columns[.longitude] {
      throw .sameColumn(.latitudeColumn, .longitudeColumn, name)
    }
    var question = arguments.query
    let isOnePlace = joins || isOneLine
    var names = ColumnNames(overrides: arguments.columns)
    if joins {
      // The columns are the same for all rows, and whatever a table calls category or limit is about its own rows.
      names.ignored = question.subject.isEmpty ? [.limit] : [.limit, .category, .query]
    }
    self.names = names
    question.limit = question.limit ?? (isOnePlace ? PlaceCount(1).map(PlaceLimit.first) : nil) ?? .standard
    nearest = joins ? question.limit?.count.map { NearestColumns(placeCount: $0) } : nil
    if joins, nearest?.placeCount ?? 0 < 1 { throw .nearestWithoutNumber }
    if joins, ![nil, .distance].contains(question.sort) { throw .conflict(.nearest, .sort) }
    if arguments.has(.requireNearest), question.limit == .nothing || ![nil, .distance].contains(question.sort) {
      throw .nearestWithoutOrder
    }
    defaults = QueryDefaults(question: question, positions: positions)
    defaults.requiresNearest = joins || arguments.has(.requireNearest)
    defaults.grid = arguments.index.grid
    defaults.polylinePrecision = arguments.polylinePrecision ?? .standard
    defaults.pointOnGrid = { tables.coordinate(x: $0, y: $1, on: $2) }
  }

  /// Whether the output has one record for each row, which can be resumed by its queries.
  var writesRecords: Bool { nearest == nil && format == .ndjson }

  /// Looks for the nearest places at any distance, unless the options limit it.
  mutating func removeRadiusLimit() {
    guard nearest != nil, defaults.question.extent == nil else { return }
    defaults.question.radius = .maximum
  }

  /// Every file that the run writes.
  ///
  /// - Parameter isContinued: Whether there is an earlier output, whose other files are replaced.
  /// - Returns: The records, the rows that were not answered, the summary.
  func outputs(isContinued: Bool) -> [OutputGuard.Output] {
    let mayReplace = existing == .replace || isContinued
    func output(_ option: Option, _ path: String?, replacing mayReplace: Bool) -> OutputGuard.Output? {
      path.map { OutputGuard.Output(option, $0, existing: mayReplace ? .use : .keepUnlessEmpty, .inPlace) }
    }
    // A run that left no record has left its summary; that it is one is checked when it is opened.
    let summary = output(.summary, summaryPath, replacing: mayReplace || existing == .resume)
    // A dry run writes neither records nor rows that were not answered.
    let others =
      isDryRun
      ? [.standard]
      : [
        output(.output, outputPath, replacing: mayReplace) ?? .standard,
        output(.failures, failuresPath, replacing: mayReplace),
      ]
    return (others + [summary]).compactMap(\.self)
  }

  /// The path of another output; `-` is standard output, unless the records go there.
  private static func path(_ option: Option, _ path: String?, besides output: String?) throws(Failure) -> String? {
    guard path == "-" || path == "/dev/stdout" else { return path }
    guard output != nil else { throw .standardOutputTaken(option) }
    return "/dev/stdout"
  }
}

extension String {
  /// Whether a file of this name would hold one JSON document.
  fileprivate var isNamedJSON: Bool { lowercased().hasSuffix(".json") }
}
