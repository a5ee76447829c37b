import Domain

/// The arguments of a command: the typed value of every option.
///
/// `nil` means that an option wasn't given. The default is defined where the value is used.
struct Arguments: Sendable {
  let command: Command
  /// The operands: arguments that are neither options nor their values.
  let operands: [String]
  /// The query.
  var query = Query()
  /// The source, as far as options set it.
  var source = SourceConfiguration()
  var output = Output()
  /// The column names set by options.
  var columns: [ColumnRole: String] = [:]
  var batch = Batch()
  /// The index build, as far as options set it.
  var index = IndexBuildRequest(inputs: [], output: "")
  /// The coordinates of a centre given by separate options.
  var latitude: Double?
  var longitude: Double?
  /// The file of the polygons.
  var withinText: String?
  /// The file of the line, or the encoded line.
  var alongText: String?
  var polylinePrecision: EncodedPolyline.Precision?
  /// The source that `--source` names; `nil` for `auto`.
  var namedSource: Source?
  /// The files of `--index`, and names of indexes in the data directory.
  var indexPaths: [String] = []
  /// The areas for which the data is complete.
  var coverage: [NamedCoverage] = []
  /// The path of the file that holds the key.
  var keyPath: String?
  /// The address of the service.
  var endpoint: String?
  /// The maximum number of requests per second to the service.
  var rate: Double?
  /// The number of the query to run again.
  var rerun: Int?
  /// The note of a saved place.
  var note: String?
  /// The services that `--source` can name.
  let services: [Service]
  /// All given options, in order.
  let parsedOptions: [ParsedArguments.ParsedOption]
  /// The options from the configuration file.
  let configured: [Option]

  /// Reads all options.
  init(_ parsed: ParsedArguments) throws {
    command = parsed.command
    services = parsed.services
    operands = parsed.operands
    parsedOptions = parsed.parsedOptions
    configured = parsed.configured
    query.isRadiusConfigured = configured.contains(.radius)
    let options = parsed.options
    for option in options {
      for other in option.conflicts where parsed.has(other) { throw Failure.conflict(option, other) }
      for other in option.needs where !parsed.has(other) { throw Failure.needs(option, other) }
      try parsed.checkUse(of: option)
    }
    for option in options {
      try option.read(OptionValues(option: option, texts: parsed.values(of: option)), &self)
    }
    if let latitude, let longitude {
      do { query.center = .coordinate(try Coordinate(latitude: latitude, longitude: longitude)) } catch {
        throw Failure(error)
      }
    }
  }

  func has(_ option: Option) -> Bool { parsedOptions.contains { $0.option == option } }

  /// Returns whether an option was given on the command line itself.
  func hasTyped(_ option: Option) -> Bool { has(option) && !configured.contains(option) }

  /// The source options as typed, so that a suggested command uses the same source.
  var typedSource: [String] {
    parsedOptions.filter { Option.choosingSource.contains($0.option) && hasTyped($0.option) }
      .map { $0.option.with($0.value, isShort: false) }
  }

  /// Whether the command downloads an index from a service.
  var fetches: Bool { command == .indexFetch }

  /// Returns the first operand as one of the command's words.
  func word<Word: RawRepresentable>(_: Word.Type) throws(Failure) -> Word where Word.RawValue == String {
    guard let word = operands.first.flatMap(Word.init) else { throw unknownAction }
    return word
  }

  /// The error for a first operand that isn't one of the command's words.
  var unknownAction: Failure {
    let known = command.firstWords
    guard let word = operands.first else { return .unknownAction(command, nil, nearest: nil, known: known) }
    // A word that means removing in other commands.
    let removal = Command.removalWords.contains(word) ? known.first { $0 == "clear" } : nil
    let synonym = removal ?? command.entry.action(called: word)
    return .unknownAction(command, word, nearest: synonym ?? NearestWord.of(word, among: known), known: known)
  }
}
