public import Domain

/// The command-line program: turns arguments into a query, and the result into text.
///
/// It doesn't know the sources of places; it receives a function that makes them.
public struct Application: Sendable {
  private let world: World
  private let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Makes the application.
  ///
  /// - Parameters:
  ///   - world: Everything outside the program.
  ///   - services: The available services, in the order of the help.
  ///   - makeProvider: Makes the use cases for the selected source.
  public init(
    world: World,
    services: [Service],
    makeProvider: @escaping @Sendable (SourceConfiguration) -> any UseCaseProvider
  ) {
    var world = world
    world.services = services
    self.world = world
    self.makeProvider = makeProvider
  }

  /// Runs the command.
  ///
  /// Results are written to standard output, everything else to standard error. Failures are reported, not thrown.
  ///
  /// - Returns: The exit status.
  public func run() async -> Int32 {
    do {
      try await perform()
      return ExitStatus.success.rawValue
    } catch {
      let failure = worded(Failure(error)).withKeyRemark(in: world)
      guard world.arguments.isEmpty, failure.code == .usage, world.errorFormat == .text else {
        return Console(world: world).report(failure).rawValue
      }
      // A command line without arguments shows the help.
      try? world.standardError.sink.write([UInt8](help.short(of: .find).utf8))
      return failure.status.rawValue
    }
  }

  /// Returns a failure in the words of the command that failed; unchanged if the command line has none, or if the
  /// error is in the configuration file.
  private func worded(_ failure: Failure) -> Failure {
    guard failure.code != .configuration,
      let parsed = try? ArgumentParser.parse(world.arguments, services: world.services)
    else { return failure }
    return failure.worded(for: parsed.command)
  }

  private func perform() async throws {
    if let argument = world.argumentsNotUTF8.first { throw Failure.argumentNotUTF8(argument) }
    if world.arguments.first == CompletionsCommand.requestWord {
      return try await complete(Array(world.arguments.dropFirst()))
    }
    let parsed: ParsedArguments
    let arguments: Arguments?
    do {
      let typed = try ArgumentParser.parse(world.arguments, services: world.services)
      let file: ConfigurationFile?
      (parsed, file) = try configured(typed)
      if parsed.has(.verbose), !parsed.wantsText {
        Console(world: world).say(Notice(SettingsSentence(parsed: parsed, file: file).text(in: world)))
      }
      // With --help, values aren't parsed, so invalid ones are ignored.
      arguments = parsed.wantsText ? nil : try Arguments(parsed)
    } catch {
      // Help is shown even for an invalid command line such as `-h batch`.
      guard world.arguments.contains("--help") || world.arguments.contains("-h") else { throw error }
      let topic = world.arguments.lazy.compactMap(Command.init).first { $0 != .help } ?? .find
      return try Console(world: world).write(help.short(of: topic))
    }
    guard let arguments else {
      let text =
        parsed.has(.help)
        ? help.short(of: parsed.command)
        : "placefind \(Version.current)\n"
      return try Console(world: world).write(text)
    }
    guard let run = arguments.command.entry.run else { throw arguments.unknownAction }
    try await run(arguments, world, makeProvider)
  }

  /// Returns the command line preceded by the options of the configuration file, and that file.
  private func configured(_ typed: ParsedArguments) throws -> (ParsedArguments, ConfigurationFile?) {
    do {
      guard typed.isConfigurable, let file = try ConfigurationFile(in: world) else { return (typed, nil) }
      return (try typed.following(file, in: world), file)
    } catch {
      // `doctor` reports the errors in the file itself.
      guard typed.command == .doctor else { throw error }
      return (typed, try? ConfigurationFile(in: world))
    }
  }

  /// Answers a completion request: one word per line, followed by a tab and its meaning.
  private func complete(_ words: [String]) async throws {
    let arguments = try Arguments(ArgumentParser.parse([Command.completions.rawValue], services: world.services))
    let context = CommandContext(arguments: arguments, world: world, makeProvider: makeProvider)
    let lines = await CompletedLine(words, services: world.services).proposals(context).map {
      TerminalText.cleaned($0.word) + ($0.meaning.isEmpty ? "" : "\t" + TerminalText.cleaned($0.meaning)) + "\n"
    }
    try Console(world: world).write(lines.joined())
  }

  private var help: HelpText { HelpText(services: world.services) }
}
