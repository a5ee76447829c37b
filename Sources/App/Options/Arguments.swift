import Domain

/// A value set by only one option.
private struct OwnValue: Sendable {
  let option: Option
  let value: any Sendable
}

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
  /// The values that are set by one option each.
  ///
  /// The option's file declares the property that reads the value.
  private var own: [OwnValue] = []
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

  /// The value of an option without its own property; `nil` if it wasn't given.
  subscript<Value: Sendable>(_ option: Option) -> Value? {
    get { own.first { $0.option == option }?.value as? Value }
    set {
      own.removeAll { $0.option == option }
      if let newValue { own.append(OwnValue(option: option, value: newValue)) }
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
    let synonym = Command.removalWords.contains(word) ? known.first { $0 == "clear" } : nil
    return .unknownAction(command, word, nearest: synonym ?? NearestWord.of(word, among: known), known: known)
  }
}
