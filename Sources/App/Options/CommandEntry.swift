import Domain

/// The declaration of a command or an action: its help, operands, statuses and implementation.
///
/// ``Option`` declares which commands accept it.
struct CommandEntry: Sendable {
  /// Makes the provider of use cases for a source.
  typealias ProviderMaker = @Sendable (SourceConfiguration) -> any UseCaseProvider
  /// Runs a command line.
  typealias Run = @Sendable (Arguments, World, @escaping ProviderMaker) async throws -> Void

  /// The summary in one line.
  let summary: String
  /// The maximum number of operands, including the word of an action.
  let operandLimit: Int
  /// The completion of operands in a shell, in addition to ``Command/firstWords``.
  let completion: Completion
  /// Whether the command queries a source and accepts the related options.
  let queriesSource: Bool
  /// The options that make the command query a source; empty if it always or never does.
  let queriesWith: [Option]
  /// The options with which the command changes or opens something instead of printing its document.
  let actsWith: [Option]
  /// The kind of document that the command prints, which determines its formats; `nil` if it prints text.
  let document: DocumentKind?
  /// The statuses besides the ones that all commands, or all commands that query a source, can end with.
  let statuses: [ExitStatus]
  /// Runs the command; `nil` if it needs an action.
  let run: Run?

  private let synonymWords: String
  // Made on demand, because a query never needs them.
  private let makeUsage: @Sendable () -> String
  private let makeWords: @Sendable () -> [String]
  private let makeExamples: @Sendable () -> [(line: String, meaning: String)]

  init(
    _ summary: String,
    called synonyms: String = "",
    usage: @escaping @autoclosure @Sendable () -> String = "",
    words: @escaping @autoclosure @Sendable () -> [String] = [],
    operands operandLimit: Int = 0,
    completes completion: Completion = .nothing,
    queriesSource: Bool = false,
    queriesWith: [Option] = [],
    actsWith: [Option] = [],
    prints document: DocumentKind? = nil,
    statuses: [ExitStatus] = [],
    examples: @escaping @autoclosure @Sendable () -> [(line: String, meaning: String)] = [],
    run: Run? = nil
  ) {
    self.summary = summary
    makeUsage = usage
    makeWords = words
    self.operandLimit = operandLimit
    self.completion = completion
    synonymWords = synonyms
    makeExamples = examples
    self.queriesSource = queriesSource
    self.queriesWith = queriesWith
    self.actsWith = actsWith
    self.document = document
    self.statuses = statuses
    self.run = run
  }

  /// The synopsis, of one or more lines; empty if the command needs an action.
  var usage: String { makeUsage() }

  /// Further words that the first operand may be, besides actions.
  var words: [String] { makeWords() }

  /// Names used by other programs for the command, or as `WORD=ACTION` for one of its actions.
  var synonyms: [String] { synonymWords.split(separator: " ").map(String.init) }

  /// Returns the action that other programs call by a word; `nil` if there is none.
  func action(called word: String) -> String? {
    let synonym = synonyms.first { $0.hasPrefix(word + "=") }
    return synonym.map { $0.dropFirst(word.count + 1).split(separator: "_").joined(separator: " ") }
  }

  /// Command lines to copy, with their meanings.
  var examples: [(line: String, meaning: String)] { makeExamples() }
}

extension Command {
  /// The lines of the synopsis, including the actions.
  var usage: [String] { withActions.flatMap { $0.entry.usage.split(separator: "\n").map(String.init) } }

  /// Command lines to copy, with their meanings, including the actions.
  var examples: [(line: String, meaning: String)] { withActions.flatMap(\.entry.examples) }
}
