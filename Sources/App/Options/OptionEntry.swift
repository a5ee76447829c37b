/// All there is to say about an option: names, value, help, commands, and how a value is read.
struct OptionEntry: Sendable {
  /// The headings that options are listed under, in their order.
  enum Group: String, CaseIterable, Sendable {
    case what = "What"
    case place = "Where"
    case amount = "How many"
    case rows = "Rows"
    case source = "Source"
    case output = "Output"
    case messages = "Messages"
  }

  /// What an option takes.
  enum Value: Sendable {
    /// Words, put together only when somebody asks for them.
    typealias Words = @Sendable () -> [String]

    /// Nothing: it is given or not.
    case none
    /// A value, shown as this word.
    case text(String)
    /// A path, which a shell completes.
    case file
    /// One of these words.
    case words(Words)
    /// Some of these words, separated by commas; given again, it adds.
    case list(Words)

    /// One of the words of an enumeration.
    static func oneOf<Known: RawRepresentable & CaseIterable & Sendable>(_: Known.Type) -> Value
    where Known.RawValue == String {
      .words { Known.allCases.map(\.rawValue) }
    }

    /// Some of the words of an enumeration.
    static func list<Known: RawRepresentable & CaseIterable & Sendable>(of _: Known.Type) -> Value
    where Known.RawValue == String {
      .list { Known.allCases.map(\.rawValue) }
    }
  }

  /// What the help of some commands says about an option.
  struct Help: Sendable {
    /// The commands that take the option so.
    let commands: [Command]
    /// Whether the short help shows it.
    let isCommon: Bool
    fileprivate let makeSummary: @Sendable () -> String
    fileprivate let makeDefault: @Sendable () -> String?

    /// What it does, in a line; put together only when somebody reads it.
    var summary: String { makeSummary() }
    /// The default value, as text.
    var defaultText: String? { makeDefault() }
  }

  /// Stores what was given among the arguments.
  typealias Read = @Sendable (inout Arguments, GivenOption) throws(UsageError) -> Void

  /// The long name, without the dashes.
  let name: String
  /// The one-letter form.
  let short: Character?
  /// Other long names that are accepted, without the dashes.
  let aliases: [String]
  /// What other programs call it, separated by blanks, `NAME=VALUE` where a value belongs to it: never accepted, but
  /// answered with the option to write.
  private(set) var synonyms = ""
  /// Where it is listed.
  let group: Group
  /// What it takes.
  let value: Value
  /// Options that contradict it.
  private(set) var conflicts: [Option] = []
  /// Options without which it makes no sense.
  private(set) var needs: [Option] = []
  /// What it means to each command; a command that no entry names does not take it.
  private(set) var help: [Help] = []
  /// How its value is read and where it is kept.
  let read: Read

  /// Begins an entry of the table; what else there is to say about the option follows.
  init(
    _ name: String,
    short: Character? = nil,
    _ value: Value = .none,
    in group: Group,
    aliases: [String] = [],
    read: @escaping Read
  ) {
    self.name = name
    self.short = short
    self.aliases = aliases
    self.group = group
    self.value = value
    self.read = read
  }

  /// Adds what other programs call it.
  func called(_ synonyms: String) -> Self {
    var copy = self
    copy.synonyms = synonyms
    return copy
  }

  /// Adds the options that contradict it.
  func conflicts(with options: Option...) -> Self {
    var copy = self
    copy.conflicts = options
    return copy
  }

  /// Adds the options without which it makes no sense.
  func needs(_ options: Option...) -> Self {
    var copy = self
    copy.needs = options
    return copy
  }

  /// Adds commands that take it, and what it means to them.
  ///
  /// - Parameters:
  ///   - commands: The commands.
  ///   - summary: What it does, in a line.
  ///   - defaultText: The default value, as text.
  ///   - isCommon: Whether the short help shows it.
  /// - Returns: The entry with them.
  func help(
    _ commands: [Command],
    _ summary: @autoclosure @escaping @Sendable () -> String,
    default defaultText: @autoclosure @escaping @Sendable () -> String? = nil,
    isCommon: Bool = false
  ) -> Self {
    var copy = self
    copy.help.append(Help(commands: commands, isCommon: isCommon, makeSummary: summary, makeDefault: defaultText))
    return copy
  }

  /// Every long name that is accepted.
  var names: [String] { [name] + aliases }

  /// Whether a value belongs to it.
  var takesValue: Bool {
    if case .none = value { false } else { true }
  }

  /// What it means to a command; `nil` when the command does not take it.
  func help(in command: Command) -> Help? { help.first { $0.commands.contains(command) } }

  /// What to write in place of another program's name for it; `nil` when that is no name of this option.
  func replacement(for name: String) -> String? {
    for synonym in synonyms.split(separator: " ") {
      let parts = synonym.split(separator: "=")
      if parts[0] == name { return (["--" + self.name] + parts.dropFirst()).joined(separator: " ") }
    }
    return nil
  }

  /// What to write where one of its values was written as an option, such as `--json`; `nil` for any other word.
  func replacement(forValue word: String) -> String? {
    guard case .words(let words) = value, words().contains(word) else { return nil }
    return "--\(name) \(word)"
  }
}
