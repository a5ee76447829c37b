import Domain

/// A parsed command line: the command, the options with their values, and the operands.
struct ParsedArguments: Sendable {
  /// An option as it was given.
  struct Given: Sendable, Hashable {
    let option: Option
    /// Its value; empty for a flag.
    let value: String
  }

  let command: Command
  /// Every option given, in order.
  ///
  /// An array, because making a dictionary would take longer than the parsing.
  var given: [Given] = []
  /// Those that the user's file gives, not the command line.
  var configured: [Option] = []
  /// The operands: arguments that are neither options nor values.
  var operands: [String] = []
  /// The services that can be asked.
  let services: [Service]

  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Whether only the help or the version is wanted; `help batch --help` asks for the help of `batch`.
  var wantsText: Bool { has(.version) || (has(.help) && (command != .help || operands.isEmpty)) }

  /// The action of the command; `nil` for none.
  var action: String? { operands.first.flatMap { command.actions.contains($0) ? $0 : nil } }

  /// Whether the user's file of options holds for it.
  var isConfigurable: Bool {
    !wantsText && !has(.noConfiguration) && ![.help, .completions, .manual].contains(command)
  }

  /// The values of every time an option was given.
  func values(of option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }

  /// Every option given, once, in the order of its first use.
  var options: [Option] {
    var options: [Option] = []
    for given in given where !options.contains(given.option) { options.append(given.option) }
    return options
  }
}

extension ParsedArguments {
  /// What people type to remove something, in every command that can.
  static let removalWords = ["remove", "rm", "delete"]

  /// Reads each of these words as the action `remove`, or where a command has an option instead, as that: `here rm
  /// home`.
  mutating func settleRemoval() {
    guard let word = operands.first, Self.removalWords.contains(word) else { return }
    if command.actions.contains(Self.removalWords[0]) {
      operands[0] = Self.removalWords[0]
    } else if command == .here, operands.count > 1 {
      operands.removeFirst()
      given.append(Given(option: .remove, value: ""))
    }
  }
}

extension Arguments {
  /// Whether a progress line may be drawn; never between lines of JSON.
  func wantsProgress(in world: World) -> Bool {
    !has(.noProgress) && !has(.quiet) && world.errorFormat == .text
  }
}
