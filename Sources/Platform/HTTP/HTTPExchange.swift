import Domain
import Foundation

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

/// A GET request: where to, and the header fields to send along.
struct HTTPRequest: Sendable, Hashable {
  /// The whole address.
  let url: URL
  /// Header fields by name.
  let fields: [String: String]
}

/// A whole answer, whatever its status.
struct HTTPResponse: Sendable, Hashable {
  /// The status code.
  let status: Int
  /// Header fields by lower-cased name.
  let fields: [String: String]
  /// The body, at most ``HTTPResponse/bodyLimit`` bytes.
  let body: Data

  /// The largest body that is taken, in bytes: a thousand times a real page.
  ///
  /// Where a shim stands before libcurl, the bodies under way together have no more either, while 64 KiB of each are
  /// always taken.
  static let bodyLimit = 8 * 1_024 * 1_024
}

/// Why no answer came of a request.
enum HTTPFailure: Error, Sendable, Hashable {
  /// The deadline passed first.
  case timedOut
  /// No connection, or it broke; with the network library's own words.
  case unreachable(detail: String)
  /// What came is no HTTP, or an answer that was cut or cannot be decoded; with the network library's own words.
  case malformed(detail: String)
  /// The server asked for a login in a way that only a browser answers.
  case challenged
  /// Head or body are larger than is taken, in bytes; receiving stopped there.
  case tooLarge(limit: Int)
  /// This machine or the way to the service is not set up for requests; the service has seen none, and asking again does
  /// not help.
  case notSetUp(NetworkSetupProblem)
  /// The task was cancelled.
  case cancelled
}
