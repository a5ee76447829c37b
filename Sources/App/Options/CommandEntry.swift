import Domain

/// What a command declares: its help, its operands, how it may end, and what runs it; which options it takes, ``Option``
/// says.
struct CommandEntry: Sendable {
  /// Makes the provider of use cases for a source.
  typealias ProviderMaker = @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// What it does, in a line.
  let summary: String
  /// The synopsis; each further line is indented below the first one.
  let usage: String
  /// The actions that its first operand names; none for a command without actions.
  let actions: [String]
  /// The largest number of operands, its action included.
  let operandLimit: Int
  /// What completes an operand in a shell, beside the actions.
  let completion: Completion
  /// What people call it in other programs: words for it, or for one of its actions as `WORD=ACTION`.
  let synonyms: [String]
  /// Command lines to copy, each with what it does.
  let examples: [(line: String, meaning: String)]
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
  /// Runs it.
  let run: @Sendable (Arguments, World, @escaping ProviderMaker) async throws -> Void

  init(
    _ summary: String,
    called synonyms: String = "",
    usage: String,
    actions: [String] = [],
    operands operandLimit: Int = 0,
    completes completion: Completion = .nothing,
    asks: Bool = false,
    asksOnly: Occasion? = nil,
    isListing: Bool = false,
    changes: Occasion? = nil,
    statuses: [ExitStatus] = [],
    examples: [(line: String, meaning: String)],
    run: @escaping @Sendable (Arguments, World, @escaping ProviderMaker) async throws -> Void
  ) {
    self.summary = summary
    self.usage = usage.split(separator: "\n").joined(separator: "\n       ")
    self.actions = actions
    self.operandLimit = operandLimit
    self.completion = completion
    self.synonyms = synonyms.split(separator: " ").map(String.init)
    self.examples = examples
    self.asks = asks
    self.asksOnly = asksOnly
    self.isListing = isListing
    self.changes = changes
    self.statuses = statuses
    self.run = run
  }
}
