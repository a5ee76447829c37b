/// A command line taken apart: which command, which options with which texts, which other words.
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
  /// The words that are neither options nor their values.
  let operands: [String]
  /// Whether help was asked for by `-h`, the short one.
  let isShortHelp: Bool

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// Whether nothing but the help or the version is asked for.
  var wantsText: Bool { has(.version) || (has(.help) && command != .help) }

  /// The values of every time an option was given.
  func values(of option: Option) -> [String] { given.filter { $0.option == option }.map(\.value) }

  /// Every option given, once, in the order of their first mention.
  var options: [(Option, OptionEntry)] {
    var options: [(Option, OptionEntry)] = []
    for given in given where !options.contains(where: { $0.0 == given.option }) {
      options.append((given.option, given.option.entry))
    }
    return options
  }
}
