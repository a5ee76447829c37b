import Domain
import Foundation
import Tables

/// A response whose status isn't 200: the reason of the service, by status and code.
struct KakaoRefusal: Sendable, Hashable {
  let status: Int
  /// Kakao's error code (`code`), always negative; `nil` if the body has none.
  let code: Int?
  /// The service's message.
  ///
  /// It may echo the key, so it must be shown only through ``SecretMask``.
  let message: String?
  /// The wait that the service requests.
  let retryAfter: Duration?
  /// The target host of a redirect.
  let redirectHost: String?

  /// The maximum size in bytes of a JSON body that is read: a hundred times a real error.
  private static let maximumJSONByteCount = 16 * 1_024
  /// The maximum size in bytes of a plain text that is used as a message.
  private static let maximumTextByteCount = 300

  /// Reads a response.
  ///
  /// A body in an unknown format has no code, and a message only if it is a short plain text.
  ///
  /// Each member is read separately, so that a member of the wrong type doesn't affect the others.
  ///
  /// - Parameter response: A response whose status isn't 200.
  init(reading response: HTTPResponse) {
    let body = response.body.count <= Self.maximumJSONByteCount ? JSONValue(reading: Array(response.body)) : nil
    status = response.status
    code = body?["code"]?.integer
    message = body?["message"]?.string ?? body?["msg"]?.string ?? Self.plainText(of: response)
    redirectHost = response.fields["location"].flatMap { URLComponents(string: $0)?.host }
    retryAfter = response.fields["retry-after"].flatMap { RetryAfter.seconds(of: $0, date: response.fields["date"]) }
  }

  /// Returns the body if it is a short plain text, as gateways send it.
  private static func plainText(of response: HTTPResponse) -> String? {
    guard
      response.fields["content-type"]?.lowercased().hasPrefix("text/plain") == true,
      response.body.count <= maximumTextByteCount, let text = String(data: response.body, encoding: .utf8)
    else { return nil }
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// The meaning of the response for this request and for others.
  var refusal: Refusal {
    switch error {
    // This status has been observed below the quota, so the response may be wrong.
    case .quotaExhausted: Refusal(.quota(isDoubtful: status == 429), status: status, wait: retryAfter, error)
    default: Refusal(error, status: status)
    }
  }

  /// The error for the caller.
  var error: PlaceSearchError {
    switch (status, code) {
    case (_, -10), (_, -11): .quotaExhausted(.kakao, status: status, retryAfter: retryAfter, message: message)
    // With a time, it is a rate limit; a quota resets at midnight.
    case (429, _) where retryAfter != nil: .throttled(status: status, retryAfter: retryAfter)
    case (429, _): .quotaExhausted(.kakao, status: status, message: message)
    case (_, -401), (401, _), (403, _): .keyRefused(.kakao, status: status, code: code, message: message)
    // Internal errors and maintenance have status 400, although the request is valid.
    case (400, -1), (400, -7): .serviceFailing(status: status, code: code, message: message)
    case (503, _): .throttled(status: status, retryAfter: retryAfter)
    // The connection was idle for too long, or early data was refused; the request itself is valid.
    case (408, _), (425, _): .serviceFailing(status: status, code: code, message: message)
    // Not modified: only a misbehaving cache sends this, because no request is conditional.
    case (304, _): .untrustworthy(.status(status))
    case (300..<400, _): .untrustworthy(.redirected(host: redirectHost))
    // The request is too long, because of the query. Other statuses, such as 404, indicate a wrong URL.
    case (400, _), (413, _), (414, _), (431, _): .requestRejected(status: status, code: code, message: message)
    case (500..<600, _): .serviceFailing(status: status, code: code, message: message)
    default: .untrustworthy(.status(status))
    }
  }
}
