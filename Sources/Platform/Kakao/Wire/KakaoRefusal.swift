import Domain
import Foundation

/// An answer with another status than 200: the reason that the service gives, by status and code.
struct KakaoRefusal: Sendable, Hashable {
  /// The status code.
  let status: Int
  /// Kakao's error code (`code`), always negative; `nil` when the body has none.
  let code: Int?
  /// The service's message; it may echo the key, so it is shown only through ``SecretMask``.
  let message: String?
  /// How long the service asks to wait.
  let retryAfter: Duration?
  /// The host that a redirect points to.
  let redirectHost: String?

  /// The maximum size of JSON that is read, in bytes: a hundred times a real refusal.
  private static let maximumJSONByteCount = 16 * 1_024
  /// The maximum size of a plain text that is taken as a message, in bytes.
  private static let maximumTextByteCount = 300

  /// Reads an answer; a body in neither known format has no code, and a message only when it is a short plain text.
  ///
  /// Each member is read separately, so that one of another type does not affect the others.
  ///
  /// - Parameter response: An answer whose status is not 200.
  init(reading response: HTTPResponse) {
    let body = response.body.count <= Self.maximumJSONByteCount ? JSONTree(reading: Array(response.body)) : nil
    status = response.status
    code = body?["code"]?.integer
    message = body?["message"]?.string ?? body?["msg"]?.string ?? Self.plainText(of: response)
    redirectHost = response.fields["location"].flatMap { URLComponents(string: $0)?.host }
    retryAfter = response.fields["retry-after"].flatMap { RetryAfter.seconds(of: $0, date: response.fields["date"]) }
  }

  /// The body when it is a short plain text, as gateways send it.
  private static func plainText(of response: HTTPResponse) -> String? {
    guard
      response.fields["content-type"]?.lowercased().hasPrefix("text/plain") == true,
      response.body.count <= maximumTextByteCount, let text = String(data: response.body, encoding: .utf8)
    else { return nil }
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// What the refusal means for the request, and for others.
  var refusal: Refusal {
    switch error {
    // This status has been observed under quota, so the refusal may be a mistake.
    case .quotaExhausted: Refusal(.quota(isDoubtful: status == 429), status: status, wait: retryAfter, error)
    default: Refusal(error, status: status)
    }
  }

  /// What a caller is told.
  var error: PlaceSearchError {
    switch (status, code) {
    case (_, -10), (_, -11): .quotaExhausted(.kakao, status: status, retryAfter: retryAfter, message: message)
    // With a time it is a request to slow down; a quota comes back at midnight.
    case (429, _) where retryAfter != nil: .throttled(status: status, retryAfter: retryAfter)
    case (429, _): .quotaExhausted(.kakao, status: status, message: message)
    case (_, -401), (401, _), (403, _): .keyRefused(.kakao, status: status, code: code, message: message)
    // An internal error and maintenance have status 400 although the request is valid.
    case (400, -1), (400, -7): .serviceFailing(status: status, code: code, message: message)
    case (503, _): .throttled(status: status, retryAfter: retryAfter)
    // The connection was idle for too long, or early data was refused: the request itself is valid.
    case (408, _), (425, _): .serviceFailing(status: status, code: code, message: message)
    // Not modified: only a misbehaving cache answers so, because no request is conditional.
    case (304, _): .untrustworthy(.status(status))
    case (300..<400, _): .untrustworthy(.redirected(host: redirectHost))
    // Too long in some part: that is the query's doing. Any other status of this kind, such as 404, blames the address.
    case (400, _), (413, _), (414, _), (431, _): .requestRejected(status: status, code: code, message: message)
    case (500..<600, _): .serviceFailing(status: status, code: code, message: message)
    default: .untrustworthy(.status(status))
    }
  }
}
