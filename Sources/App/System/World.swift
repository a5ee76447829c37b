/// Everything the program touches outside itself.
///
/// A test hands in another world; see ``World/ofThisProcess()`` for the real one.
public struct World: Sendable {
  /// The words on the command line, without the program's name.
  public var arguments: [String]
  /// The value of an environment variable.
  public var environment: @Sendable (String) -> String?
  /// Where results go.
  public var standardOutput: OutputChannel
  /// Where everything else goes.
  public var standardError: OutputChannel
  /// Whether standard input is a terminal, so that nothing waits there.
  public var inputIsTerminal: Bool
  /// The files of the machine.
  public var files: any FileAccess
  /// The terminal, for a program that uses its whole screen; `nil` where there is none.
  public var terminal: (any ScreenTerminal)?
  /// The desktop around the terminal; `nil` where there is none to ask.
  public var desktop: (any Desktop)?
  /// How many more descriptors the process may open; `nil` for plenty.
  public var descriptorsLeft: Int?
  /// The time since some moment in the past, never running backwards.
  public var now: @Sendable () -> Duration
  /// Lets time pass; comes back early when the task is cancelled.
  public var sleep: @Sendable (Duration) async -> Void

  /// How many processors there are, 1 or more.
  var processorCount = World.countedProcessors
  /// Opens the rows of a batch; `-` is standard input.
  var openInput: @Sendable (String) throws(InputFailure) -> any BatchInput = {
    (path) throws(InputFailure) in try InputFile(path: path)
  }
  /// The signals that ask a run to stop, for as long as they are listened to.
  var stopSignals: @Sendable () -> AsyncStream<StopSignal> = { StopSignal.events() }

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - arguments: The words on the command line, without the program's name.
  ///   - environment: The value of an environment variable.
  ///   - standardOutput: Where results go.
  ///   - standardError: Where everything else goes.
  ///   - inputIsTerminal: Whether standard input is a terminal.
  ///   - files: The files of the machine.
  ///   - terminal: The terminal, for a program that uses its whole screen; `nil` where there is none.
  ///   - desktop: The desktop around the terminal; `nil` where there is none to ask.
  ///   - descriptorsLeft: How many more descriptors the process may open; `nil` for plenty.
  ///   - now: The time since some moment in the past, never running backwards.
  ///   - sleep: Lets time pass; comes back early when the task is cancelled.
  public init(
    arguments: [String],
    environment: @escaping @Sendable (String) -> String?,
    standardOutput: OutputChannel,
    standardError: OutputChannel,
    inputIsTerminal: Bool,
    files: any FileAccess,
    terminal: (any ScreenTerminal)? = nil,
    desktop: (any Desktop)? = nil,
    descriptorsLeft: Int? = nil,
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void = { duration in
      // Cancelled means that nobody waits any more, which is what coming back says.
      try? await Task.sleep(for: duration)
    }
  ) {
    self.arguments = arguments
    self.environment = environment
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.inputIsTerminal = inputIsTerminal
    self.files = files
    self.terminal = terminal
    self.desktop = desktop
    self.descriptorsLeft = descriptorsLeft
    self.now = now
    self.sleep = sleep
  }
}

/// The version of this program.
public enum Version {
  /// The version as people write it.
  public static let current = "0.1.0"
}
