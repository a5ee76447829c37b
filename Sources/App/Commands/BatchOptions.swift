import Domain

/// What a command line says about a batch, checked.
struct BatchOptions: Sendable {
  /// The forms of a batch's output.
  enum Format: String, CaseIterable, Sendable {
    /// One JSON object a row.
    case ndjson
    /// One line a place.
    case csv
  }

  /// Questions in flight at once when nothing is said.
  static let standardJobs = 8

  /// The rows; `-` for standard input.
  let inputPath: String
  /// The records; `nil` for standard output.
  let outputPath: String?
  /// The rows that were not answered.
  let failuresPath: String?
  /// The numbers of the run.
  let summaryPath: String?
  /// The form of the records.
  let format: Format
  /// Whether a first line names the columns.
  let hasHeader: Bool
  /// What to do with outputs that are there.
  let existing: LockedFile.Existing
  /// How an earlier output is continued.
  let resumeRules: ResumedOutput.Rules
  /// Questions, or blocks of rows, that are worked on at once; `nil` for what suits the source.
  let jobs: Int?
  /// Whether records leave in the order of the rows.
  let isOrdered: Bool
  /// Rows that may go wrong.
  let errorBudget: ErrorBudget?
  /// Whether nothing is to be asked.
  let isDryRun: Bool
  /// Which columns say what.
  let names: ColumnNames
  /// What the options say about every question.
  let template: QuestionTemplate

  /// Reads the command line.
  ///
  /// - Parameter arguments: The command line.
  /// - Throws: When the options contradict each other or cannot be right.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.refuse(.quiet, with: .verbose)
    inputPath = arguments.operands.first ?? "-"
    let output = try arguments.path(.output)
    outputPath = output == "-" || output == "/dev/stdout" ? nil : output
    failuresPath = try Self.side(.failures, arguments, besides: outputPath)
    summaryPath = try Self.side(.summary, arguments, besides: outputPath)
    format = try arguments.form(Format.self) ?? .ndjson
    hasHeader = !arguments.has(.noHeader)
    isOrdered = !arguments.has(.unordered)
    isDryRun = arguments.has(.dryRun)
    jobs = try arguments.wholeNumber(.jobs, in: 1...256)
    try arguments.refuse(.resume, with: .force)
    if arguments.has(.resume) {
      guard outputPath != nil else { throw .needs(.resume, .output) }
      guard format == .ndjson else { throw .resumeNeedsRecords }
    }
    for option in [Option.prune, .retryFailed] where arguments.has(option) && !arguments.has(.resume) {
      throw .needs(option, .resume)
    }
    resumeRules = ResumedOutput.Rules(mayPrune: arguments.has(.prune), retriesFailed: arguments.has(.retryFailed))
    existing = arguments.has(.resume) ? .resume : arguments.has(.force) ? .replace : .refuse
    errorBudget = try Self.errorBudget(arguments)
    names = try Self.names(arguments)
    template = try Self.template(arguments)
  }

  /// Every file that the run writes.
  var outputs: [OutputGuard.Output] {
    let existing: OutputGuard.Existing = existing == .refuse ? .keepUnlessEmpty : .use
    func output(_ option: Option, _ path: String?) -> OutputGuard.Output? {
      path.map { OutputGuard.Output(option, $0, existing: existing, .inPlace) }
    }
    let summary = output(.summary, summaryPath)
    // A rehearsal leaves the records and the rows that were not answered as they are.
    let others = isDryRun ? [.standard] : [output(.output, outputPath) ?? .standard, output(.failures, failuresPath)]
    return (others + [summary]).compactMap(\.self)
  }

  /// The path of a side output; `-` is standard output, unless the records go there.
  private static func side(
    _ option: Option,
    _ arguments: ParsedArguments,
    besides output: String?
  ) throws(UsageError) -> String? {
    guard let path = try arguments.path(option), path == "-" || path == "/dev/stdout" else {
      return try arguments.path(option)
    }
    guard output != nil else { throw .standardOutputTaken(option) }
    return "/dev/stdout"
  }

  private static func errorBudget(_ arguments: ParsedArguments) throws(UsageError) -> ErrorBudget? {
    guard let text = arguments[.maxErrors] else { return nil }
    guard let budget = ErrorBudget(text) else { throw .unreadable(.maxErrors, text, .countOrShare) }
    return budget
  }

  private static func names(_ arguments: ParsedArguments) throws(UsageError) -> ColumnNames {
    let options: [(Option, ColumnRole)] = [
      (.latitudeColumn, .latitude), (.longitudeColumn, .longitude), (.idColumn, .id), (.categoryColumn, .category),
      (.queryColumn, .query), (.radiusColumn, .radius), (.limitColumn, .limit),
    ]
    var overrides: [ColumnRole: String] = [:]
    for (option, role) in options { overrides[role] = arguments[option] }
    if let name = overrides[.latitude], name == overrides[.longitude] {
      throw .sameColumn(.latitudeColumn, .longitudeColumn, name)
    }
    return ColumnNames(overrides: overrides)
  }

  private static func template(_ arguments: ParsedArguments) throws(UsageError) -> QuestionTemplate {
    QuestionTemplate(
      categories: try Question.categories(arguments),
      text: try Question.text(arguments),
      center: try Question.center(arguments),
      radius: try Question.radius(arguments) ?? .standard,
      sort: try arguments.word(.sort, of: PlaceQuery.Sort.self),
      limit: try Question.limit(arguments) ?? .standard,
      readers: .ofOptions
    )
  }
}

extension QuestionTemplate.Readers {
  /// Cells are read as the options of the same name are.
  static let ofOptions = QuestionTemplate.Readers(
    categories: { (words) throws(QuestionTemplate.UnknownWord) in
      var categories: [CategoryGroup] = []
      for word in words.split(separator: ",") {
        let name = String(word).trimmed
        guard !name.isEmpty else { continue }
        guard let category = CategoryGroup(word: name) else { throw QuestionTemplate.UnknownWord(word: name) }
        categories.append(category)
      }
      return categories
    },
    radius: { LengthText.length($0.trimmed).flatMap { SearchRadius($0) } },
    limit: { text in
      guard text.trimmed.lowercased() != "all" else { return .all }
      return (Int(text.trimmed) ?? wholeNumber(text)).flatMap(PlaceCount.init).map(PlaceLimit.first)
    }
  )
}

/// Reads a whole number that a program wrote as a decimal one, such as `2.0`.
private func wholeNumber(_ text: String) -> Int? {
  let bytes = [UInt8](text.utf8)
  return DecimalNumber.value(of: bytes, in: bytes.indices).flatMap { Int(exactly: $0) }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
