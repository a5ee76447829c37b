/// A command line taken apart: which command, which options with which values, which other words.
struct ParsedArguments: Sendable {
  /// An option as it was given.
  struct Given: Sendable, Hashable {
    /// The option.
    let option: Option
    /// Its value; an empty text for an option without one.
    let value: String
  }

  /// The command.
  let command: Command
  /// Every option given, in order.
  ///
  /// A few are looked up quickly enough without a dictionary, whose making would cost
  /// more than all of the parsing.
  let given: [Given]
  /// Words that belong to no option.
  let operands: [String]
  /// Whether help was asked for by `-h`, the short one.
  let isShortHelp: Bool

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// The value of an option, the last one when it was given several times; `nil` when it was not given.
  subscript(_ option: Option) -> String? { given.last { $0.option == option }?.value }

  /// The values of every time an option was given.
  func values(of option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }
}
