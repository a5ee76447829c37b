import Domain

/// What a command declares: its help, its operands, how it may end, and what runs it.
///
/// Which options it takes, ``Option`` says.
struct CommandEntry: Sendable {
  /// Makes the provider of use cases for a source.
  typealias ProviderMaker = @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// What it does, in a line.
  let summary: String
  /// The largest number of operands, its action included.
  let operandLimit: Int
  /// What completes an operand in a shell, beside the actions.
  let completion: Completion
  /// Whether it asks a source, and takes the options of asking.
  let asks: Bool
  /// What makes the command ask a source; `nil` for a command that asks one in any case, or never.
  let asksOnly: Occasion?
  /// Whether its answer is a list or a record.
  let isListing: Bool
  /// What makes the command change or open something, after which it lists nothing; `nil` for a command that always
  /// lists.
  let changes: Occasion?
  /// The statuses that it can end with beside those of every command, and of every command that asks.
  let statuses: [ExitStatus]
  /// The statuses that only one of its actions can end with, by the action.
  let actionStatuses: [(action: String, statuses: [ExitStatus])]
  /// Runs it.
  let run: @Sendable (Arguments, World, @escaping ProviderMaker) async throws -> Void

  private let synonymWords: String
  // Made when they are asked for, which a query never does.
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
  /// The synopsis; each further line is indented below the first one.
  var usage: String { makeUsage().split(separator: "\n").joined(separator: "\n       ") }

  /// The actions that its first operand names; none for a command without actions.
  var actions: [String] { makeActions() }

  /// What people call it in other programs: words for it, or for one of its actions as `WORD=ACTION`.
  var synonyms: [String] { synonymWords.split(separator: " ").map(String.init) }

  /// Command lines to copy, each with what it does.
  var examples: [(line: String, meaning: String)] { makeExamples() }
}
