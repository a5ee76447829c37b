import System
import Domain

/// Everything outside the program that the program uses.
///
/// Tests make their own world; ``World/ofThisProcess()`` is the real one.
public struct World: Sendable {
  /// The arguments, without the name of the program.
  var arguments: [String]
  /// The value of an environment variable.
  var environment: @Sendable (String) -> String?
  /// The names of all environment variables.
  var environmentNames: @Sendable () -> [String] = { [] }
  /// Where results go.
  var standardOutput: OutputChannel
  /// Where everything else goes.
  var standardError: OutputChannel
  /// Whether standard input is a terminal.
  var inputIsTerminal: Bool
  /// The files of the machine.
  var files: any FileAccess
  /// The terminal, for full-screen mode; `nil` if there is none.
  var terminal: (any ScreenTerminal)?
  /// Opens the terminal of the session, whatever standard output is; `nil` if there is none.
  var sessionTerminal: @Sendable () -> (any ScreenTerminal)? = { nil }
  /// The desktop, which opens pages; `nil` if there is none.
  var desktop: (any Desktop)?
  /// The time of a monotonic clock.
  var now: @Sendable () -> Duration
  /// The time of the machine's clock, in seconds since 1970-01-01 00:00 UTC.
  var wallClock: @Sendable () -> Int64 = { Int64(time(nil)) }
  /// Waits; returns early when the task is cancelled.
  var sleep: @Sendable (Duration) async -> Void = { duration in
    // A cancelled task has nothing to wait for.
    try? await Task.sleep(for: duration)
  }

  /// How many seconds east of UTC the clocks of this machine are at a moment, in seconds since 1970.
  var secondsEastOfUTC: @Sendable (Int64) -> Int = { _ in 0 }
  /// The arguments that are not UTF-8, with a replacement character for what is not: as a path, they would name
  /// another file.
  var argumentsNotUTF8: [String] = []
  /// The services that can be asked.
  var services: [Service] = []
  /// The address space that the process may use, in MiB; `nil` without a limit.
  var memoryLimit: Int?
  /// Ends the process with this line on standard error when it comes to that limit where nothing can be refused.
  var reportExhaustedMemory: @Sendable (_ line: [UInt8]) -> Void = { _ in }
  /// What tasks would need and cannot have: so many threads at once, and so many more open descriptors.
  var shortage: @Sendable (_ threads: Int, _ descriptors: Int) -> TaskResources.Shortage? = { _, _ in nil }
  /// Ends the process with this line on standard error when no task could run for a time.
  var endWhenStalled: @Sendable (_ limit: Duration, _ line: [UInt8]) -> Void = { _, _ in }
  /// How many processors there are, 1 or more.
  var processorCount = World.countedProcessors
  /// Opens the rows of a batch; `-` is standard input.
  var openInput: @Sendable (String) throws(InputFailure) -> any BatchInput = {
    (path) throws(InputFailure) in try InputFile(path: path)
  }
  /// The signals that stop a run, until the stream ends.
  var stopSignals: @Sendable () -> AsyncStream<StopSignal> = { StopSignal.events() }
}

extension World {
  /// Standard output, to be written as a file is.
  var standardOutputFile: DeviceOutput { DeviceOutput(standardOutput.sink, path: FileFailure.standardOutput) }
}

/// The version of this program.
public enum Version {
  /// The version number.
  public static let current = "0.1.0"
  /// Its day, as manual pages write it.
  static let date = "November 23, 2026"
  /// The beginning of that day, in seconds since 1970-01-01 00:00 UTC.
  static let dateInSeconds: Int64 = 1_795_392_000
}
