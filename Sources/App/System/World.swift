import Domain
import System

/// Everything outside the program that the program uses.
///
/// Tests make their own world; ``World/ofThisProcess()`` is the real one.
public struct World: Sendable {
  /// The arguments, without the program name.
  var arguments: [String]
  /// The value of an environment variable.
  var environment: @Sendable (String) -> String?
  /// The names of all environment variables.
  var environmentNames: @Sendable () -> [String] = { [] }
  /// The output of results.
  var standardOutput: OutputChannel
  /// The output of everything else.
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
  var desktop: Desktop?
  /// The time of a monotonic clock.
  var now: @Sendable () -> Duration
  /// The wall-clock time in seconds since 1970-01-01 00:00 UTC.
  var wallClock: @Sendable () -> Int64 = { Int64(time(nil)) }
  /// Waits for a time, or until the task is cancelled.
  var sleep: @Sendable (Duration) async -> Void = { duration in
    // A cancelled task has nothing to wait for.
    try? await Task.sleep(for: duration)
  }

  /// The machine's offset from UTC in seconds, at a time in seconds since 1970.
  var secondsEastOfUTC: @Sendable (Int64) -> Int = { _ in 0 }
  /// The arguments that aren't UTF-8, with replacement characters.
  ///
  /// As a path, they would name another file.
  var argumentsNotUTF8: [String] = []
  /// The available services.
  var services: [Service] = []
  /// The address space limit of the process in MiB; `nil` if unlimited.
  var memoryLimit: Int?
  /// Ends the process with this line on standard error if an allocation that can't fail exceeds the limit.
  var reportExhaustedMemory: @Sendable (_ line: [UInt8]) -> Void = { _ in }
  /// The number of processors, at least 1.
  var processorCount = World.countedProcessors
  /// Opens the rows of a batch; `-` is standard input.
  var openInput: @Sendable (String) throws(FileFailure) -> any BatchInput = {
    (path) throws(FileFailure) in try BatchFile(path: path)
  }
  /// The signals that stop a run, until the stream ends.
  var stopSignals: @Sendable () -> AsyncStream<StopSignal> = { StopSignal.events() }
}

extension World {
  /// Standard output as a file.
  var standardOutputFile: DeviceOutput { DeviceOutput(standardOutput.sink, path: FileFailure.standardOutput) }
}

/// The version of this program.
public enum Version {
  /// The version number.
  public static let current = "0.1.0"
  /// The date of the version, in the format of manual pages.
  static let date = "November 23, 2026"
  /// The start of that day in seconds since 1970-01-01 00:00 UTC.
  static let dateInSeconds: Int64 = 1_795_392_000
}
