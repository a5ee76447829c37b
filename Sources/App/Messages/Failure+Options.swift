import Domain

/// Errors about the options of a command line, found before any request.
extension Failure {
  static func unknownOption(
    _ spelling: String,
    nearest: String?,
    in command: Command,
    services: [Service]
  ) -> Failure {
    guard !["--key", "--api-key", "--apikey"].contains(spelling) else {
      return Failure(
        .unknownOption,
        """
        A key can't be an argument, because other users could see it. Set \(services.keyVariable), or use \
        --key-file FILE.
        """
      )
    }
    let others = Option.allCases.filter { $0.isNamed(by: spelling) }
    if nearest == nil, !others.isEmpty { return Failure(.unknownOption, unused(spelling, of: others, command)) }
    return Failure(
      .unknownOption,
      "There is no option \(spelling)\(guess(nearest)) See `placefind help \(command.rawValue)`."
    )
  }

  static func unknownOption(_ name: String) -> Failure {
    let names = Option.allCases.flatMap(\.names).map { "--" + $0 }
    return .usage("There is no option --\(name)\(guess(NearestWord.of(name, among: names)))")
  }

  /// Returns the end of a sentence about an unknown word.
  static func guess(_ nearest: String?) -> String { nearest.map { ". Did you mean \($0)?" } ?? "." }

  static func unusedOption(_ option: Option, _ command: Command) -> Failure {
    .usage(unused(option.spelling, of: [option], command))
  }

  /// Says that a command doesn't accept an option, and which commands do.
  private static func unused(_ spelling: String, of options: [Option], _ command: Command) -> Message {
    let all = Command.everything.filter { command in options.contains { $0.help.contains { $0.isFor(command) } } }
    let related = all.filter { $0.owner != nil && $0.owner == command.owner }
    let users = (related.isEmpty ? all : related).map { "`placefind \($0)`" }
    let shown = users.count > 3 ? Array(users.prefix(2)) + ["other commands"] : users
    let list = shown.count < 2 ? shown.joined() : "\(shown.dropLast().joined(separator: ", ")) and \(shown.last ?? "")"
    return "\(spelling) can't be used with `placefind \(command)`, only with \(list)."
  }

  static func conflict(_ option: Option, _ other: Option) -> Failure {
    .usage("\(option) and \(other) can't be used together.")
  }

  static func needs(_ option: Option, _ other: Option) -> Failure { needs(option, oneOf: [other]) }

  /// Reports an option without one of some others, or a column that replaces them.
  static func needs(_ option: Option, oneOf others: [Option], orColumn column: String? = nil) -> Failure {
    let names = others.map { "\($0)" as Message } + [column.map { "\(.map, value: $0)" }].compactMap(\.self)
    // Several options may be one argument of a tool.
    var arguments: [String] = []
    for name in names where !arguments.contains(name.agentText) { arguments.append(name.agentText) }
    let agentText = arguments.joined(separator: " or ")
    return .usage("\(option) requires \(terminal: choice(of: names), agent: agentText).")
  }

  private static func choice(of names: [Message]) -> Message {
    names.count < 3
      ? names.joined(separator: " or ")
      : "\(Array(names.dropLast()).joined(separator: ", ")) or \(names[names.count - 1])"
  }

  /// Reports a field that the query doesn't compute without one of some options.
  static func needsOne(of options: [Option], for field: PlaceField) -> Failure {
    .usage("\(.fields, value: field.rawValue) requires \(choice(of: options.map { "\($0)" })).")
  }

  static func valueUnwanted(_ option: Option, _ value: String) -> Failure {
    let known = option.attached.map { "\(option)=\($0)" }.joined(separator: " or ")
    return known.isEmpty
      ? .usage("\(option) takes no value. Leave out '\(value.excerpt)'; without the option, it is off.")
      : .usage("\(option) doesn't accept \(quoted: value). Write \(option) or \(known).")
  }

  static func valueMissing(_ option: Option, next: String?, _ services: [Service]) -> Failure {
    guard let next else { return .usage("\(option) needs a value\(example(of: option, services)).") }
    switch option.value {
    case .text("TEXT"), .text("NAME"), .file:
      let word = "\(option)=\(ShellWord.quoted(next))"
      return .usage("\(option) needs a value, but \(next) follows. If \(next) is the value, write \(word).")
    default: return .usage("\(option) needs a value\(example(of: option, services)), but \(next) follows.")
    }
  }

  /// Reports a single number in place of a coordinate.
  static func oneNumber(_ text: String) -> Failure {
    .usage("\(quoted: text) is only one number of a point. Pass latitude and longitude, as in 37.4979,127.0276.")
  }

  private static func example(of option: Option, _ services: [Service]) -> String {
    switch option.value {
    case .none: ""
    case .text(let word): ", as in \(option.spelling) \(word)"
    case .file: ", as in \(option.spelling) FILE"
    case .word, .format: ", one of \(option.words(services).joined(separator: ", "))"
    case .words: ", any of \(option.words(services).joined(separator: ","))"
    }
  }

  /// Reports an option that has no effect in a format.
  static func unusedInFormat(_ option: Option, in format: OutputFormat, only others: [OutputFormat]) -> Failure {
    let names = others.map(\.rawValue)
    let list = names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    return .usage(
      """
      \(option) is for \(list), not for \(format.rawValue). Choose one of them with \(.format), or by the name of \
      \(.output).
      """
    )
  }
}
