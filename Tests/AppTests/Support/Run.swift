import Domain
import TestSupport
import Testing

@testable import App

/// Runs the application in a test's world.
struct Run {
  var environment: [String: String] = [:]
  /// The source if the environment selects none; `nil` if there is none.
  var source: String? = "sample"
  var provider = StubProvider()
  var files = MemoryFiles()
  var outputColumns: Int?
  var errorColumns: Int?
  var clock = ManualClock()
  var desktop: StubDesktop?
  var terminal: StubTerminal?
  var services: [Service] = [.kakao]

  struct Outcome: Equatable {
    let status: Int32
    let output: String
    let errors: String
  }

  func callAsFunction(_ line: String) async -> Outcome {
    await callAsFunction(line.split(separator: " ").map(String.init))
  }

  /// Runs a command line and returns its outcome.
  func callAsFunction(_ arguments: [String]) async -> Outcome {
    let (output, errors) = (MemorySink(), MemorySink())
    let application = Application(
      world: world(arguments, output: output, errors: errors),
      services: services
    ) { [provider] options in
      provider.note(options)
      return provider
    }
    let status = await application.run()
    for text in [output.text, errors.text] {
      if let complaint = JSONSchema.complaint(about: text) { Issue.record("\(arguments): \(complaint)") }
    }
    return Outcome(status: status, output: output.text, errors: errors.text)
  }

  /// The environment with a source.
  private var variables: [String: String] { TestEnvironment.withSource(source, environment) }

  /// Returns the world in which a command line runs.
  func world(_ arguments: [String], output: MemorySink = MemorySink(), errors: MemorySink) -> World {
    var world = World(
      arguments: arguments,
      environment: { [variables] in variables[$0] },
      standardOutput: OutputChannel(sink: output.sink, terminalColumns: outputColumns),
      standardError: OutputChannel(sink: errors.sink, terminalColumns: errorColumns),
      inputIsTerminal: false,
      files: files,
      terminal: terminal,
      desktop: desktop?.desktop,
      now: { [clock] in clock.now },
      sleep: { [clock] duration in await clock.sleep(for: duration) }
    )
    world.environmentNames = { [variables] in Array(variables.keys) }
    // Fixed, so that two runs around the end of a second show the same time.
    world.wallClock = { Version.dateInSeconds + 86_400 }
    // Not the real ones, which would leave a signal ignored, and programs started by other tests inherit that.
    world.stopSignals = { AsyncStream { $0.finish() } }
    return world
  }
}
