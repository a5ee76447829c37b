/// The seam to the network: one request goes out, one answer comes back.
///
/// Policy (retry, pace, budget) wraps it and is tested without a socket.
protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the whole answer; redirects are not followed.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - deadline: When waiting ends.
  /// - Returns: The answer, whatever its status.
  /// - Throws: When there is no whole answer by the deadline.
  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant
  ) async throws(HTTPFailure) -> HTTPResponse
}
