import Domain

/// Parses a command line according to the declared options.
///
/// Supports `--option value`, `--option=value`, `-r 500`, `-r500` and `-vh`. A value may start with a minus; `--` ends
/// the options. If an option is repeated, the last one wins, so that an alias can be overridden.
struct ArgumentParser: Sendable {
  private var parsed: ParsedArguments
  /// The option whose value was the last argument; `nil` if it wasn't a value.
  private var previous: ParsedArguments.ParsedOption?

  /// Parses a command line.
  static func parse(_ arguments: [String], services: [Service]) throws(Failure) -> ParsedArguments {
    guard let first = arguments.first else { throw .commandMissing }
    guard !first.hasPrefix("-") else { return try parse(arguments[...], of: .find, services) }
    guard let command = Command(rawValue: first) else {
      throw .unknownCommand(first, nearest: Command.nearest(to: first), before: arguments.dropFirst())
    }
    return try parse(arguments.dropFirst(), of: command, services)
  }

  private static func parse(
    _ arguments: ArraySlice<String>,
    of command: Command,
    _ services: [Service]
  ) throws(Failure) -> ParsedArguments {
    var parser = ArgumentParser(command: command, services: services)
    try parser.read(arguments)
    parser.parsed.settleAction()
    return parser.parsed
  }

  private init(command: Command, services: [Service]) {
    parsed = ParsedArguments(command: command, services: services)
  }

  private var command: Command { parsed.command }
  private var services: [Service] { parsed.services }

  /// Returns the option with a long name.
  private func option(named name: String) -> Option? {
    Option.allCases.first { $0.names.contains(name) && $0.help(in: command) != nil }
  }

  private func option(of letter: Character) -> Option? {
    Option.allCases.first { $0.letter == letter && $0.help(in: command) != nil }
  }

  private mutating func read(_ arguments: ArraySlice<String>) throws(Failure) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        previous = nil
        while let operand = rest.popFirst() { try take(operand: operand, followedBy: rest) }
        return
      } else if argument.hasPrefix("--") {
        try readLong(argument, followedBy: &rest)
      } else if argument.hasPrefix("-"), argument != "-", !Self.isNegativeNumber(argument) {
        try readShort(argument, followedBy: &rest)
      } else {
        try take(operand: argument, followedBy: rest)
      }
    }
  }

  private mutating func readLong(_ argument: String, followedBy rest: inout ArraySlice<String>) throws(Failure) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = option(named: name) else { throw unknown("--" + name) }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.takesValue {
      if let attached {
        take(option, value: attached)
      } else {
        take(option, value: try value(of: option, from: &rest))
      }
    } else {
      if let attached, !option.attached.contains(attached) { throw .valueUnwanted(option, attached) }
      take(option, value: attached ?? "")
    }
  }

  private mutating func readShort(_ argument: String, followedBy rest: inout ArraySlice<String>) throws(Failure) {
    var letters = argument.dropFirst()
    // For a long name after a single dash, suggest that name instead of reporting its first letter as unknown.
    if let option = option(named: String(letters.prefix { $0 != "=" })) {
      throw .unknownOption(argument, nearest: option.spelling, in: command, services: services)
    }
    while let letter = letters.popFirst() {
      guard let option = option(of: letter) else {
        throw unknown(letters.count + 2 == argument.count ? argument : "-\(letter)")
      }
      if option.takesValue {
        if letters.first == "=" { letters.removeFirst() }
        return take(option, value: letters.isEmpty ? try value(of: option, from: &rest) : String(letters))
      }
      take(option, value: "")
    }
  }

  /// Removes and returns the next argument as a value, even if it starts with a minus, unless it is an option.
  private func value(of option: Option, from rest: inout ArraySlice<String>) throws(Failure) -> String {
    guard let next = rest.popFirst() else { throw .valueMissing(option, next: nil, services) }
    guard next.hasPrefix("-"), next != "-" else { return next }
    let name = next.drop { $0 == "-" }.prefix { $0 != "=" }
    let isOption =
      next == "--" || (next.hasPrefix("--") && self.option(named: String(name)) != nil)
      || (next.count == 2 && self.option(of: next[next.index(after: next.startIndex)]) != nil)
    guard !isOption else { throw .valueMissing(option, next: next, services) }
    return next
  }

  private mutating func take(_ option: Option, value: String) {
    let new = ParsedArguments.ParsedOption(option: option, value: value)
    previous = option.takesValue ? new : nil
    parsed.parsedOptions.append(new)
  }

  private mutating func take(operand: String, followedBy rest: ArraySlice<String>) throws(Failure) {
    let removes = command == .here && parsed.operands.first.map(Command.removalWords.contains) == true
    guard parsed.operands.count < command.entry.operandLimit + (removes ? 1 : 0) else {
      let others = rest.prefix { !$0.hasPrefix("-") || Self.isNegativeNumber($0) }
      throw .unexpectedArguments([operand] + others, after: previous, command)
    }
    previous = nil
    parsed.operands.append(operand)
  }

  /// Returns whether an argument looks like a negative number.
  ///
  /// No option does.
  private static func isNegativeNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return second == "." || ("0"..."9").contains(second)
  }

  private func unknown(_ spelling: String) -> Failure {
    let name = String(spelling.drop { $0 == "-" })
    let known = command.options
    let replacement =
      known.lazy.compactMap { $0.replacement(for: name) }.first
      ?? known.first { !$0.value.isList && $0.words(services, in: command).contains(name) }.map { "\($0) \(name)" }
    if let replacement { return .unknownOption(spelling, nearest: replacement, in: command, services: services) }
    // An option of another command isn't misspelled.
    let isKnown = Option.allCases.contains { $0.isNamed(by: spelling) }
    let names = isKnown ? [] : known.flatMap(\.names).map { "--" + $0 }
    return .unknownOption(spelling, nearest: NearestWord.of(spelling, among: names), in: command, services: services)
  }
}
