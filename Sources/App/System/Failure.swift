/// What made the program fail: a code for scripts, a message for a person, and the exit status.
///
/// A message says what happened, why, and what to do next. What it quotes of a service or a file is as it came: the
/// `Console` takes out of the whole message what would steer a terminal, and the writers of JSON escape it.
struct Failure: Error, Sendable, Hashable {
  /// What scripts know it by.
  let code: FailureCode
  let message: String
  /// Whether the same query may succeed later.
  let isRetryable: Bool
  /// The status the program ends with.
  let status: ExitStatus

  /// Makes a failure, which ends as its code says where nothing else is given.
  init(_ code: FailureCode, status: ExitStatus? = nil, isRetryable: Bool? = nil, _ message: String) {
    let ending = code.ending
    self.code = code
    self.message = message
    self.status = status ?? ending.status
    self.isRetryable = isRetryable ?? ending.isRetryable
  }

  /// The same failure, told in other words.
  func saying(_ message: String) -> Failure {
    Failure(code, status: status, isRetryable: isRetryable, message)
  }
}
