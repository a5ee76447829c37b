import Domain
import Tables

/// The validated options of a batch.
struct BatchOptions: Sendable {
  /// The path of the rows; `-` for standard input.
  let inputPath: String
  /// The path of the records; `nil` for standard output.
  let outputPath: String?
  /// The path for the failed rows.
  let failuresPath: String?
  /// The path for the summary of the run.
  let summaryPath: String?
  let format: OutputFormat
  /// The columns of the nearest places to append to each row; `nil` to write records.
  let nearest: NearestColumns?
  /// Whether ``format`` was selected explicitly.
  ///
  /// Otherwise rows with their nearest places keep the format of the input.
  let isFormatNamed: Bool
  /// Whether a table has one line per row.
  let isOneLine: Bool
  /// Whether a table begins with a byte order mark, which spreadsheets need to recognise UTF-8.
  let hasMark: Bool
  /// The fields of each place; `nil` for the default fields of the format.
  var fields: [PlaceColumn]?
  /// Whether the output's name suggests a single JSON document although records are written line by line.
  let renamesFormat: Bool
  /// The treatment of existing outputs.
  let existing: LockedFile.Existing
  /// The rules for resuming an earlier output.
  let resumeRules: ResumeRules
  /// Whether the precision of encoded polylines was given.
  let hasPolylinePrecision: Bool
  /// Whether to only count the requests.
  let isDryRun: Bool
  /// The format options for the rows.
  let tableFormat: TableFormat
  /// The roles of columns, by name.
  let names: ColumnNames
  /// The query options of all rows.
  private(set) var defaults: QueryDefaults

  /// Validates the options of a command line.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - savedLocations: The saved locations, which rows may name.
  /// - Throws: An error if the options contradict each other.
  init(
    _ arguments: Arguments,
    savedLocations: SavedLocations = SavedLocations()
  ) throws(Failure) {
    let batch = arguments.batch
    inputPath = arguments.operands.first ?? "-"
    let output = arguments.output.path
    outputPath = output == "-" || output == "/dev/stdout" ? nil : output
    failuresPath = try Self.path(.failures, batch.failuresPath, besides: outputPath)
    summaryPath = try Self.path(.summary, batch.summaryPath, besides: outputPath)
    let joins = arguments.has(.nearest) || arguments.has(.add)
    let document: DocumentKind = joins ? .joinedRows : .records
    (format, isFormatNamed, renamesFormat) = try Self.format(of: document, arguments)
    let isTable = format.isOfCells
    isOneLine = isTable && arguments.has(.oneLine)
    hasMark = isTable && arguments.has(.byteOrderMark)
    fields = arguments.output.fields
    isDryRun = arguments.has(.dryRun)
    hasPolylinePrecision = arguments.has(.polylinePrecision)
    if arguments.has(.resume) {
      guard outputPath != nil else { throw .needs(.resume, .output) }
      // The lines of tables are compared by their positions.
      guard !arguments.has(.unordered) || !joins && format == .ndjson else { throw .unorderedNeedsRecords }
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
      throw .sameColumn(name)
    }
    var query = arguments.query
    let isOnePlace = joins || isOneLine
    var names = ColumnNames(overrides: arguments.columns)
    if joins {
      // The columns are the same for all rows, and the table's own category and limit columns describe its own data.
      names.ignored = query.match.isEmpty ? [.limit] : [.limit, .category, .query]
    }
    for role in ColumnRole.allCases where !role.enablingOptions.isEmpty && arguments.columns[role] == nil {
      if !role.enablingOptions.contains(where: arguments.has) { names.ignored.insert(role) }
    }
    self.names = names
    query.limit = query.limit ?? (isOnePlace ? PlaceCount(1).map(PlaceLimit.first) : nil) ?? .standard
    nearest = joins ? query.limit?.count.map { NearestColumns(placeCount: $0) } : nil
    if joins, nearest?.placeCount ?? 0 < 1 { throw .nearestWithoutNumber }
    if joins, ![nil, .distance].contains(query.sort) { throw .conflict(.nearest, .sort) }
    if arguments.has(.requireNearest), query.limit == .nothing || ![nil, .distance].contains(query.sort) {
      throw .nearestWithoutOrder(.requireNearest)
    }
    defaults = QueryDefaults(query: query, savedLocations: savedLocations)
    defaults.nearestOption = joins ? .nearest : arguments.has(.requireNearest) ? .requireNearest : nil
    defaults.crs = arguments.index.rules.crs
    tableFormat = arguments.index.rules.format
    defaults.scale = tableFormat.scale
    defaults.polylinePrecision = arguments.polylinePrecision ?? .standard
  }

