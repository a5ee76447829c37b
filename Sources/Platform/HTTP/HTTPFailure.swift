/// Why no answer came of a request.
enum HTTPFailure: Error, Sendable, Hashable {
  /// The deadline passed first.
  case timedOut
  /// No connection, or it broke; with the network library's own words.
  case unreachable(detail: String)
  /// The server asked for a login in a way that only a browser answers.
  case challenged
  /// The body is larger than ``HTTPResponse/bodyLimit``.
  case tooLarge
  /// The asker gave up.
  case cancelled
}
