import Domain

/// The declaration of a command: its help, operands, statuses and implementation.
///
/// ``Option`` declares which commands accept it.
struct CommandEntry: Sendable {
  /// Makes the provider of use cases for a source.
  typealias ProviderMaker = @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// The summary in one line.
  let summary: String
  /// The maximum number of operands, including the action.
  let operandLimit: Int
  /// The completion of operands in a shell, in addition to the actions.
  let completion: Completion
  /// Whether the command queries a source and accepts the related options.
  let asks: Bool
  /// The condition under which the command queries a source; `nil` if it always or never does.
  let asksOnly: Occasion?
  /// Whether its result is a list or a record.
  let isListing: Bool
  /// The condition under which the command changes or opens something instead of listing; `nil` if it always lists.
  let changes: Occasion?
  /// The statuses in addition to those of all commands, and of all commands that query a source.
  let statuses: [ExitStatus]
  /// The statuses of single actions.
  let actionStatuses: [(action: String, statuses: [ExitStatus])]
  /// Runs the command.
  let run: @Sendable (Arguments, World, @escaping ProviderMaker) async throws -> Void

  private let synonymWords: String
  // Made on demand, because a query never needs them.
  private let makeUsage: @Sendable () -> String
  private let makeActions: @Sendable () -> [String]
  private let makeExamples: @Sendable () -> [(line: String, meaning: String)]

  init(
    _ summary: String,
    called synonyms: String = "",
    usage: @escaping @autoclosure @Sendable () -> String,
    actions: @escaping @autoclosure @Sendable () -> [String] = [],
    operands operandLimit: Int = 0,
    completes completion: Completion = .nothing,
    asks: Bool = false,
    asksOnly: Occasion? = nil,
    isListing: Bool = false,
    changes: Occasion? = nil,
    statuses: [ExitStatus] = [],
    actionStatuses: [(action: String, statuses: [ExitStatus])] = [],
    examples: @escaping @autoclosure @Sendable () -> [(line: String, meaning: String)],
    run: @escaping @Sendable (Arguments, World, @escaping ProviderMaker) async throws -> Void
  ) {
    self.summary = summary
    makeUsage = usage
    makeActions = actions
    self.operandLimit = operandLimit
    self.completion = completion
    synonymWords = synonyms
    makeExamples = examples
    self.asks = asks
    self.asksOnly = asksOnly
    self.isListing = isListing
    self.changes = changes
    self.statuses = statuses
    self.actionStatuses = actionStatuses
    self.run = run
  }
  /// The synopsis; further lines are indented below the first one.
  var usage: String { makeUsage().split(separator: "\n").joined(separator: "\n       ") }

  /// The actions that the first operand may name; empty if the command has none.
  var actions: [String] { makeActions() }

  /// Names used by other programs for the command, or as `WORD=ACTION` for one of its actions.
  var synonyms: [String] { synonymWords.split(separator: " ").map(String.init) }

  /// Command lines to copy, with their meanings.
  var examples: [(line: String, meaning: String)] { makeExamples() }
}
