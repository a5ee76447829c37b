import Domain

/// An option of the command line: its names, its value, its help in each command that takes it, and how it is read.
///
/// Each is one declaration, in the file of its heading in `Flags`. Parsing, help, manual, completion, the user's file
/// of options and the messages of errors are derived from it. When a name means different things to two commands, each
/// has its own option, such as ``category`` and ``indexCategory``.
///
/// A class, because an option is one thing however often it is given, and since an array of references is made and
/// searched in a moment.
final class Option: Sendable {
  /// The headings of the help, in order.
  enum Heading: String, CaseIterable, Sendable {
    case what = "What"
    case place = "Where"
    case amount = "How many"
    case rows = "Rows"
    case source = "Source"
    case output = "Output"
    case messages = "Messages"
  }

  /// What a value looks like.
  enum Value: Sendable {
    /// None: the option is a flag.
    case none
    /// A value, shown by this placeholder.
    case text(String)
    /// A path.
    case file
    /// One of these words, of which some are names of services.
    case word(@Sendable ([Service]) -> [String])
    /// Some of these words, separated by commas; the option may be repeated.
    case words(@Sendable ([Service]) -> [String])
  }

  /// The long names, without the dashes; the first is the one that is shown.
  let names: [String]
  /// The one-letter name.
  let letter: Character?
  let value: Value
  /// What the help lists it under.
  let heading: Heading
  /// Its names in other programs, separated by blanks; `NAME=VALUE` for a name that corresponds to one of its values.
  ///
  /// They are not accepted; the error message proposes this option.
  let synonyms: String
  /// What completes its value in a shell, unless the value is a file or one of few words.
  let completion: Completion
  /// Whether each use adds to a list; of other options the last use counts.
  let repeats: Bool
  /// Whether it belongs on a command line, not in the user's file of options: a key, what overwrites or opens
  /// something, and what is no wish for every command.
  let isOnlyTyped: Bool
  /// The formats in which alone it means something; `nil` for all.
  let forms: (@Sendable (OutputFormat) -> Bool)?
  /// Parses what was given, and stores it in the arguments; a flag has nothing to store.
  let read: @Sendable (GivenOption, inout Arguments) throws -> Void

  // Made when they are asked for: options name each other, and a query needs the help of few of them.
  private let makeConflicts: @Sendable () -> [Option]
  private let makeNeeds: @Sendable () -> [Option]
  private let makeHelp: @Sendable () -> [Help]

  /// Declares an option.
  ///
  /// - Parameters:
  ///   - name: The long name that is shown, without the dashes.
  ///   - aliases: Further long names.
  ///   - letter: The one-letter name.
  ///   - value: What its value looks like.
  ///   - heading: What the help lists it under.
  ///   - synonyms: Its names in other programs.
  ///   - completion: What completes its value in a shell.
  ///   - repeats: Whether each use adds to a list; a list of words does so in any case.
  ///   - conflicts: Options that it cannot be combined with.
  ///   - needs: Options that it requires.
  ///   - onlyTyped: Whether the user's file of options may not give it.
  ///   - forms: The formats in which alone it means something.
  ///   - help: The help for each command that takes it.
  ///   - read: Stores its value in the arguments.
  init(
    _ name: String,
    aliases: [String] = [],
    letter: Character? = nil,
    value: Value = .none,
    under heading: Heading,
    called synonyms: String = "",
    completes completion: Completion = .nothing,
    repeats: Bool = false,
    without conflicts: @escaping @autoclosure @Sendable () -> [Option] = [],
    with needs: @escaping @autoclosure @Sendable () -> [Option] = [],
    onlyTyped: Bool = false,
    for forms: (@Sendable (OutputFormat) -> Bool)? = nil,
    help: @escaping @autoclosure @Sendable () -> [Help],
    read: @escaping @Sendable (GivenOption, inout Arguments) throws -> Void = { _, _ in }
  ) {
    names = [name] + aliases
    self.letter = letter
    self.value = value
    self.heading = heading
    self.synonyms = synonyms
    self.completion = completion
    self.repeats = repeats || value.isList
    isOnlyTyped = onlyTyped
    self.forms = forms
    makeConflicts = conflicts
    makeNeeds = needs
    makeHelp = help
    self.read = read
  }
}

extension Option.Value {
  /// Whether the value is a list, of which the last word is typed.
  var isList: Bool { if case .words = self { true } else { false } }
}

extension Option: Hashable, CustomStringConvertible {
  static func == (left: Option, right: Option) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The long name with its dashes, such as `--radius`.
  var description: String { spelling }
}

extension Option: CaseIterable {
  /// Every option; in each heading in the order of the help.
  static let allCases =
    whatFlags + whereFlags + amountFlags + batchRowsFlags + indexRowsFlags + columnsFlags + sourceFlags + keptFlags
    + indexDataFlags + formatFlags + outputFlags + messagesFlags

  /// The option of a long name, whichever command takes it; `nil` if there is none.
  static func named(_ name: String) -> Option? { allCases.first { $0.names.contains(name) } }
}

extension Option {
  /// The long name that is shown, without the dashes.
  var name: String { names[0] }

  /// The long name with its dashes, such as `--radius`.
  var spelling: String { "--" + name }

  /// Its shortest name with its dashes, such as `-r`.
  var shortSpelling: String { letter.map { "-\($0)" } ?? spelling }

  /// The option with a value, to be typed: one word where the value looks like an option.
  func with(_ value: String, isShort: Bool = true) -> String {
    guard !value.hasPrefix("-") else { return ShellWord.quoted("\(spelling)=\(value)") }
    return "\(isShort ? shortSpelling : spelling) \(ShellWord.quoted(value))"
  }

  /// The options that choose which source answers.
  static let choosingSource: Set<Option> = [.source, .index, .endpoint, .keyFile]

  var takesValue: Bool { if case .none = value { false } else { true } }

  /// Options that it cannot be combined with.
  var conflicts: [Option] { makeConflicts() }

  /// Options that it requires.
  var needs: [Option] { makeNeeds() }

  /// The help for each command that takes the option.
  var help: [Help] { makeHelp() }

  /// The help in a command; `nil` when the command does not take the option.
  func help(in command: Command) -> Help? { help.first { $0.isFor(command) } }

  /// Whether it cannot be combined with another option.
  func excludes(_ other: Option) -> Bool { conflicts.contains(other) || other.conflicts.contains(self) }

  /// The words that are a value of the option.
  func words(_ services: [Service]) -> [String] {
    switch value {
    case .word(let words), .words(let words): words(services)
    case .none, .text, .file: []
    }
  }

  /// What to write instead of another program's name; `nil` when this option has no such name there.
  func replacement(for name: String) -> String? {
    for synonym in synonyms.split(separator: " ") {
      let parts = synonym.split(separator: "=")
      if parts[0] == name { return ([spelling] + parts.dropFirst().map(String.init)).joined(separator: " ") }
    }
    return nil
  }
}
