/// An exchange without a network.
///
/// Every request fails as cancelled.
struct NoExchange: HTTPExchange {
  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse {
    throw .cancelled
  }
}
