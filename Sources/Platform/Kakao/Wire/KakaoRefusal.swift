import Domain
import Foundation

/// Reads an answer that is not a page: what the service says is wrong, told apart by status, code and type.
struct KakaoRefusal: Sendable, Hashable {
  /// The status code.
  let status: Int
  /// Kakao's number for the reason, where the body has one (`code`), always negative.
  let code: Int?
  /// Kakao's word for the reason, where the body has one (`errorType`).
  let type: String?
  /// What the service says, without any key and short.
  let message: String?
  /// How long the service asks to wait.
  let retryAfter: Duration?
  /// Where a redirect points to.
  let redirectHost: String?

  private struct Body: Decodable {
    let code: Int?
    let msg: String?
    let errorType: String?
    let message: String?
  }

  /// Reads the answer; a body of neither known form gives no code, type or message.
  ///
  /// - Parameters:
  ///   - response: An answer whose status is not 200.
  ///   - key: The key that was sent, which the service likes to echo.
  init(reading response: HTTPResponse, key: APIKey) {
    let body = try? JSONDecoder().decode(Body.self, from: response.body)
    status = response.status
    code = body?.code
    type = body?.errorType
    message = (body?.message ?? body?.msg).map { SecretMask(key: key).masked($0) }
    redirectHost = response.fields["location"].flatMap { URLComponents(string: $0)?.host }
    retryAfter = response.fields["retry-after"].flatMap { RetryAfter.seconds(of: $0, date: response.fields["date"]) }
  }

  /// What the refusal means.
  var error: PlaceSearchError {
    switch (status, code) {
    case (_, -10), (_, -11), (429, _): .quotaExhausted(status: status, message: message)
    case (_, -401), (401, _), (403, _): .keyRefused(status: status, message: message)
    // A fault and maintenance come with status 400 although the request is right.
    case (400, -1), (400, -7): .serviceFailing(status: status, code: code, message: message)
    case (503, _): .throttled(status: status, retryAfter: retryAfter)
    case (300..<400, _): .untrustworthy(.redirected(host: redirectHost))
    case (400..<500, _): .requestRejected(status: status, code: code, message: message)
    case (500..<600, _): .serviceFailing(status: status, code: code, message: message)
    default: .untrustworthy(.status(status))
    }
  }
}
