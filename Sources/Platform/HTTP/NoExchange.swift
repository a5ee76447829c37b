/// No network: what asks it is told that it was stopped.
struct NoExchange: HTTPExchange {
  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse {
    throw .cancelled
  }
}
