import Domain

/// What an option alone sets.
private struct OwnValue: Sendable {
  let option: Option
  let value: any Sendable
}

/// The arguments of a command: the value of every option, with its type.
///
/// `nil` means that an option was not given; the code that uses the value has the default.
struct Arguments: Sendable {
  let command: Command
  /// The operands: arguments that are neither options nor values.
  let operands: [String]
  /// What to search for and where.
  var query = Question()
  /// The source and how it is asked, as far as options say.
  var source = SourceConfiguration()
  var output = Output()
  /// The names of columns that options give.
  var columns: [ColumnRole: String] = [:]
  var batch = Batch()
  /// How an index is built, as far as options say.
  var index = IndexBuildRequest(inputs: [], output: "")
  /// The values that one option alone sets; the file of the option declares the property that reads it.
  private var own: [OwnValue] = []
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
    for option in given {
      for other in option.conflicts where parsed.has(other) { throw Failure.conflict(option, other) }
      for other in option.needs where !parsed.has(other) { throw Failure.needs(option, other) }
      try parsed.checkUse(of: option)
    }
    for option in given {
      try option.read(GivenOption(option: option, texts: parsed.values(of: option)), &self)
    }
    if let latitude, let longitude {
      do { query.center = .point(try Coordinate(latitude: latitude, longitude: longitude)) } catch {
        throw Failure.coordinate(error)
      }
    }
  }

  /// The value of an option that has no property elsewhere; `nil` where it was not given.
  subscript<Value: Sendable>(_ option: Option) -> Value? {
    get { own.first { $0.option == option }?.value as? Value }
    set {
      own.removeAll { $0.option == option }
      if let newValue { own.append(OwnValue(option: option, value: newValue)) }
    }
  }

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Whether the command line itself gives an option.
  func hasTyped(_ option: Option) -> Bool { has(option) && !configured.contains(option) }

  /// The options of the command line that choose the source, as they are typed: an advised command asks the same one.
  var typedSource: [String] {
    given.filter { Option.choosingSource.contains($0.option) && hasTyped($0.option) }
      .map { $0.option.with($0.value, isShort: false) }
  }

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
