import Domain

/// Everything outside the program that the program uses.
///
/// Tests make their own world; ``World/ofThisProcess()`` is the real one.
public struct World: Sendable {
  /// The arguments, without the name of the program.
  public var arguments: [String]
  /// The value of an environment variable.
  public var environment: @Sendable (String) -> String?
  /// Where results go.
  public var standardOutput: OutputChannel
  /// Where everything else goes.
  public var standardError: OutputChannel
  /// Whether standard input is a terminal.
  public var inputIsTerminal: Bool
  /// The files of the machine.
  public var files: any FileAccess
  /// The terminal, for full-screen mode; `nil` if there is none.
  public var terminal: (any ScreenTerminal)?
  /// The desktop, which opens pages; `nil` if there is none.
  public var desktop: (any Desktop)?
  /// The time of a monotonic clock.
  public var now: @Sendable () -> Duration
  /// Waits; returns early when the task is cancelled.
  public var sleep: @Sendable (Duration) async -> Void

  /// The arguments that are not UTF-8, with a replacement character for what is not: as a path, they would name another file.
  var argumentsNotUTF8: [String] = []
  /// The services that can be asked.
  var services: [Service] = []
  /// The address space that the process may use, in MiB; `nil` without a limit.
  package var memoryLimit: Int?
  /// How many processors there are, 1 or more.
  var processorCount = World.countedProcessors
  /// Opens the rows of a batch; `-` is standard input.
  var openInput: @Sendable (String) throws(InputFailure) -> any BatchInput = {
    (path) throws(InputFailure) in try InputFile(path: path)
  }
  /// The signals that stop a run, until the stream ends.
  var stopSignals: @Sendable () -> AsyncStream<StopSignal> = { StopSignal.events() }

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The value of an environment variable.
  ///   - standardOutput: Where results go.
  ///   - standardError: Where everything else goes.
  ///   - inputIsTerminal: Whether standard input is a terminal.
  ///   - files: The files of the machine.
  ///   - terminal: The terminal, for full-screen mode; `nil` if there is none.
  ///   - desktop: The desktop, which opens pages; `nil` if there is none.
  ///   - now: The time of a monotonic clock.
  ///   - sleep: Waits; returns early when the task is cancelled.
  public init(
    arguments: [String],
    environment: @escaping @Sendable (String) -> String?,
    standardOutput: OutputChannel,
    standardError: OutputChannel,
    inputIsTerminal: Bool,
    files: any FileAccess,
    terminal: (any ScreenTerminal)? = nil,
    desktop: (any Desktop)? = nil,
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void = { duration in
      // A cancelled task has nothing to wait for.
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
    self.now = now
    self.sleep = sleep
  }
}

/// The version of this program.
public enum Version {
  /// The version number.
  public static let current = "0.1.0"
}
