/// The commands; the raw value is the name.
enum Command: String, CaseIterable, Sendable {
  case find
  case browse
  case batch
  case index
  case near
  case `where`
  case here
  case show
  case history
  case saved
  case cache
  case categories
  case quota
  case doctor
  case schema
  case completions
  case manual
  case help

  /// The commands that ask a source.
  static let asking: [Command] = [.find, .browse, .batch, .near, .where, .here, .history]
  /// The commands whose answer is a list or a record: places, positions, queries, an address or counts.
  static let listing: [Command] = [.near, .where, .here, .show, .history, .saved, .cache, .quota, .doctor]

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

  /// The options that the command takes, in the order of their listing.
  var options: [Option] { Option.allCases.filter { $0.help(in: self) != nil } }
}

/// The actions of `index`.
enum IndexAction: String, CaseIterable, Sendable {
  case build
  case add
  case remove
  case info
  case list
  case verify
  case fetch

  /// The actions that only read indexes.
  static let reading = [info, list, verify].map(\.rawValue)
  /// The actions that read no files of places.
  static let notBuilding = reading + [remove, fetch].map(\.rawValue)
  /// The actions that ask no service.
  static let notFetching = allCases.filter { $0 != fetch }.map(\.rawValue)
}

/// The actions of `history`; any other word filters it.
enum HistoryAction: String, CaseIterable, Sendable {
  case clear
}

/// The actions of `saved`.
enum SavedAction: String, CaseIterable, Sendable {
  case add
  case remove
  case list

  /// The actions that list nothing.
  static let changing = [add, remove].map(\.rawValue)
}

/// The actions of `cache`.
enum CacheAction: String, CaseIterable, Sendable {
  case info
  case clear
}

/// The documents that the program writes as JSON.
enum SchemaName: String, CaseIterable, Sendable {
  case answer
  case place
  case features
  case record
  case summary
  case dryRun = "dry-run"
  case error
  case notice
  case index
  case indexes
  case categories
  case address
  case positions
  case history
  case saved
  case shown
  case cache
  case quota
  case checks
}

extension ExitStatus {
  /// The statuses that a command can end with.
  static func possible(in command: Command) -> [ExitStatus] { allCases.filter { $0.isPossible(in: command) } }

  private func isPossible(in command: Command) -> Bool {
    switch self {
    case .answered, .fileFailed, .usage, .hungUp, .interrupted, .brokenPipe, .terminated: true
    case .keyRefused: Command.asking.contains(command) || [.show, .saved].contains(command)
    case .quotaExhausted, .unreachable: Command.asking.contains(command)
    case .someRowsFailed: command == .batch
    case .untrustworthy: Command.asking.contains(command) || [.index, .show, .saved, .categories].contains(command)
    case .incomplete: command == .find
    case .nothingFound: [.find, .browse, .batch, .near, .where, .here, .show, .saved].contains(command)
    }
  }
}

extension Command {
  /// Finds a case by its word; what the compiler would make builds a table of all words for the first one.
  init?(rawValue: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = found
  }
}
