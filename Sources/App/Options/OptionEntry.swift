import Domain

/// The declaration of an option: names, value, help, commands, and how a value is read.
struct OptionEntry: Sendable {
  /// The headings of the help, in order.
  enum Group: String, CaseIterable, Sendable {
    case what = "What"
    case place = "Where"
    case amount = "How many"
    case rows = "Rows"
    case source = "Source"
    case output = "Output"
    case messages = "Messages"
  }

  /// The value of an option.
  enum Value: Sendable {
    /// Returns the words, which may depend on the services; called only when they are needed.
    typealias Words = @Sendable ([Service]) -> [String]

    /// None: the option is a flag.
    case none
    /// A value, shown by this placeholder.
    case text(String)
    /// A path.
    case file
    /// One of these words.
    case words(Words)
    /// Some of these words, separated by commas; the option may be repeated.
    case list(Words)

    /// One of the words of an enumeration.
    static func oneOf<Known: RawRepresentable & CaseIterable & Sendable>(_: Known.Type) -> Value
    where Known.RawValue == String {
      .words { _ in Known.allCases.map(\.rawValue) }
    }

    /// Some of the words of an enumeration.
    static func list<Known: RawRepresentable & CaseIterable & Sendable>(of _: Known.Type) -> Value
    where Known.RawValue == String {
      .list { _ in Known.allCases.map(\.rawValue) }
    }
  }

  /// The help on an option in some commands.
  struct Help: Sendable {
    /// The commands that this help is for.
    let commands: [Command]
    /// Whether the short help shows it.
    let isCommon: Bool
    /// The actions of the commands that do not take it; `""` for no action.
    let exceptions: [String]
    /// What it does, in a line; computed only when it is shown.
    let summary: @Sendable ([Service]) -> String
    /// The default value, as text.
    let defaultText: @Sendable () -> String?
  }

  /// Parses what was given, and stores it in the arguments.
  typealias Read = @Sendable (inout Arguments, GivenOption) throws -> Void

  /// The long name, without the dashes.
  let name: String
  /// The one-letter name.
  let short: Character?
  /// Other long names that are accepted, without the dashes.
  let aliases: [String]
  /// Its names in other programs, separated by blanks; `NAME=VALUE` for a name that corresponds to one of its values.
  ///
  /// They are not accepted; the error message proposes this option.
  private(set) var synonyms = ""
  /// The heading that it is listed under.
  let group: Group
  /// The value that it takes.
  let value: Value
  /// What completes its value in a shell, unless the value is a file or one of few words.
  private(set) var completion = Completion.nothing
  /// Options that it cannot be combined with.
  private(set) var conflicts: [Option] = []
  /// Options that it requires.
  private(set) var needs: [Option] = []
  /// The help for each command that takes the option.
  private(set) var help: [Help] = []
  /// How its value is parsed and where it is stored.
  let read: Read

  init(
    _ name: String,
    short: Character? = nil,
    _ value: Value = .none,
    in group: Group,
    aliases: [String] = [],
    read: @escaping Read = { _, _ in }
  ) {
    self.name = name
    self.short = short
    self.aliases = aliases
    self.group = group
    self.value = value
    self.read = read
  }

  /// An option that names a column of a batch, and maybe of an index's inputs; `what` says what the column holds.
  static func column(
    _ role: ColumnRole,
    _ what: String,
    default names: String? = nil,
    inIndex whatInIndex: String? = nil,
    readInIndex: Read? = nil
  ) -> Self {
    let entry = OptionEntry("\(role.names[0])-column", .text("NAME"), in: .rows) { all, given in
      all.columns[role] = given.text
      try readInIndex?(&all, given)
    }
    .help([.batch], "column with \(what)", default: names ?? role.names.joined(separator: ", "))
    guard let whatInIndex else { return entry }
    return entry.help([.index], "column with \(whatInIndex)", except: IndexAction.notBuilding)
  }

  /// Adds its names in other programs.
  func called(_ synonyms: String) -> Self { with { $0.synonyms = synonyms } }

  /// Says what completes its value in a shell.
  func completed(by completion: Completion) -> Self { with { $0.completion = completion } }

  /// Adds the options that it cannot be combined with.
  func conflicts(with options: Option...) -> Self { with { $0.conflicts = options } }

  /// Adds the options that it requires.
  func needs(_ options: Option...) -> Self { with { $0.needs = options } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// Adds commands that take it, with its help there; `exceptions` are their actions that do not.
  func help(
    _ commands: [Command],
    default defaultText: @autoclosure @escaping @Sendable () -> String? = nil,
    isCommon: Bool = false,
    except exceptions: [String] = [],
    _ summary: @escaping @Sendable ([Service]) -> String
  ) -> Self {
    let help = Help(
      commands: commands,
      isCommon: isCommon,
      exceptions: exceptions,
      summary: summary,
      defaultText: defaultText
    )
    return with { $0.help.append(help) }
  }

  /// The same, with a summary that fits into the line.
  func help(
    _ commands: [Command],
    _ summary: @autoclosure @escaping @Sendable () -> String,
    default defaultText: @autoclosure @escaping @Sendable () -> String? = nil,
    isCommon: Bool = false,
    except exceptions: [String] = []
  ) -> Self {
    help(commands, default: defaultText(), isCommon: isCommon, except: exceptions) { _ in summary() }
  }

  /// Every long name that is accepted.
  var names: [String] { [name] + aliases }

  var takesValue: Bool { if case .none = value { false } else { true } }

  /// Whether each use adds to a list.
  var repeats: Bool { if case .list = value { true } else { false } }

  /// The help in a command; `nil` when the command does not take the option.
  func help(in command: Command) -> Help? { help.first { $0.commands.contains(command) } }

  /// What to write instead of another program's name; `nil` when this option has no such name there.
  func replacement(for name: String) -> String? {
    for synonym in synonyms.split(separator: " ") {
      let parts = synonym.split(separator: "=")
      if parts[0] == name { return (["--" + self.name] + parts.dropFirst()).joined(separator: " ") }
    }
    return nil
  }

  /// What to write instead of one of its values as an option, such as `--csv`; `nil` for any other word.
  func replacement(forValue word: String, _ services: [Service]) -> String? {
    guard case .words(let words) = value, words(services).contains(word) else { return nil }
    return "--\(name) \(word)"
  }
}
