import Domain
import Foundation

/// What an answer of Overpass or Nominatim with another status than 200 means.
enum OSMRefusal {
  /// The least wait after Overpass was too busy, whatever it says: its makers ask for it.
  static let minimumPause = Duration.seconds(30)
  /// The least wait after Nominatim was asked too fast: it asks for none.
  static let minimumNominatimPause = Duration.seconds(2)
  private static let maximumMessageLength = 200

  /// What an answer of Overpass means for the request, and for others: after any trouble it is given a rest.
  static func ofOverpass(_ response: HTTPResponse) -> Refusal {
    let error = error(of: response, pause: minimumPause)
    // Too busy is a lack of slots, of which one comes free; the other statuses are trouble.
    guard case .throttled(let status, let wait, _) = error, status != 429 else {
      return Refusal(error, status: response.status, rest: minimumPause)
    }
    return Refusal(.failing, status: status, wait: wait, error)
  }

  /// What an answer of Nominatim means for the request, and for others.
  static func ofNominatim(_ response: HTTPResponse) -> Refusal {
    Refusal(error(of: response, pause: minimumNominatimPause), status: response.status)
  }

  /// The error of an answer.
  ///
  /// - Parameters:
  ///   - response: An answer whose status is not 200.
  ///   - pause: The least wait before the next request, when the service is asked too much.
  /// - Returns: The error.
  static func error(of response: HTTPResponse, pause: Duration) -> PlaceSearchError {
    let status = response.status
    let asked = response.fields["retry-after"].flatMap { RetryAfter.seconds(of: $0, date: response.fields["date"]) }
    switch status {
    case 403, 406: return .clientRefused(.osm, status: status)
    case 429, 502, 503, 504:
      let asked = asked ?? .zero
      return .throttled(status: status, retryAfter: max(pause, asked), isAsked: asked >= pause)
    case 400, 413, 414, 431: return .requestRejected(status: status, code: nil, message: message(in: response))
    case 300..<400:
      let host = response.fields["location"].flatMap { URLComponents(string: $0)?.host }
      return .untrustworthy(.redirected(host: host))
    case 500..<600: return .serviceFailing(status: status, code: nil, message: message(in: response))
    default: return .untrustworthy(.status(status))
    }
  }

  /// The reason in the body: of JSON, or the sentences of a page that say `error`.
  private static func message(in response: HTTPResponse) -> String? {
    let body = response.body.prefix(16 * 1_024)
    if let error = JSONTree(reading: Array(body))?["error"] { return error.string ?? error["message"]?.string }
    let text = String(decoding: body, as: UTF8.self)
    let plain = text.replacingOccurrences(of: "<[^>]*>", with: " ", options: .regularExpression)
    let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.range(of: "error", options: .caseInsensitive).map {
      String(words[$0.lowerBound...].prefix(maximumMessageLength))
    }
  }

  /// How long to wait for a slot, by the text of `/api/status`; `nil` when one is there, or the text says nothing of
  /// it.
  static func wait(forSlotIn status: String) -> Duration? {
    var waits: [Int] = []
    for line in status.split(whereSeparator: \.isNewline) {
      if line.hasSuffix("slots available now.") { return nil }
      guard line.hasPrefix("Slot available after:"), let seconds = line.components(separatedBy: ", in ").last else {
        continue
      }
      if let wait = Int(seconds.prefix { $0.isNumber }) { waits.append(wait) }
    }
    return waits.min().map { .seconds($0) }
  }
}
