import Domain

/// The options of the command line, in the order of the help.
///
/// The ``entry`` of an option declares it: parsing, help and error messages are derived from it, and a value is
/// stored in ``Arguments``. When a name means different things to two commands, each has its own option, such as
/// ``category`` and ``indexCategory``.
enum Option: String, CaseIterable, CustomStringConvertible, Sendable {
  case category, indexCategory, query
  case latitude, longitude, at, near, anywhere, bbox, radius
  case limit, page, size, sort, requireComplete, maxRequests, budget, failEmpty
  case jobs, unordered, oneLine, add, byteOrderMark, resume, retryFailed, prune, failures, maxErrors, summary, dryRun
  case minimumConfidence, includeClosed, strict, grid, language
  case nameColumn, latitudeColumn, longitudeColumn, nearColumn, idColumn, categoryColumn, queryColumn
  case radiusColumn, limitColumn
  case source, index, endpoint, keyFile, timeout, connectTimeout, retries, rate
  case refresh, noCache, cacheLifetime, record, noHistory
  case rerun, makeDefault, remove, note, online
  case inputName, attribution, license, release, covers, update, yes
  case format, listFormat, batchFormat, indexFormat, json, fields, listFields, noHeader, output, force, open, color
  case plainMap, all, printCommand
  case errorFormat, noConfiguration, noProgress, verbose, quiet, help, version

  /// The long name with its dashes, such as `--radius`.
  var spelling: String { "--" + entry.name }

  var description: String { spelling }

  /// Whether it cannot be combined with another option.
  func excludes(_ other: Option) -> Bool { entry.conflicts.contains(other) || other.entry.conflicts.contains(self) }

  /// The option of a long name, whichever command takes it; `nil` if there is none.
  static func named(_ name: String) -> Option? { allCases.first { $0.entry.names.contains(name) } }
}

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
    var categories: [PlaceCategory] = []
    var text: SearchText?
    var latitude: Double?
    var longitude: Double?
    var center: Center?
    var box: BoundingBox?
    var radius: SearchRadius?
    /// Whether the radius is for queries with a centre only, because the user's file gives it for every query.
    var isRadiusStanding = false
    var sort: PlaceQuery.Sort?
    var limit: PlaceLimit?
    var page: Int?
    var size: Int?
  }

  /// How and where results are written.
  struct Output: Sendable {
    var format: OutputFormat?
    var fields: [PlaceField]?
    /// The fields of a list that are no fields of a place.
    var keys: [String]?
    var path: String?
    var color: ColorChoice?
  }

  /// How a batch runs.
  struct Batch: Sendable {
    /// Queries in flight at once by default: 80 a second when the service answers in 100 ms.
    ///
    /// `--rate` limits them in any case.
    static let standardJobs = 8

    var format: OutputFormat?
    var jobs: Int?
    var failuresPath: String?
    var summaryPath: String?
    var maximumErrors: ErrorLimit?
  }

  let command: Command
  /// The operands: arguments that are neither options nor values.
  let operands: [String]
  var query = Query()
  /// The source and how it is asked, as far as options say.
  var source = SourceConfiguration()
  var keyPath: String?
  var output = Output()
  /// The names of columns that options give.
  var columns: [ColumnRole: String] = [:]
  var batch = Batch()
  /// How an index is built, as far as options say.
  var index = IndexBuildRequest(inputs: [], output: "")
  var indexFormat: OutputFormat?
  /// The number of the query to ask again.
  var rerun: Int?
  var note: String?
  /// The services that `--source` can name.
  let services: [Service]
  /// Every option as it was given, in order.
  let given: [ParsedArguments.Given]
  /// Those that the user's file gives.
  let configured: [Option]

  /// Reads every option.
  init(_ parsed: ParsedArguments) throws {
    command = parsed.command
    services = parsed.services
    operands = parsed.operands
    given = parsed.given
    configured = parsed.configured
    query.isRadiusStanding = configured.contains(.radius)
    let given = parsed.options
    for (option, entry) in given {
      for other in entry.conflicts where parsed.has(other) { throw Failure.conflict(option, other) }
      for other in entry.needs where !parsed.has(other) { throw Failure.needs(option, other) }
      try parsed.checkUse(of: option, entry)
    }
    for (option, _) in given {
      try option.read(GivenOption(option: option, texts: parsed.values(of: option)), into: &self)
    }
    if let latitude = query.latitude, let longitude = query.longitude {
      do { query.center = .point(try Coordinate(latitude: latitude, longitude: longitude)) } catch {
        throw Failure.coordinate(error)
      }
    }
  }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Whether the command line itself gives an option.
  func hasTyped(_ option: Option) -> Bool { has(option) && !configured.contains(option) }

  /// Whether the command fetches an index from a service.
  var fetches: Bool { command == .index && operands.first == IndexAction.fetch.rawValue }

  /// The first operand as one of the actions of the command.
  func action<Action: RawRepresentable & CaseIterable>(_: Action.Type) throws(Failure) -> Action
  where Action.RawValue == String {
    let known = Action.allCases.map(\.rawValue)
    guard let word = operands.first else { throw .unknownAction(command, nil, nearest: nil, known: known) }
    guard let action = Action(rawValue: word) else {
      // What removes something elsewhere.
      let synonym = ParsedArguments.removalWords.contains(word) ? known.first { $0 == "clear" } : nil
      let nearest = synonym ?? NearestWord.of(word, among: known)
      throw .unknownAction(command, word, nearest: nearest, known: known)
    }
    return action
  }
}

