/// Takes a command line apart by the table of options.
///
/// `--option value`, `--option=value`, `-r 500`, `-r500`, `-vh`; a value may begin with a minus; `--` ends the options.
/// Of an option that is given twice the last one counts, so that an alias or a script can be overruled.
struct ArgumentParser: Sendable {
  private let command: Command
  private var given: [ParsedArguments.Given] = []
  private var operands: [String] = []
  private var isShortHelp = false
  /// The option whose value was the last word; `nil` after a flag or another word.
  private var previous: ParsedArguments.Given?
  private let names: [Name]

  /// A way to write an option.
  private struct Name {
    let text: String
    let option: Option
  }

  /// Takes a command line apart.
  ///
  /// - Parameter arguments: The words, without the program's name.
  /// - Returns: Its parts.
  /// - Throws: For anything that is not in the table.
  static func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    guard let first = arguments.first else { throw .nothingAsked }
    guard !first.hasPrefix("-") else { return try parse(arguments[...], of: .find) }
    guard let command = Command(rawValue: first) else {
      throw .unknownCommand(first, nearest: NearestWord.of(first, among: Command.allCases.map(\.rawValue)))
    }
    return try parse(arguments.dropFirst(), of: command)
  }

  private static func parse(
    _ arguments: ArraySlice<String>,
    of command: Command
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(command: command)
    try parser.read(arguments)
    return ParsedArguments(
      command: command,
      given: parser.given,
      operands: parser.operands,
      isShortHelp: parser.isShortHelp
    )
  }

  private init(command: Command) {
    self.command = command
    names = command.options.flatMap { option in
      let specification = option.specification
      let letter = specification.short.map { [Name(text: String($0), option: option)] } ?? []
      return [Name(text: option.rawValue, option: option)]
        + specification.aliases.map { Name(text: $0, option: option) } + letter
    }
  }

  /// The option of a long name.
  private func option(named name: String) -> Option? {
    name.count > 1 ? names.first { $0.text == name }?.option : nil
  }

  /// The option of a letter.
  private func option(of letter: Character) -> Option? {
    let text = String(letter)
    return names.first { $0.text == text }?.option
  }

  private mutating func read(_ arguments: ArraySlice<String>) throws(UsageError) {
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

  private mutating func readLong(_ argument: String, followedBy rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = option(named: name) else { throw unknown("--" + name) }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if option.specification.takesValue {
      if let attached {
        take(option, value: attached)
      } else {
        take(option, value: try value(of: option, from: &rest))
      }
    } else {
      guard attached == nil else { throw .valueUnwanted(option) }
      take(option, value: "")
    }
  }

  private mutating func readShort(_ argument: String, followedBy rest: inout ArraySlice<String>) throws(UsageError) {
    var letters = argument.dropFirst()
    // One dash before a long name: taking the letters apart would tell a riddle.
    if let option = option(named: String(letters.prefix { $0 != "=" })) {
      throw .unknownOption(argument, nearest: option.spelling, command)
    }
    while let letter = letters.popFirst() {
      guard let option = option(of: letter) else {
        throw unknown(letters.count + 2 == argument.count ? argument : "-\(letter)")
      }
      if option.specification.takesValue {
        if letters.first == "=" { letters.removeFirst() }
        return take(option, value: letters.isEmpty ? try value(of: option, from: &rest) : String(letters))
      }
      if option == .help { isShortHelp = true }
      take(option, value: "")
    }
  }

  /// Takes the next word as a value, also one that begins with a minus, unless it is another option.
  private func value(of option: Option, from rest: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let next = rest.popFirst() else { throw .valueMissing(option, next: nil) }
    guard next.hasPrefix("-"), next != "-" else { return next }
    let name = next.drop { $0 == "-" }.prefix { $0 != "=" }
    let isOption =
      next == "--" || (next.hasPrefix("--") && self.option(named: String(name)) != nil)
      || (next.count == 2 && self.option(of: next[next.index(after: next.startIndex)]) != nil)
    guard !isOption else { throw .valueMissing(option, next: next) }
    return next
  }

  private mutating func take(_ option: Option, value: String) {
    let taken = ParsedArguments.Given(option: option, value: value)
    previous = option.specification.takesValue ? taken : nil
    given.append(taken)
  }

  private mutating func take(operand: String, followedBy rest: ArraySlice<String>) throws(UsageError) {
    guard operands.count < command.operandLimit else {
      let others = rest.prefix { !$0.hasPrefix("-") || Self.isNegativeNumber($0) }
      throw .strayWords([operand] + others, after: previous, command)
    }
    previous = nil
    operands.append(operand)
  }

  /// Whether a word begins like a number below zero, which no option does.
  private static func isNegativeNumber(_ word: String) -> Bool {
    let second = word.dropFirst().first
    return word.hasPrefix("-") && (second == "." || second?.isNumber == true)
  }

  private func unknown(_ spelling: String) -> UsageError {
    let name = String(spelling.drop { $0 == "-" })
    if let replacement = OptionSynonym.replacement(for: name, in: command) {
      return .unknownOption(spelling, nearest: replacement, command)
    }
    let known = command.options.flatMap { option in
      [option.spelling] + option.specification.aliases.map { "--" + $0 }
    }
    return .unknownOption(spelling, nearest: NearestWord.of(spelling, among: known), command)
  }
}
