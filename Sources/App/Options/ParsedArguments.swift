import Domain

/// A parsed command line: the command, the options with their values, and the operands.
struct ParsedArguments: Sendable {
  /// An option with its value.
  struct ParsedOption: Sendable, Hashable {
    let option: Option
    /// The value; empty for a flag.
    let value: String

    /// The option as typed.
    var text: String {
      option.takesValue ? option.with(value) : option.spelling + (value.isEmpty ? "" : "=\(value)")
    }
  }

  /// The command or, once the operands are parsed, its action.
  var command: Command
  /// All parsed options, in order.
  ///
  /// An array, because making a dictionary would take longer than parsing.
  var parsedOptions: [ParsedOption] = []
  /// The options from the configuration file.
  var configured: [Option] = []
  /// The operands: arguments that are neither options nor their values.
  var operands: [String] = []
  /// The available services.
  let services: [Service]

  func has(_ option: Option) -> Bool { parsedOptions.contains { $0.option == option } }

  /// Whether only the help or the version is requested; `help batch --help` requests the help of `batch`.
  var wantsText: Bool { has(.version) || (has(.help) && (command != .help || operands.isEmpty)) }

  /// Whether the configuration file applies.
  var isConfigurable: Bool {
    !wantsText && !has(.noConfiguration) && ![.help, .completions, .manual].contains(command)
  }

  /// All values of an option.
  func values(of option: Option) -> [String] { parsedOptions.filter { $0.option == option }.map(\.value) }

  /// The distinct options given, in the order of their first use.
  var options: [Option] {
    var options: [Option] = []
    for parsed in parsedOptions where !options.contains(parsed.option) { options.append(parsed.option) }
    return options
  }
}

extension ParsedArguments {
  /// Replaces the command by the action that the first operand names, such as `index build`.
  ///
  /// In commands with an option `--remove`, words that mean removing become that option: `here rm home`.
  mutating func settleAction() {
    guard let first = operands.first else { return }
    let isRemoval = Command.removalWords.contains(first)
    let word = isRemoval ? Command.removalWords[0] : first
    if let action = command.actions.first(where: { $0.word == word && operands.count <= $0.entry.operandLimit }) {
      command = action
      operands.removeFirst()
    } else if isRemoval, command == .here, operands.count > 1 {
      operands.removeFirst()
      parsedOptions.append(ParsedOption(option: .remove, value: ""))
    }
  }
}

extension Arguments {
  /// Returns whether a progress line may be drawn; never between lines of JSON.
  func wantsProgress(in world: World) -> Bool {
    !has(.noProgress) && !has(.quiet) && world.errorFormat == .text
  }
}
