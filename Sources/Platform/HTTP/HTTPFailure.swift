import Domain

/// Why no answer came of a request.
enum HTTPFailure: Error, Sendable, Hashable {
  /// The deadline passed first.
  case timedOut
  /// No connection, or it broke; with the network library's own words.
  case unreachable(detail: String)
  /// The server asked for a login in a way that only a browser answers.
  case challenged
  /// Head or body are larger than is taken, in bytes; receiving stopped there.
  case tooLarge(limit: Int)
  /// This machine or the way to the service is not set up for requests; the service has seen none, and asking again does
  /// not help.
  case notSetUp(NetworkSetupProblem)
  /// The asker gave up.
  case cancelled
}
