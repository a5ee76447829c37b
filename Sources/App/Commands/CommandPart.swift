import Domain
import Synchronization

/// What a command and its parts are given.
struct CommandContext: Sendable {
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  private let opened: Opened

  init(
    arguments: Arguments,
    world: World,
    makeProvider: @escaping @Sendable (SourceConfiguration) -> any UseCaseProvider
  ) {
    self.arguments = arguments
    self.world = world
    opened = Opened(makeProvider)
  }

  /// The same with other arguments.
  func with(_ arguments: Arguments) -> CommandContext {
    CommandContext(arguments: arguments, world: world, makeProvider: opened.makeProvider)
  }

  /// The source that the options and the environment choose.
  var source: SourceArguments { get throws { try opened.parts(of: self).source.get() } }

  /// Which source the options and the environment choose, for `--verbose`; why none, where none can be chosen.
  var sourceSentence: String {
    do { return try source.sentence } catch { return "no source can be chosen: \(Failure(error).message)" }
  }

  /// Chooses the source again where that depends on what it is asked.
  ///
  /// - Returns: Whether it is another one now.
  @discardableResult
  func settle(on queries: [PlaceQuery]) -> Bool { opened.settle(on: queries, in: self) }

  /// The use cases; when no source can be chosen, those of the stores of this machine.
  var provider: any UseCaseProvider { opened.parts(of: self).provider }

  /// The source and the provider of a process, made when they are first needed.
  private final class Opened: Sendable {
    typealias Parts = (source: ChosenSource, provider: any UseCaseProvider)

    /// What `Result` would be, whose type takes as long to make as a twentieth of a query.
    enum ChosenSource: Sendable {
      case chosen(SourceArguments)
      case refused(any Error)

      func get() throws -> SourceArguments {
        switch self {
        case .chosen(let source): source
        case .refused(let error): throw error
        }
      }
    }

    let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider
    // A class with a lock, because the parts of a command share it.
    private let parts = Mutex<Parts?>(nil)

    init(_ makeProvider: @escaping @Sendable (SourceConfiguration) -> any UseCaseProvider) {
      self.makeProvider = makeProvider
    }

    func parts(of context: CommandContext) -> Parts {
      parts.withLock { parts in
        if let parts { return parts }
        // A source that cannot be chosen is an error when it is asked, not when a store is read.
        let source: ChosenSource
        do {
          source = .chosen(try SourceArguments(context.arguments, in: context.world))
        } catch { source = .refused(error) }
        if case .chosen(let chosen) = source, chosen.holdsKey, !context.arguments.has(.quiet),
          let warning = SourceArguments.keyWarning(context.arguments, in: context.world)
        {
          Console(world: context.world).say(warning)
        }
        let made = made(from: source, context)
        parts = made
        return made
      }
    }

    func settle(on queries: [PlaceQuery], in context: CommandContext) -> Bool {
      let (source, provider) = parts(of: context)
      guard let source = try? source.get(), source.dependsOnQueries,
        let settled = try? SourceArguments(
          context.arguments,
          in: context.world,
          about: queries,
          indexes: provider.indexes
        ), settled.options != source.options
      else { return false }
      let made = made(from: .chosen(settled), context)
      parts.withLock { $0 = made }
      return true
    }

    private func made(from source: ChosenSource, _ context: CommandContext) -> Parts {
      var configuration = SourceConfiguration()
      configuration.stores = StoreConfiguration(context.arguments, in: context.world)
      return (source, makeProvider((try? source.get().options) ?? configuration))
    }
  }
}

/// A command or a part of one: what it was given, and what every command can do with that.
protocol CommandPart: Sendable {
  var context: CommandContext { get }
}

// MARK: - Options

extension CommandPart {
  var arguments: Arguments { context.arguments }
  var world: World { context.world }
  /// Where results and messages go.
  var console: Console { Console(world: world) }

  /// The output of a command that reads no file, checked but not yet created.
  func checkedOutput(of document: DocumentKind = .list) throws -> OutputArguments {
    let output = try OutputArguments(arguments, in: world, of: document)
    try OutputGuard(sources: [], outputs: [output.target]).check(in: world.files)
    return output
  }
}

