/// A command: its name and its entry.
///
/// Each command is declared in the file of its implementation, and listed in ``allCases``.
struct Command: RawRepresentable, Sendable {
  let rawValue: String
  // Made on demand, because a query needs the entry of only one command, and never its examples.
  private let makeEntry: @Sendable () -> CommandEntry

  init(_ name: String, _ entry: @escaping @autoclosure @Sendable () -> CommandEntry) {
    rawValue = name
    makeEntry = entry
  }

  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// The help, operands, actions and implementation of the command.
  var entry: CommandEntry { makeEntry() }

  /// The actions that the first operand may name; empty if the command has none.
  var actions: [String] { entry.actions }

  /// The options that the command accepts, in the order of the help.
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

  /// The commands that query a source and accept the related options.
  static let asking = allCases.filter(\.entry.asks)
  /// The commands whose result is a list or a record: places, saved locations, queries, an address or counts.
  static let listing = allCases.filter(\.entry.isListing)
}

extension Command {
  /// Suggests a command, or a command and action, for an unknown word.
  ///
  /// Considers names used by other programs, actions and misspellings: `search` means `find`, `fetch` means `index
  /// fetch`.
  static func nearest(to word: String) -> String? {
    let isRemoval = ParsedArguments.removalWords.contains(word.lowercased())
    let typed = isRemoval ? ParsedArguments.removalWords[0] : word.lowercased()
    var phrases: [(word: String, phrase: String)] = allCases.map { ($0.rawValue, $0.rawValue) }
    for command in allCases {
      for synonym in command.entry.synonyms {
        let parts = synonym.split(separator: "=", maxSplits: 1).map(String.init)
        let action = parts.dropFirst().joined().split(separator: "_")
        phrases.append((parts[0], ([command.rawValue[...]] + action).joined(separator: " ")))
      }
    }
    // The names of schemas and shells are too common to suggest these commands.
    for command in allCases where ![.schema, .completions].contains(command) {
      phrases += command.actions.map { ($0, "\(command.rawValue) \($0)") }
    }
    if let exact = phrases.first(where: { $0.word == typed }) { return exact.phrase }
    let nearest =
      NearestWord.of(word, among: allCases.map(\.rawValue)) ?? NearestWord.of(word, among: phrases.map(\.word))
    return phrases.first { $0.word == nearest }?.phrase
  }
}

extension ExitStatus {
  /// The statuses with which a command, or one of its actions, may end.
  static func possible(in command: Command, action: String? = nil) -> [ExitStatus] {
    let entry = command.entry
    var own = entry.statuses
    for (only, statuses) in entry.actionStatuses where action == nil || only == action { own += statuses }
    return allCases.filter { $0.isOfEveryCommand || (entry.asks && $0.isOfAsking) || own.contains($0) }
  }

  private var isOfEveryCommand: Bool {
    switch self {
    case .answered, .fileFailed, .usage, .hungUp, .interrupted, .brokenPipe, .terminated: true
    case .keyRefused, .quotaExhausted, .unreachable, .someRowsFailed, .untrustworthy, .incomplete, .nothingFound: false
    }
  }

  private var isOfAsking: Bool { [.keyRefused, .quotaExhausted, .unreachable, .untrustworthy].contains(self) }
}
