import Foundation

/// The complete description of a program run: arguments, environment, descriptors and time limit.
///
/// The program gets only the given environment variables. It is killed when the limit is reached, and always waited
/// for.
package struct Invocation: Sendable {
  /// The target of an output.
  package enum Output: Sendable {
    /// The result.
    case captured
    /// The result, through a terminal with this number of columns.
    case terminal(columns: Int)
    case file(String)
    /// A pipe without a reader.
    case brokenPipe
    /// None: the descriptor is closed.
    case closed
  }

  /// The outcome of a run.
  package struct Outcome: Sendable, Equatable {
    /// The exit status, or 128 plus the number of the terminating signal, as in a shell.
    package let status: Int32
    package let output: String
    package let errors: String
    package let isTimedOut: Bool
  }

  package var program: String
  /// The arguments, as bytes, because they may be invalid UTF-8.
  package var arguments: [[UInt8]]
  package var environment: [String: String]
  /// The standard input.
  package var input: String = ""
  /// The number of lines of standard output after which standard input is closed; 0 closes it after its last byte.
  package var linesBeforeEnd = 0
  /// The target of standard output.
  package var output: Output = .captured
  /// The target of standard error.
  package var errors: Output = .captured
  /// The time limit for a program that hangs; far longer than any test takes.
  package var limit: Duration = .seconds(60)
  /// Called with the process id on a separate thread while the program runs.
  package var whileRunning: (@Sendable (Int32) -> Void)?

  package init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.program = program
    self.arguments = arguments.map { Array($0.utf8) }
    self.environment = environment
  }

  package func run() async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      // A separate thread, because tests share a few threads that must not be blocked.
      Thread.detachNewThread { continuation.resume(with: Result { try runOnThisThread() }) }
    }
  }

  /// Runs the program to its end on this thread.
  package func runOnThisThread() throws -> Outcome {
    var child = try ChildProcess(self)
    if let whileRunning {
      let number = child.number
      Thread.detachNewThread { whileRunning(number) }
    }
    return child.finish(within: limit)
  }
}
