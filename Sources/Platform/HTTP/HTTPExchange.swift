package import Domain
import Foundation

/// The interface to the network: sends a request and returns the response.
///
/// Retries, pacing and budgets are built on it and tested without a socket.
protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the complete response, without following redirects.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - deadline: The time at which waiting ends.
  ///   - whenSent: Called once when the request is sent or may have been sent, and never after this function returns.
  ///     From then on, the service may count the request.
  /// - Returns: The response, whatever its status.
  /// - Throws: An error if there is no complete response by the deadline.
  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse
}

/// A GET request, or a POST request with a form.
struct HTTPRequest: Sendable, Hashable {
  let url: URL
  /// The header fields by name.
  let fields: [String: String]
  /// The form as `application/x-www-form-urlencoded`; `nil` for a GET request.
  var body: Data?
  /// The maximum size of the response's decoded body in bytes.
  var bodyLimit = HTTPResponse.usualBodyLimit
}

/// A complete response, whatever its status.
package struct HTTPResponse: Sendable, Hashable {
  let status: Int
  /// The header fields by lower-case name.
  let fields: [String: String]
  /// The decoded body.
  let body: Data

  /// The default limit of a body in bytes: a hundred times a real page, but small enough for many requests at once.
  package static let usualBodyLimit = 1_024 * 1_024
}

/// The reason why a request got no response.
package enum HTTPFailure: Error, Sendable, Hashable {
  /// The deadline passed.
  case timedOut
  /// The connection failed or broke, even within the body; `detail` is the network library's message.
  case unreachable(detail: String)
  /// The response isn't HTTP or can't be decoded; `detail` is the network library's message.
  case malformed(detail: String)
  /// The server requested HTTP authentication, such as `Basic`.
  case challenged
  /// The header or the body exceeds the limit in bytes, so receiving was stopped.
  case tooLarge(limit: Int)
  /// This machine or a proxy isn't set up for requests.
  ///
  /// No request reached the service, and retrying doesn't help.
  case notSetUp(NetworkSetupProblem)
  /// The task was cancelled.
  case cancelled
}