// MARK: - Sources and stores

extension CommandPart {
  var provider: any UseCaseProvider { context.provider }

  /// Checks that the source can be chosen, writes over nothing that it reads, and has the memory that it needs.
  @discardableResult
  func openSource(for output: OutputArguments? = nil, sendsRequests: Bool = true) throws -> SourceArguments {
    let source = try context.source
    if let output { try OutputGuard(sources: source.files, outputs: [output.target]).check(in: world.files) }
    if sendsRequests { try source.checkResources(in: console, runsTasks: world.standardError.isTerminal) }
    return source
  }

  /// Opens the source, and says with `--verbose` which one it is.
  func openHeardSource(for output: OutputArguments) throws {
    let source = try openSource(for: output)
    if arguments.has(.verbose) { console.say(source.sentence) }
  }

  /// Finds centres by name or address.
  var centerFinder: CenterFinder { CenterFinder(context: context) }
}

// MARK: - Output

extension CommandPart {
  /// Writes an answer, or the candidates for a name.
  @discardableResult
  func write(_ answer: Answer, to output: OutputArguments, areCandidates: Bool = false) throws -> Table.Omission {
    var omission = Table.Omission()
    try console.write(to: output) { write throws(FileFailure) in
      omission = try AnswerRendering(style: output.style, areCandidates: areCandidates).write(answer, to: write)
    }
    return omission
  }

  func write(_ listing: Listing, to output: OutputArguments) throws {
    try console.write(try picked(listing).bytes(as: output.style), to: output)
  }

  /// A list with the fields that the options name; of those of the user's file, which is for every list, it has some
  /// or none.
  func picked(_ listing: Listing) throws(Failure) -> Listing {
    guard var keys = arguments.output.keys else { return listing }
    if !arguments.hasTyped(.listFields) {
      keys = keys.filter { key in listing.columns.contains { $0.key == key.lowercased() } }
      guard !keys.isEmpty else { return listing }
    }
    return try listing.picking(keys)
  }

  /// Writes a message to standard error, unless `--quiet` was given.
  func say(_ sentence: String) { if !arguments.has(.quiet) { console.say(sentence) } }

  /// Says that places are those of the sample: in a terminal once, in a script each time.
  func saySample(_ source: Provenance.Source) {
    guard source == .sample, !arguments.has(.quiet) else { return }
    guard !world.standardError.isTerminal || provider.remembered.notices.isNew(.sample) else { return }
    say(AnswerNotices.sampleNotice(world.services))
  }

  /// Reports which stores of this machine could not be used: in one line those that need attention, with `--verbose`
  /// all.
  func sayStoreErrors() {
    let errors = provider.remembered.errors.storeErrors()
    guard !errors.isEmpty else { return }
    let isVerbose = arguments.has(.verbose)
    let sentences = errors.filter { isVerbose || $0.needsAttention }.map(Failure.sentence)
    guard !isVerbose, let first = sentences.first else { return sentences.forEach(say) }
    let others = sentences.count - 1
    say(others == 0 ? first : "\(first) (\(counted(others, "other file")) could not be used; see --verbose)")
  }

  /// Reports each request with its result for `--verbose`, also those of a query that failed.
  func sayAttempts() {
    guard arguments.has(.verbose) else { return }
    let statistics = provider.account.requests.statistics()
    for (position, attempt) in statistics.attempts.enumerated() {
      let outcome =
        switch attempt.outcome {
        case .status(let status): "HTTP \(status)"
        case .timedOut: "no response"
        case .unreachable: "no connection"
        case .refused: "unusable answer"
        }
      let again = attempt.isRetry ? ", tried again" : ""
      console.say("request \(position + 1)\(again): \(outcome) after \(DurationParser.text(of: attempt.duration))")
    }
    let rest = statistics.requests - statistics.attempts.count
    if rest > 0 { console.say("and \(counted(rest, "more request"))") }
  }
}
