import Domain

/// The arguments of a command: the value of every option, with its type.
///
/// `nil` means that an option was not given; the code that uses the value has the default.
struct Arguments: Sendable {
  /// The centre of a query.
  enum Center: Sendable, Hashable {
    case point(Coordinate)
    /// A name or an address to search for.
    case text(SearchText)
    /// The name of a kept position.
    case saved(String)
    /// The point that a name stood for, and whether it was that of a kept position.
    case found(Coordinate, name: String, isPosition: Bool)
  }

  /// What to search for and where.
  struct Query: Sendable {
    var categories: [CategoryGroup] = []
    var text: SearchText?
    var latitude: Double?
    var longitude: Double?
    var center: Center?
    var box: BoundingBox?
    var radius: SearchRadius?
    var sort: PlaceQuery.Sort?
    var limit: PlaceLimit?
    var page: Int?
    var size: Int?
  }

  /// The source, and how it is asked.
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

  /// How a batch runs.
  struct Batch: Sendable {
    /// Queries in flight at once by default: 80 a second when the service answers in 100 ms.
    ///
    /// `--rate` limits them in any case.
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

  /// Which messages are written to standard error.
  struct Messages: Sendable {
    var hasProgress = true
    var isVerbose = false
    var isQuiet = false
  }

  let command: Command
  /// The operands: arguments that are neither options nor values.
  let operands: [String]
  var query = Query()
  var source = Source()
  var output = Output()
  /// The names of columns, by the option that names them.
  var columns: [Option: String] = [:]
  var batch = Batch()
  var index = Index()
  var messages = Messages()
  /// Whether a partial answer is a failure.
  var requiresComplete = false
  /// Whether an empty answer is a failure.
  var failsEmpty = false
  /// Whether the query is recorded even in a script.
  var recordsHistory = false
  /// Whether the query is not recorded.
  var keepsNoHistory = false
  /// The number of the query to ask again.
  var rerun: Int?
  /// Whether a position becomes the default.
  var makesDefault = false
  /// Whether a position is removed.
  var removes = false
  /// The note of a saved place.
  var note: String?
  /// Whether every word of every vocabulary is listed.
  var listsEveryWord = false

  /// Reads every option.
  init(_ parsed: ParsedArguments) throws {
    command = parsed.command
    operands = parsed.operands
    let given = parsed.options
    for (option, entry) in given {
      for other in entry.conflicts where parsed.has(other) { throw Failure.conflict(option, other) }
      for other in entry.needs where !parsed.has(other) { throw Failure.needs(option, other) }
      if entry.help(in: command)?.exceptions.contains(operands.first ?? "") == true {
        throw Failure.unusedOption(option, command, action: operands.first)
      }
    }
    for (option, entry) in given {
      try entry.read(&self, GivenOption(option: option, texts: parsed.values(of: option)))
    }
    if let latitude = query.latitude, let longitude = query.longitude {
      do { query.center = .point(try Coordinate(latitude: latitude, longitude: longitude)) } catch {
        throw Failure.coordinate(error)
      }
    }
  }

  /// The first operand as one of the actions of the command.
  func action<Action: RawRepresentable & CaseIterable>(_: Action.Type) throws(Failure) -> Action
  where Action.RawValue == String {
    let known = Action.allCases.map(\.rawValue)
    guard let word = operands.first else { throw .unknownAction(command, nil, nearest: nil, known: known) }
    guard let action = Action(rawValue: word) else {
      throw .unknownAction(command, word, nearest: NearestWord.of(word, among: known), known: known)
    }
    return action
  }
}
