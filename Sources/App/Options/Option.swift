import Domain

/// A command-line option: its names, its value, its help in each command that accepts it, and how it is read.
///
/// Each option is declared in the file of its heading. Parsing, help, manual, completion, the configuration file and
/// error messages are derived from the declarations. If a name has different meanings in two commands, each has its own
/// option, such as ``category`` and ``indexCategory``.
///
/// A class, because an option has an identity, and an array of references is made and searched quickly.
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

  /// The form of a value.
  enum Value: Sendable {
    /// No value: the option is a flag.
    case none
    /// A value, described by this placeholder.
    case text(String)
    /// A path.
    case file
    /// One of these words, including names of services.
    case word(@Sendable ([Service]) -> [String])
    /// Comma-separated words from this list; the option may be repeated.
    case words(@Sendable ([Service]) -> [String])
    /// A format of the document that the command prints.
    case format
  }

  /// The long names without dashes; the first one is shown.
  let names: [String]
  /// The one-letter name.
  let letter: Character?
  let value: Value
  /// The heading in the help.
  let heading: Heading
  /// Names in other programs, separated by spaces; `NAME=VALUE` for a name that corresponds to one of the values.
  ///
  /// They aren't accepted, but the error message suggests this option.
  let synonyms: String
  /// The completion of the value in a shell, unless the value is a file or a fixed word.
  let completion: Completion
  /// Whether repeating the option adds to a list; otherwise the last one wins.
  let repeats: Bool
  /// Whether the option isn't allowed in the configuration file: a key, an option that overwrites or opens something,
  /// or one that makes no sense for all commands.
  let isOnlyTyped: Bool
  /// The words that may follow a flag after an equals sign.
  let attached: [String]
  /// The formats in which the option has an effect; `nil` for all.
  let formats: (@Sendable (OutputFormat) -> Bool)?
  /// Parses the given values and stores the result in the arguments; a flag stores nothing.
  let read: @Sendable (OptionValues, inout Arguments) throws -> Void

  // Made on demand, because options refer to each other, and a query needs the help of few options.
  private let makeConflicts: @Sendable () -> [Option]
  private let makeNeeds: @Sendable () -> [Option]
  private let makeHelp: @Sendable () -> [Help]

  /// Declares an option.
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
    attached: [String] = [],
    for formats: (@Sendable (OutputFormat) -> Bool)? = nil,
    help: @escaping @autoclosure @Sendable () -> [Help],
    read: @escaping @Sendable (OptionValues, inout Arguments) throws -> Void = { _, _ in }
  ) {
    names = [name] + aliases
    self.letter = letter
    self.value = value
    self.heading = heading
    self.synonyms = synonyms
    self.completion = completion
    self.repeats = repeats || value.isList
    isOnlyTyped = onlyTyped
    self.attached = attached
    self.formats = formats
    makeConflicts = conflicts
    makeNeeds = needs
    makeHelp = help
    self.read = read
  }
}

extension Option.Value {
  /// Whether the value is a list, in which only the last word is completed.
  var isList: Bool { if case .words = self { true } else { false } }
}

extension Option: Hashable, CustomStringConvertible {
  static func == (left: Option, right: Option) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The long name with its dashes, such as `--radius`.
  var description: String { spelling }
}

extension Option: CaseIterable {
  /// All options; within each heading, in the order of the help.
  static let allCases =
    queryOptions + openingOptions + areaOptions + amountOptions + batchRowsOptions + indexRowsOptions
    + tableFormatOptions
    + sourceOptions + savedOptions
    + indexDataOptions + formatOptions + outputOptions + messagesOptions

  /// Returns the option with a long name, in any command; `nil` if there is none.
  static func named(_ name: String) -> Option? { allCases.first { $0.names.contains(name) } }
}

extension Option {
  /// The long name that is shown, without dashes.
  var name: String { names[0] }

  /// The long name with its dashes, such as `--radius`.
  var spelling: String { "--" + name }

  /// The shortest name with its dashes, such as `-r`.
  var shortSpelling: String { letter.map { "-\($0)" } ?? spelling }

  /// Returns the option with a value, ready to type: as one word if the value looks like an option.
  func with(_ value: String, isShort: Bool = true) -> String {
    guard !value.hasPrefix("-") else { return ShellWord.quoted("\(spelling)=\(value)") }
    return "\(isShort ? shortSpelling : spelling) \(ShellWord.quoted(value))"
  }

  /// The options that select the source.
  static let choosingSource: Set<Option> = [.source, .index, .endpoint, .keyFile]

  var takesValue: Bool { if case .none = value { false } else { true } }

  /// Options that can't be combined with this one.
  var conflicts: [Option] { makeConflicts() }

  /// Options that this one requires.
  var needs: [Option] { makeNeeds() }

  /// The help for each command that accepts the option.
  var help: [Help] { makeHelp() }

  /// Returns the help in a command, or in the first of its actions that accepts the option; `nil` if none accepts it.
  func help(in command: Command) -> Help? {
    let help = help
    if let own = help.first(where: { $0.isFor(command) }) { return own }
    return command.actions.lazy.compactMap { action in help.first { $0.isFor(action) } }.first
  }

  /// Returns whether a word of a command line, with its dashes, is a name of the option.
  func isNamed(by word: String) -> Bool {
    names.contains { "--\($0)" == word } || letter.map { "-\($0)" == word } == true
  }

  /// Returns whether the option can't be combined with another.
  func excludes(_ other: Option) -> Bool { conflicts.contains(other) || other.conflicts.contains(self) }

  /// Returns the fixed words that are valid values in a command, or in any command if it is `nil`.
  func words(_ services: [Service], in command: Command? = nil) -> [String] {
    switch value {
    case .word(let words), .words(let words): words(services)
    case .format: (command?.formats ?? OutputFormat.allCases).map(\.rawValue)
    case .none, .text, .file: []
    }
  }

  /// Returns the replacement for another program's option name; `nil` if this option isn't meant.
  func replacement(for name: String) -> String? {
    for synonym in synonyms.split(separator: " ") {
      let parts = synonym.split(separator: "=")
      if parts[0] == name { return ([spelling] + parts.dropFirst().map(String.init)).joined(separator: " ") }
    }
    return nil
  }
}
