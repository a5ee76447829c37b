import Domain

/// The options of the command line, in the order of the help.
///
/// The ``entry`` of an option declares it: parsing, help and error messages are derived from it, and a value is stored in
/// ``Arguments``. When a name means different things to two commands, each has its own option, such as ``category`` and
/// ``indexCategory``.
enum Option: CaseIterable, Sendable {
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
  case format, listFormat, batchFormat, indexFormat, json, fields, noHeader, output, force, open, color, plainMap, all,
    printCommand
  case errorFormat, noConfiguration, noProgress, verbose, quiet, help, version

  /// The long name with its dashes, such as `--radius`.
  var spelling: String { "--" + entry.name }

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
    var path: String?
    var color: ColorChoice?
  }

  /// How a batch runs.
  struct Batch: Sendable {
    /// Queries in flight at once by default: 80 a second when the service answers in 100 ms.
    ///
    /// `--rate` limits them in any case.
    static let standardJobs = 8

    var format: RecordFormat?
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
  var indexFormat: IndexReport.Format?
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
      throw .unknownAction(command, word, nearest: NearestWord.of(word, among: known), known: known)
    }
    return action
  }
}
