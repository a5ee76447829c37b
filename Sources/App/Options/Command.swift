/// A command: its name, and what its entry declares.
///
/// Each is one declaration, in the file of what runs it, and a name in the list of all.
struct Command: RawRepresentable, Sendable {
  /// The name.
  let rawValue: String
  // Made when it is asked for, since a query needs the entry of one command, and its examples never.
  private let makeEntry: @Sendable () -> CommandEntry

  /// Declares a command.
  init(_ name: String, _ entry: @escaping @autoclosure @Sendable () -> CommandEntry) {
    rawValue = name
    makeEntry = entry
  }

  /// Finds the command of a name.
  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }

  /// Its help, its operands and actions, and what runs it.
  var entry: CommandEntry { makeEntry() }

  /// The actions that its first operand names; none for a command without actions.
  var actions: [String] { entry.actions }

  /// The options that the command takes, in the order of their listing.
  var options: [Option] { Option.allCases.filter { $0.help(in: self) != nil } }
}

extension Command: Hashable, CustomStringConvertible {
  static func == (left: Command, right: Command) -> Bool { left.rawValue == right.rawValue }

  func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  var description: String { rawValue }
}

extension Command: CaseIterable {
  /// Every command, in the order of the help.
  static let allCases: [Command] = [
    .find, .browse, .batch, .index, .near, .where, .here, .show, .history, .saved, .cache, .categories, .quota, .mcp,
    .skill, .doctor, .schema, .completions, .manual, .help,
  ]

  /// The commands that ask a source, and take the options of asking.
  static let asking = allCases.filter(\.entry.asks)
  /// The commands whose answer is a list or a record: places, positions, queries, an address or counts.
  static let listing = allCases.filter(\.entry.isListing)
}

extension Command {
  /// What a word that is no command was meant to be, as it is typed: a command, or one with an action.
  ///
  /// Names of other programs and actions count as well as names that are mistyped: `search` means `find`, `fetch` means
  /// `index fetch`.
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
    // The names of schemas and shells are too common to mean these.
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
  /// The statuses that a command, or one of its actions, can end with.
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