extension Option {
  /// Parses what was given, and stores it in the arguments; a flag needs no property of its own.
  func read(_ given: GivenOption, into all: inout Arguments) throws {
    if let role { all.columns[role] = given.text }
    switch self {
    case .category: all.query.categories = try given.categories()
    case .indexCategory:
      if all.fetches { return all.query.categories = try given.categories() }
      all.index.forcedCategory = PlaceCategory(word: try given.nonEmptyText())
    case .query: all.query.text = try given.searchText()
    case .latitude: all.query.latitude = try given.number()
    case .longitude: all.query.longitude = try given.number()
    case .at: all.query.center = try given.position()
    case .near: all.query.center = .text(try given.searchText())
    case .bbox: all.query.box = try given.box()
    case .radius: all.query.radius = try given.radius()
    case .limit: all.query.limit = try given.limit()
    case .page: all.query.page = try given.wholeNumber(in: PageLimits.standard.numbers)
    case .size: all.query.size = try given.wholeNumber(in: PageLimits.standard.sizes)
    case .sort: all.query.sort = try given.word()
    case .maxRequests: all.source.maximumRequests = try given.wholeNumber(in: 1...Int.max)
    case .budget: all.source.requestBudget = try given.wholeNumber(in: 1...Int.max)
    case .jobs: all.batch.jobs = try given.wholeNumber(in: 1...256)
    case .failures: all.batch.failuresPath = try given.path()
    case .maxErrors: all.batch.maximumErrors = try given.countOrShare()
    case .summary: all.batch.summaryPath = try given.path()
    case .minimumConfidence: all.index.minimumConfidence = try given.number(in: 0...1)
    case .grid: all.index.grid = try given.grid()
    case .language: all.index.language = try given.nonEmptyText()
    case .nameColumn: all.index.columns.name = given.text
    case .latitudeColumn: all.index.columns.latitude = given.text
    case .longitudeColumn: all.index.columns.longitude = given.text
    case .idColumn: all.index.columns.id = given.text
    case .categoryColumn: all.index.columns.category = given.text
    case .source: all.source.choice = try given.source(among: all.services)
    case .index: all.source.indexPaths = try given.paths()
    case .endpoint: all.source.endpoint = try given.nonEmptyText()
    case .keyFile: all.keyPath = try given.path()
    case .timeout: all.source.timeout = try given.duration()
    case .connectTimeout: all.source.connectTimeout = try given.duration()
    case .retries: all.source.retries = try given.wholeNumber(in: 0...100)
    case .rate: all.source.requestsPerSecond = try given.number(in: 0...10_000)
    case .cacheLifetime: all.source.stores.cacheLifetime = try given.durationOrZero()
    case .rerun: all.rerun = try given.wholeNumber(in: 1...Int.max)
    case .note: all.note = given.text
    case .inputName: all.index.inputName = try given.nonEmptyText()
    case .attribution: all.index.attribution = given.text
    case .license: all.index.license = given.text
    case .covers: all.index.coverage = try given.coverage(known: all.services)
    case .release: all.index.release = given.text
    case .format: all.output.format = try given.word(among: OutputFormat.all(of: .places))
    case .listFormat: all.output.format = try given.word(among: OutputFormat.all(of: .list))
    case .batchFormat: all.batch.format = try given.word(among: OutputFormat.all(of: .records))
    case .indexFormat:
      all.indexFormat = try given.word(among: OutputFormat.all(of: .index))
      all.output.format = all.indexFormat
    case .json: (all.output.format, all.indexFormat, all.batch.format) = (.json, .json, .ndjson)
    case .fields: all.output.fields = try given.fields()
    case .listFields: all.output.keys = try given.list()
    case .output: all.output.path = try given.path()
    case .color: all.output.color = try given.word()
    case .errorFormat:
      // `World.errorFormat` reads the value; this refuses an unknown one.
      let _: ErrorFormat = try given.word()
    default: break
    }
  }
}

extension Option {
  /// Finds a case by its word; what the compiler would make builds a table of all words for the first one.
  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }
}
