import Domain

/// What a command line says: a command, its operands, and every option read as what it means.
///
/// `nil` stands for an option that was not given; what holds then is decided by whoever uses the value.
struct Arguments: Sendable {
  /// What to search for and where.
  struct Query: Sendable {
    var categories: [CategoryGroup] = []
    var text: SearchText?
    var latitude: Double?
    var longitude: Double?
    var point: Coordinate?
    /// The name of a position that is kept.
    var positionName: String?
    /// A name or an address to be found.
    var near: SearchText?
    /// What the point was found by.
    var nearName: String?
    /// Whether that is the name of a position that is kept.
    var isNearPosition = false
    var box: BoundingBox?
    var radius: SearchRadius?
    var sort: PlaceQuery.Sort?
    var limit: PlaceLimit?
    var page: Int?
    var size: Int?
  }

  /// Who answers.
  struct Source: Sendable {
    var choice: SourceConfiguration.Choice?
    var indexPath: String?
    var endpoint: String?
    var keyPath: String?
    var timeout: Duration?
    var retries: Int?
    var requestsPerSecond: Double?
    var maximumRequests: Int?
    var requestBudget: Int?
    var usesCache = true
    var refreshesCache = false
    var cacheLifetime: Duration?
  }

  /// How and where results are written.
  struct Output: Sendable {
    var format: OutputFormat?
    var fields: [PlaceField]?
    var hasHeader = true
    var path: String?
    var isReplacing = false
    var color: ColorChoice?
    var opens = false
  }

  /// Which columns of a table say what.
  struct Columns: Sendable {
    var id: String?
    var name: String?
    var category: String?
    var query: String?
    var latitude: String?
    var longitude: String?
    var near: String?
    var radius: String?
    var limit: String?
  }

  /// How the rows of a batch are worked on.
  struct Batch: Sendable {
    /// Queries in flight at once when nothing is said; of a service that answers in 100 ms this takes 80 a second, and
    /// `--rate` holds the pace in any case.
    static let standardJobs = 8

    var format: RecordFormat?
    var jobs: Int?
    var isUnordered = false
    var resumes = false
    var retriesFailed = false
    var prunes = false
    var failuresPath: String?
    var summaryPath: String?
    var maximumErrors: ErrorLimit?
    var isDryRun = false
  }

  /// How an index is built.
  struct Index: Sendable {
    var format: IndexReport.Format?
    var category: CategoryGroup?
    var grid: MapGrid?
    var language: String?
    var minimumConfidence: Double?
    var includesClosed = false
    var isStrict = false
    var attribution: String?
    var license: String?
    var release: String?
  }

  /// What is written on standard error.
  struct Messages: Sendable {
    var hasProgress = true
    var isVerbose = false
    var isQuiet = false
  }

  /// The command.
  let command: Command
  /// The words that are neither options nor their values.
  let operands: [String]
  var query = Query()
  var source = Source()
  var output = Output()
  var columns = Columns()
  var batch = Batch()
  var index = Index()
  var messages = Messages()
  /// Whether a partial answer is a failure.
  var requiresComplete = false
  /// Whether an empty answer is a failure.
  var failsEmpty = false
  /// Whether the query is kept although nobody sits at the process.
  var recordsHistory = false
  /// Whether the query is not kept.
  var keepsNoHistory = false
  /// The number of the query to ask again.
  var rerun: Int?
  /// Whether a position becomes the default.
  var makesDefault = false
  /// Whether a position is forgotten.
  var removes = false
  /// What is written beside a saved place.
  var note: String?
  /// Whether every word of a vocabulary is listed.
  var listsEveryWord = false

  /// Reads every option.
  ///
  /// - Parameter parsed: The command line taken apart.
  /// - Throws: For options that contradict each other, and for the first value that cannot be read.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    command = parsed.command
    operands = parsed.operands
    let given = parsed.options
    for (option, entry) in given {
      for other in entry.conflicts where parsed.has(other) { throw .conflict(option, other) }
      for other in entry.needs where !parsed.has(other) { throw .needs(option, other) }
    }
    for (option, entry) in given {
      try entry.read(&self, GivenOption(option: option, texts: parsed.values(of: option)))
    }
  }

  /// The first operand as one of the actions of the command.
  ///
  /// - Throws: When there is none, or it is no action.
  func action<Action: RawRepresentable & CaseIterable>(_: Action.Type) throws(UsageError) -> Action
  where Action.RawValue == String {
    let known = Action.allCases.map(\.rawValue)
    guard let word = operands.first else { throw .unknownAction(command, nil, nearest: nil, known: known) }
    guard let action = Action(rawValue: word) else {
      throw .unknownAction(command, word, nearest: NearestWord.of(word, among: known), known: known)
    }
    return action
  }
}
