/// A command, such as `find`, or an action of a command, such as `index build`.
///
/// Each is declared in the file of its implementation. ``allCases`` lists the commands, and each command its actions.
struct Command: RawRepresentable, Sendable {
  /// The words that name it on a command line.
  let rawValue: String
  // Made on demand, because a query needs the entry of only one command, and no actions.
  private let makeActions: (@Sendable () -> [Command])?
  private let makeEntry: @Sendable () -> CommandEntry

  /// Declares a command and its actions, or an action by its command and its word: `index build`.
  init(
    _ name: String,
    actions: (@Sendable () -> [Command])? = nil,
    _ entry: @escaping @autoclosure @Sendable () -> CommandEntry
  ) {
    rawValue = name
    makeActions = actions
    makeEntry = entry
  }

  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// The help, operands and implementation.
  var entry: CommandEntry { makeEntry() }

  /// The actions that the first operand may name; empty if there are none.
  var actions: [Command] { makeActions?() ?? [] }

  /// The command or action with all of its actions.
  var withActions: [Command] { [self] + actions }

  /// The name of the command that an action belongs to; `nil` for a command.
  var owner: String? { rawValue.firstIndex(of: " ").map { String(rawValue[..<$0]) } }

  /// The word that names an action after its command.
  var word: String { rawValue.split(separator: " ").last.map(String.init) ?? rawValue }

  /// The words that the first operand may be; empty if it may be anything.
  var firstWords: [String] { actions.map(\.word) + entry.words }

  /// The options that the command or an action of it accepts, in the order of the help.
  var options: [Option] { Option.allCases.filter { $0.help(in: self) != nil } }
}

extension Command: Hashable, CustomStringConvertible {
  static func == (left: Command, right: Command) -> Bool { left.rawValue == right.rawValue }

  func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  var description: String { rawValue }
}

extension Command: CaseIterable {
  /// All commands, in the order of the help.
  static let allCases: [Command] = [
    .find, .browse, .batch, .index, .near, .where, .here, .show, .history, .saved, .cache, .categories, .quota, .mcp,
    .skill, .doctor, .schema, .completions, .manual, .help,
  ]

  /// All commands and actions.
  static let everything = allCases.flatMap(\.withActions)
}

extension Command {
  /// Words that mean removing, in every command that can remove something.
  static let removalWords = ["remove", "rm", "delete"]

  /// Suggests a command, or a command and action, for an unknown word.
  ///
  /// Considers names used by other programs, actions and misspellings: `search` means `find`, `fetch` means `index
  /// fetch`.
  static func nearest(to word: String) -> String? {
    let isRemoval = removalWords.contains(word.lowercased())
    let typed = isRemoval ? removalWords[0] : word.lowercased()
    var phrases: [(word: String, phrase: String)] = allCases.map { ($0.rawValue, $0.rawValue) }
    for command in allCases {
      for synonym in command.entry.synonyms {
        let parts = synonym.split(separator: "=", maxSplits: 1).map(String.init)
        let action = parts.dropFirst().joined().split(separator: "_")
        phrases.append((parts[0], ([command.rawValue[...]] + action).joined(separator: " ")))
      }
    }
    for action in everything where action.owner != nil { phrases.append((action.word, action.rawValue)) }
    if let exact = phrases.first(where: { $0.word == typed }) { return exact.phrase }
    let nearest =
      NearestWord.of(word, among: allCases.map(\.rawValue)) ?? NearestWord.of(word, among: phrases.map(\.word))
    return phrases.first { $0.word == nearest }?.phrase
  }
}

extension ExitStatus {
  /// Returns the statuses with which a command, or one of its actions, may end.
  static func possible(in command: Command) -> [ExitStatus] {
    let entries = command.withActions.map(\.entry)
    let own = entries.flatMap(\.statuses)
    let queriesSource = entries.contains(where: \.queriesSource)
    return allCases.filter { $0.isOfEveryCommand || (queriesSource && $0.isOfSourceCommands) || own.contains($0) }
  }

  private var isOfEveryCommand: Bool {
    switch self {
    case .success, .fileFailed, .usage, .hungUp, .interrupted, .brokenPipe, .terminated: true
    case .keyRefused, .quotaExhausted, .unreachable, .someRowsFailed, .untrustworthy, .incomplete, .nothingFound: false
    }
  }

  private var isOfSourceCommands: Bool { [.keyRefused, .quotaExhausted, .unreachable, .untrustworthy].contains(self) }
}
