import Domain

/// Whether a command line uses an option that its command takes.
///
/// Some commands do several things, and not all of them need every option of the command: `history` asks a source only
/// with `--rerun`, and `cache clear` lists nothing. What is typed and not used is refused; in the user's file of
/// options, which is for every command, it is passed over.
enum OptionUse: Sendable, Hashable {
  case used
  /// The action does not use it.
  case unusedByAction
  /// It is used with this option alone.
  case needs(Option)
  /// It is not used beside this option.
  case unusedBeside(Option)
}

/// What makes a command do something that it does not do otherwise.
struct Occasion: Sendable {
  var actions: [String] = []
  var options: [Option] = []

  /// The option that is given, the first of those that make the occasion; `nil` where none is.
  func option(in parsed: ParsedArguments) -> Option? { options.first(where: parsed.has) }

  func hasAction(of parsed: ParsedArguments) -> Bool { actions.contains(parsed.operands.first ?? "") }
}

extension Command {
  /// Whether an option makes the command change something, which a standing wish must not: `here home` shows a
  /// position.
  func isChanged(by option: Option) -> Bool {
    entry.changes?.options.contains { $0 == option || $0.needs.contains(option) } ?? false
  }
}

extension Option {
  /// Whether a command line uses the option, which its command takes.
  func use(in parsed: ParsedArguments) -> OptionUse {
    guard let help = help(in: parsed.command) else { return .unusedByAction }
    if help.exceptions.contains(parsed.operands.first ?? "") { return .unusedByAction }
    if help.isForAsking || heading == .source, let asking = parsed.command.entry.asksOnly,
      !asking.hasAction(of: parsed),
      asking.option(in: parsed) == nil
    {
      // An option that the action does not take is no advice.
      guard let needed = asking.options.first, needed.isTaken(in: parsed) else { return .unusedByAction }
      return .needs(needed)
    }
    // These two are no options of a list, which some commands may have none of.
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
  /// Whether an action of a command uses the option, perhaps with another one beside it.
  func mayBeUsed(in command: Command, _ action: String, _ services: [Service]) -> Bool {
    var parsed = ParsedArguments(command: command, services: services)
    parsed.operands = [action]
    return mayBeUsed(in: parsed)
  }

  /// Whether a command line uses the option, or may when the one that it needs is added.
  func mayBeUsed(in parsed: ParsedArguments) -> Bool {
    switch use(in: parsed) {
    case .used: true
    case .needs(let other): other.isTaken(in: parsed)
    case .unusedByAction, .unusedBeside: false
    }
  }

  /// Whether the action of a command line takes the option.
  private func isTaken(in parsed: ParsedArguments) -> Bool {
    help(in: parsed.command).map { !$0.exceptions.contains(parsed.operands.first ?? "") } ?? false
  }
}

extension ParsedArguments {
  /// Throws where an option is typed that the command line does not use.
  func checkUse(of option: Option) throws(Failure) {
    switch option.use(in: self) {
    case .used: break
    case .unusedByAction: throw .unusedOption(option, command, action: operands.first)
    case .needs(let other): throw .needs(option, other)
    case .unusedBeside(let other): throw .conflict(option, other)
    }
  }
}
