/// The reason why the program failed: a code for scripts, a message for people, and the exit status.
///
/// A message says what happened, why, and what to do next. Quotations of a service or a file are unchanged; `Console`
/// removes terminal controls from the whole message, and JSON writers escape it.
struct Failure: Error, Sendable, Hashable {
  /// The code for scripts.
  let code: FailureCode
  let wording: Message
  /// Whether the same query may succeed later.
  let isRetryable: Bool
  /// The exit status of the program.
  let status: ExitStatus

  /// Makes a failure.
  ///
  /// The status defaults to the status of the code.
  init(_ code: FailureCode, status: ExitStatus? = nil, isRetryable: Bool? = nil, _ wording: Message) {
    let outcome = code.outcome
    self.code = code
    self.wording = wording
    self.status = status ?? outcome.status
    self.isRetryable = isRetryable ?? outcome.isRetryable
  }

  /// Makes the failure of an invalid command line.
  static func usage(_ wording: Message) -> Failure { Failure(.usage, wording) }

  /// The message for a terminal.
  var message: String { wording.text }

  /// Returns the same failure with a further sentence.
  func adding(_ sentence: Message) -> Failure { withWording("\(wording) \(sentence)") }

  /// Returns the same failure with another message.
  func withWording(_ wording: Message) -> Failure {
    Failure(code, status: status, isRetryable: isRetryable, wording)
  }
}
