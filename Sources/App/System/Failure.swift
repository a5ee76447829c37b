/// What made the program fail: a code for scripts, a message for a person, and the exit status.
///
/// Its extensions hold all messages, each beside its code: what happened, why, and what to do next.
struct Failure: Error, Sendable, Hashable {
  /// A stable code for scripts.
  let code: String
  let message: String
  /// Whether the same query may succeed later.
  let isRetryable: Bool
  /// The status the program ends with.
  let status: ExitStatus

  init(_ code: String, _ status: ExitStatus, retryable: Bool = false, _ message: String) {
    self.code = code
    self.message = message
    isRetryable = retryable
    self.status = status
  }

  init(_ code: String, _ status: ExitStatus, retryable: Bool = false, message: () -> String) {
    self.init(code, status, retryable: retryable, message())
  }
}