  /// Rejects rows without times of their own, if the records of an earlier run are of another time.
  func checkTimes(of format: BatchFormat) throws(Failure) {
    guard existing == .resume, defaults.query.match.dependsOnClock else { return }
    if case .csv(let header) = format, header.hasColumn(for: .time) { return }
    guard names.override(for: .time) == nil else { return }
    throw .resumeWithoutTime
  }

  /// Returns the additional fields of places, by the options and the columns that rows may have.
  func addedFields(with mayHaveColumn: (ColumnRole) -> Bool) -> [PlaceField] {
    let query = defaults.query
    let added = PlaceField.added(by: query.match, isAlong: query.drawn?.corridor != nil)
    return added + ColumnRole.allCases.filter(mayHaveColumn).flatMap(\.addedFields)
  }

  /// Whether the output has one record per row, which can be resumed by its queries.
  var writesRecords: Bool { nearest == nil && format == .ndjson }

  /// Returns the mark of a doubtful result in the output, after a space; empty if there is none.
  func mark(_ doubt: BatchSummary.Doubt) -> String {
    if nearest != nil { return doubt == .unproven && format != .html ? " (nearest_status is unproven)" : "" }
    return " (\(writesRecords ? "meta." : "")\(doubt == .unproven ? "nearest" : "complete") is false)"
  }

  /// Searches for the nearest places at any distance, unless the options limit it.
  mutating func removeRadiusLimit() {
    guard nearest != nil, defaults.query.shape == nil, defaults.query.radius == nil else { return }
    defaults.query.radius = .maximum
  }

  /// All files that the run writes.
  ///
  /// - Parameter isContinued: Whether there is an earlier output, in which case the other files are replaced.
  /// - Returns: The records, the failed rows and the summary.
  func outputs(isContinued: Bool) -> [OutputGuard.Output] {
    let mayReplace = existing == .replace || isContinued
    func output(_ option: Option, _ path: String?, replacing mayReplace: Bool) -> OutputGuard.Output? {
      path.map { OutputGuard.Output(option, $0, existing: mayReplace ? .use : .keepUnlessEmpty, .inPlace) }
    }
    // A run without records may still have left a summary, whose format is checked when it is opened.
    let summary = output(.summary, summaryPath, replacing: mayReplace || existing == .resume)
    // A dry run writes neither records nor failed rows.
    let others =
      isDryRun
      ? [.standard]
      : [
        output(.output, outputPath, replacing: mayReplace) ?? .standard,
        output(.failures, failuresPath, replacing: mayReplace),
      ]
    return (others + [summary]).compactMap(\.self)
  }

  /// Returns the format of the output, whether it was selected, and whether the output's name suggests another one.
  private static func format(
    of document: DocumentKind,
    _ arguments: Arguments
  ) throws(Failure) -> (format: OutputFormat, isNamed: Bool, isRenamed: Bool) {
    var chosen = arguments.batch.format
    if let format = chosen, !format.documents.contains(document) {
      guard !arguments.hasTyped(.format) else { throw .formatNeedsNearest(format) }
      chosen = nil
    }
    let suggestsLines = chosen == nil && (arguments.output.path?.isNamedJSON ?? false)
    let named = try arguments.output.format(chosen, for: document) ?? (suggestsLines ? .ndjson : nil)
    let format = named ?? (document == .joinedRows ? .csv : .ndjson)
    try arguments.checkFormats(of: format, document)
    return (format, named != nil, suggestsLines && format == .ndjson)
  }

  /// Returns the path of another output; `-` is standard output, unless the records are written there.
  private static func path(_ option: Option, _ path: String?, besides output: String?) throws(Failure) -> String? {
    guard path == "-" || path == "/dev/stdout" else { return path }
    guard output != nil else { throw .standardOutputTaken(option) }
    return "/dev/stdout"
  }
}

extension String {
  /// Whether the file name suggests a single JSON document.
  fileprivate var isNamedJSON: Bool { lowercased().hasSuffix(".json") }
}
