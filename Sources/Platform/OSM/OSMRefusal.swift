import Domain
import Foundation
import Tables

/// Interprets responses of Overpass and Nominatim whose status isn't 200.
enum OSMRefusal {
  /// The minimum wait after Overpass was too busy, as its operators request.
  static let minimumPause = Duration.seconds(30)
  /// The minimum wait after a Nominatim rate limit, which names no time.
  static let minimumNominatimPause = Duration.seconds(2)
  private static let maximumMessageLength = 200

  /// Returns the meaning of an Overpass response for this request and for others.
  ///
  /// After any failure, requests pause.
  static func ofOverpass(_ response: HTTPResponse) -> Refusal {
    let error = error(of: response, pause: minimumPause)
    // Status 429 means that all slots are in use, and one will be free soon; the other statuses are failures.
    guard case .throttled(let status, let wait, _) = error, status != 429 else {
      return Refusal(error, status: response.status, rest: minimumPause)
    }
    return Refusal(.failing, status: status, wait: wait, error)
  }

  /// Returns the meaning of a Nominatim response for this request and for others.
  static func ofNominatim(_ response: HTTPResponse) -> Refusal {
    Refusal(error(of: response, pause: minimumNominatimPause), status: response.status)
  }

  /// Returns the error of a response.
  ///
  /// - Parameters:
  ///   - response: A response whose status isn't 200.
  ///   - pause: The minimum wait before the next request after a rate limit.
  /// - Returns: The error.
  static func error(of response: HTTPResponse, pause: Duration) -> PlaceSearchError {
    let status = response.status
    let wait = response.fields["retry-after"].flatMap { RetryAfter.seconds(of: $0, date: response.fields["date"]) }
    switch status {
    case 403, 406: return .clientRefused(.osm, status: status)
    case 429, 502, 503, 504:
      let wait = wait ?? .zero
      return .throttled(status: status, retryAfter: max(pause, wait), isRequested: wait >= pause)
    case 400, 413, 414, 431: return .requestRejected(status: status, code: nil, message: message(in: response))
    case 300..<400:
      let host = response.fields["location"].flatMap { URLComponents(string: $0)?.host }
      return .untrustworthy(.redirected(host: host))
    case 500..<600: return .serviceFailing(status: status, code: nil, message: message(in: response))
    default: return .untrustworthy(.status(status))
    }
  }

  /// Returns the reason in the body: a JSON member, or the sentences of a page that contain `error`.
  private static func message(in response: HTTPResponse) -> String? {
    let body = response.body.prefix(16 * 1_024)
    if let error = JSONValue(reading: Array(body))?["error"] { return error.string ?? error["message"]?.string }
    let text = String(decoding: body, as: UTF8.self)
    let plain = text.replacingOccurrences(of: "<[^>]*>", with: " ", options: .regularExpression)
    let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.range(of: "error", options: .caseInsensitive).map {
      String(words[$0.lowerBound...].prefix(maximumMessageLength))
    }
  }
}
