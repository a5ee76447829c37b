/// A command line taken apart: which command, which options with which values, which other words.
struct ParsedArguments: Sendable {
  /// The command.
  let command: Command
  /// The values of every option given, one for each time; an empty text for an option without value.
  let values: [Option: [String]]
  /// Words that belong to no option.
  let operands: [String]
  /// Whether help was asked for by `-h`, the short one.
  let isShortHelp: Bool

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option] != nil }

  /// The value of an option; `nil` when it was not given.
  subscript(_ option: Option) -> String? { values[option]?.last }
}
