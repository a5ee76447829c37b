import Domain
import Foundation

/// Reads an answer that is not a page: what the service says is wrong, told apart by status and code.
struct KakaoRefusal: Sendable, Hashable {
  /// The status code.
  let status: Int
  /// Kakao's number for the reason, where the body has one (`code`), always negative.
  let code: Int?
  /// What the service says; it may echo the key, so it is shown only through ``SecretMask``.
  let message: String?
  /// How long the service asks to wait.
  let retryAfter: Duration?
  /// Where a redirect points to.
  let redirectHost: String?

  /// The maximum size of JSON that is read, in bytes: a hundred times a real refusal.
  private static let maximumJSONByteCount = 16 * 1_024
  /// The maximum size of a plain text that counts as a reason, in bytes.
  private static let maximumTextByteCount = 300

  /// Reads the answer; a body in neither known format gives no code, and a message only where it is a short text.
  ///
  /// Each member is read for itself: one of another type does not cost the others.
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

  /// The body of an answer that is a short plain text, as gateways before a service give it.
  private static func plainText(of response: HTTPResponse) -> String? {
    guard
      response.fields["content-type"]?.lowercased().hasPrefix("text/plain") == true,
      response.body.count <= maximumTextByteCount, let text = String(data: response.body, encoding: .utf8)
    else { return nil }
    let words = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// What the refusal means.
  var error: PlaceSearchError {
    switch (status, code) {
    case (_, -10), (_, -11), (429, _): .quotaExhausted(status: status, retryAfter: retryAfter, message: message)
    case (_, -401), (401, _), (403, _): .keyRefused(status: status, code: code, message: message)
    // A fault and maintenance come with status 400 although the request is right.
    case (400, -1), (400, -7): .serviceFailing(status: status, code: code, message: message)
    case (503, _): .throttled(status: status, retryAfter: retryAfter)
    // The request came too late over a connection that was idle, or too early: neither is the query's fault.
    case (408, _), (425, _): .serviceFailing(status: status, code: code, message: message)
    // Not modified: an answer to a condition that was never set, from a cache in between.
    case (304, _): .untrustworthy(.status(status))
    case (300..<400, _): .untrustworthy(.redirected(host: redirectHost))
    case (400..<500, _): .requestRejected(status: status, code: code, message: message)
    case (500..<600, _): .serviceFailing(status: status, code: code, message: message)
    default: .untrustworthy(.status(status))
    }
  }
}
