import Foundation

/// A run of a program, described in full: arguments, environment, descriptors, a limit of time.
///
/// The child gets no variable of this process. It is killed when the limit is over and always waited for.
package struct Invocation: Sendable {
  /// Where one of the child's outputs goes.
  package enum Output: Sendable {
    /// Into the result.
    case captured
    /// Into the result, through a terminal of so many columns.
    case terminal(columns: Int)
    case file(String)
    /// Into a pipe that nobody reads.
    case brokenPipe
    /// Nowhere: the descriptor is closed.
    case closed
  }

  /// How a run ended.
  package struct Outcome: Sendable, Equatable {
    /// The exit status; 128 plus the number of the signal that ended it, as a shell says.
    package let status: Int32
    package let output: String
    package let errors: String
    package let isTimedOut: Bool
  }

  package var program: String
  /// Its arguments, as bytes so that they may be no text at all.
  package var arguments: [[UInt8]]
  package var environment: [String: String]
  /// What it reads from standard input.
  package var input: String = ""
  /// Where standard output goes.
  package var output: Output = .captured
  /// Where standard error goes.
  package var errors: Output = .captured
  /// How long it may run: far longer than any test takes, for a program that hangs.
  package var limit: Duration = .seconds(60)
  /// Called with the process's number while it runs, on a thread of its own.
  package var whileRunning: (@Sendable (Int32) -> Void)?

  package init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.program = program
    self.arguments = arguments.map { Array($0.utf8) }
    self.environment = environment
  }

  package func run() async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: the tests' threads are few, and must not be held by a wait.
      Thread.detachNewThread { continuation.resume(with: Result { try runOnThisThread() }) }
    }
  }

  /// Runs the program to its end, and holds this thread until then.
  package func runOnThisThread() throws -> Outcome {
    var child = try ChildProcess(self)
    if let whileRunning {
      let number = child.number
      Thread.detachNewThread { whileRunning(number) }
    }
    return child.finish(within: limit)
  }
}
