package import Domain
import Foundation

/// The interface to the network: one request goes out, one answer comes back.
///
/// Retries, pace and budget are built on it and tested without a socket.
protocol HTTPExchange: Sendable {
  /// Sends a request and waits for the complete answer; redirects are not followed.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - deadline: When waiting ends.
  ///   - whenSent: Called once when the request is sent, or may have been, and never after the answer or the error;
  ///     from then on the service may count it.
  /// - Returns: The answer, whatever its status.
  /// - Throws: When there is no complete answer by the deadline.
  func response(
    to request: HTTPRequest,
    before deadline: ContinuousClock.Instant,
    whenSent: @escaping @Sendable () -> Void
  ) async throws(HTTPFailure) -> HTTPResponse
}

/// A GET request, or one that posts a form.
struct HTTPRequest: Sendable, Hashable {
  let url: URL
  /// Header fields by name.
  let fields: [String: String]
  /// The form as `application/x-www-form-urlencoded`; `nil` for a GET request.
  var body: Data?
  /// The maximum size of the answer's decoded body, in bytes.
  var bodyLimit = HTTPResponse.usualBodyLimit
}

/// A complete answer, whatever its status.
package struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  let status: Int
  /// Header fields by lower-cased name.
  let fields: [String: String]
  /// The decoded body.
  let body: Data

  /// The usual limit of a body, in bytes: a hundred times a real page, and little enough for many at once.
  package static let usualBodyLimit = 1_024 * 1_024
}

/// Why a request got no answer.
package enum HTTPFailure: Error, Sendable, Hashable {
  /// The deadline passed first.
  case timedOut
  /// There was no connection, or it broke; with the network library's message.
  case unreachable(detail: String)
  /// The answer is not HTTP, is truncated or cannot be decoded; with the network library's message.
  case malformed(detail: String)
  /// The server asked for HTTP authentication, such as `Basic`.
  case challenged
  /// The header or the body exceeds the limit, in bytes; receiving stopped there.
  case tooLarge(limit: Int)
  /// This machine or a proxy is not set up for requests; none has reached the service, and a retry does not help.
  case notSetUp(NetworkSetupProblem)
  /// The task was cancelled.
  case cancelled
}
