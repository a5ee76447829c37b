import Domain

/// Whether a command line uses an option that its command accepts.
///
/// Some commands do several things that need different options: `history` queries a source only with `--rerun`. A typed
/// option that isn't used is an error; in the configuration file, which applies to all commands, it is ignored.
enum OptionUse: Sendable, Hashable {
  case used
  /// Another action of the command accepts the option.
  case unusedByAction
  /// The option is used only together with one of some others.
  case needs([Option])
  /// The option isn't used together with another.
  case unusedWith(Option)
}

extension Command {
  /// Returns whether an option makes the command change something, which the configuration file must not do: `here
  /// home` shows a location.
  func isChanged(by option: Option) -> Bool {
    entry.actsWith.contains { $0 == option || $0.needs.contains(option) }
  }
}

extension Option {
  /// Returns whether a command line uses the option.
  func use(in parsed: ParsedArguments) -> OptionUse {
    let entry = parsed.command.entry
    guard let help = help.first(where: { $0.isFor(parsed.command) }) else {
      // Without its action, the command line is wrong anyway.
      return entry.run == nil && help(in: parsed.command) != nil ? .used : .unusedByAction
    }
    if help.isForSourceCommands || heading == .source, let needed = entry.queriesWith.first,
      !entry.queriesWith.contains(where: parsed.has)
    {
      return .needs([needed])
    }
    // `--color` and `--open` apply even if a command prints no list.
    if heading == .output, self != .color, self != .open, let acting = entry.actsWith.first(where: parsed.has) {
      return .unusedWith(acting)
    }
    if let needed = help.needs.first(where: { !parsed.has($0) }) { return .needs([needed]) }
    if !help.alternatives.isEmpty, !help.alternatives.contains(where: parsed.has),
      !parsed.mapsColumn(insteadOf: help.alternatives)
    {
      return .needs(help.alternatives)
    }
    return .used
  }

  /// Returns whether a command line uses the option, or would if the required option were added.
  func mayBeUsed(in parsed: ParsedArguments) -> Bool {
    switch use(in: parsed) {
    case .used: true
    case .needs(let others): others.contains { $0.help(in: parsed.command) != nil }
    case .unusedByAction, .unusedWith: false
    }
  }
}

extension ParsedArguments {
  /// Returns whether `--map` names a column that has the same use as some options: `time=` replaces `--open-at`.
  fileprivate func mapsColumn(insteadOf options: [Option]) -> Bool {
    guard let mapping = try? OptionValues(option: .map, texts: values(of: .map)).mapping() else { return false }
    return mapping.contains { !$0.column.isEmpty && ColumnRole(field: $0.field)?.enablingOptions == options }
  }

  /// Returns the `FIELD=COLUMN` that has the same use as some options; `nil` if the command reads no rows.
  private func column(insteadOf options: [Option]) -> String? {
    guard Option.map.help(in: command) != nil else { return nil }
    return ColumnRole.allCases.first { $0.enablingOptions == options }.map { "\($0.field)=COLUMN" }
  }

  /// Throws if an option was typed that the command line doesn't use.
  func checkUse(of option: Option) throws(Failure) {
    switch option.use(in: self) {
    case .used: break
    case .unusedByAction: throw .unusedOption(option, command)
    case .needs(let others): throw .needs(option, oneOf: others, orColumn: column(insteadOf: others))
    case .unusedWith(let other): throw .conflict(option, other)
    }
  }
}
