import Domain

/// Whether a command line uses an option that its command accepts.
///
/// Some commands do several things that need different options: `history` queries a source only with `--rerun`, and
/// `cache clear` lists nothing. A typed option that isn't used is an error; in the configuration file, which applies to
/// all commands, it is ignored.
enum OptionUse: Sendable, Hashable {
  case used
  /// The action doesn't use the option.
  case unusedByAction
  /// The option is used only together with another.
  case needs(Option)
  /// The option isn't used together with another.
  case unusedBeside(Option)
}

/// A condition under which a command does something: an action or an option.
struct Occasion: Sendable {
  var actions: [String] = []
  var options: [Option] = []

  /// The first given option that fulfils the condition; `nil` if there is none.
  func option(in parsed: ParsedArguments) -> Option? { options.first(where: parsed.has) }

  func hasAction(of parsed: ParsedArguments) -> Bool { actions.contains(parsed.operands.first ?? "") }
}

extension Command {
  /// Whether an option makes the command change something, which the configuration file must not do: `here home` shows
  /// a location.
  func isChanged(by option: Option) -> Bool {
    entry.changes?.options.contains { $0 == option || $0.needs.contains(option) } ?? false
  }
}

extension Option {
  /// Whether a command line uses the option.
  func use(in parsed: ParsedArguments) -> OptionUse {
    guard let help = help(in: parsed.command) else { return .unusedByAction }
    if help.exceptions.contains(parsed.operands.first ?? "") { return .unusedByAction }
    if help.isForAsking || heading == .source, let asking = parsed.command.entry.asksOnly,
      !asking.hasAction(of: parsed),
      asking.option(in: parsed) == nil
    {
      // Don't suggest an option that the action doesn't accept.
      guard let needed = asking.options.first, needed.isTaken(in: parsed) else { return .unusedByAction }
      return .needs(needed)
    }
    // `--color` and `--open` apply even if a command prints no list.
    if heading == .output, self != .color, self != .open, let changing = parsed.command.entry.changes {
      if changing.hasAction(of: parsed) { return .unusedByAction }
      if let option = changing.option(in: parsed) { return .unusedBeside(option) }
    }
    if let needed = help.needs.first(where: { !parsed.has($0) }) { return .needs(needed) }
    if let needed = help.alternatives.first, !help.alternatives.contains(where: parsed.has) { return .needs(needed) }
    return .used
  }
}

extension Option {
  /// Whether an action of a command uses the option, possibly together with another option.
  func mayBeUsed(in command: Command, _ action: String, _ services: [Service]) -> Bool {
    var parsed = ParsedArguments(command: command, services: services)
    parsed.operands = [action]
    return mayBeUsed(in: parsed)
  }

  /// Whether a command line uses the option, or would if the required option were added.
  func mayBeUsed(in parsed: ParsedArguments) -> Bool {
    switch use(in: parsed) {
    case .used: true
    case .needs(let other): other.isTaken(in: parsed)
    case .unusedByAction, .unusedBeside: false
    }
  }

  /// Whether the action of a command line accepts the option.
  private func isTaken(in parsed: ParsedArguments) -> Bool {
    help(in: parsed.command).map { !$0.exceptions.contains(parsed.operands.first ?? "") } ?? false
  }
}

extension ParsedArguments {
  /// Throws if an option was typed that the command line doesn't use.
  func checkUse(of option: Option) throws(Failure) {
    switch option.use(in: self) {
    case .used: break
    case .unusedByAction: throw .unusedOption(option, command, action: operands.first)
    case .needs(let other): throw .needs(option, other)
    case .unusedBeside(let other): throw .conflict(option, other)
    }
  }
}
