import Domain
import Foundation

/// Removes secrets from all external text before it is shown; nothing else does.
///
/// A key is found ignoring case, with anything between its letters (spaces, hyphens, combining marks), in other forms
/// of its letters (full-width, circled), in part, reversed, and encoded in base64, hexadecimal, percent encoding, HTML
/// character references or escapes. Passwords are found in URLs (`://user:password@host`); passwords of known proxies
/// are found anywhere. A key of fewer than eight letters and digits, which no service issues, is found only in messages
/// and as a whole word, because it would occur in many sentences and names.
struct SecretMask: Sendable {
  /// The maximum length of a masked text in characters.
  static let maximumMessageLength = 200
  /// The maximum length of an examined text in scalars; the rest is dropped.
  private static let maximumTextLength = 4_096
  /// The minimum length of a password to find anywhere; a shorter one is found only in URLs.
  private static let minimumPasswordLength = 4

  private let key: KeyForms
  /// Texts that are masked wherever they occur.
  private let phrases: [String]
  /// A key too short to be found within words; `nil` for other keys.
  private let shortSecret: String?
  /// The text before a key that a service echoes.
  private let echoMarks: [String]

  init(key: APIKey?, echoMarks: [String] = [], proxies: [String] = []) {
    let secret = key?.secret ?? ""
    self.key = KeyForms(of: Array(secret.utf8))
    let isShort = self.key.isEmpty
    let passwords = proxies.flatMap(Self.passwords)
    shortSecret = isShort && !secret.isEmpty ? secret : nil
    self.echoMarks = echoMarks
    phrases = ((isShort ? [] : [secret]) + passwords.filter { $0.count >= Self.minimumPasswordLength })
      .sorted { $0.count > $1.count }
  }

  /// The patterns masked because of their context, after a group that is kept: a key too short to be found within
  /// words, logins in URLs, and echoed keys.
  ///
  /// Made only when a message must be masked, because escaping takes the library half a million instructions.
  private var patterns: [String] {
    let shortKey = shortSecret.map { "(?<![\\p{L}\\p{N}])()\(Self.literal($0))(?![\\p{L}\\p{N}])" }
    let echoes = echoMarks.map { mark in
      // `KakaoAK header`, for example, is part of a service's message and not a key.
      "(\(Self.literal(mark)))(?!header(?:[ \",]|$))" + (mark.hasSuffix("(") ? "[^)]*" : "[^ \",]*")
    }
    return (shortKey.map { [$0] } ?? []) + ["(://)[^\\s/\"']*(?=@)"] + echoes
  }

  /// Returns the text of a message without secrets, including echoed keys.
  func masked(_ text: String) -> String {
    var text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumTextLength)))
    for phrase in phrases { text = text.replacing(phrase, with: APIKey.mark) }
    text = withoutKey(text)
    for pattern in patterns {
      let options: String.CompareOptions = [.regularExpression, .caseInsensitive]
      text = text.replacingOccurrences(of: pattern, with: "$1\(APIKey.mark)", options: options)
    }
    let visible = text.map {
      $0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } ? " " : $0
    }
    return String(visible.prefix(Self.maximumMessageLength))
  }

  /// Returns a response whose texts don't contain the key; names of places are external too.
  ///
  /// - Complexity: Almost every response is only examined, at about two instructions per byte.
  func masked(_ response: HTTPResponse) -> HTTPResponse {
    guard key.mayBe(in: response.body), String(data: response.body, encoding: .utf8) != nil else { return response }
    let body = Data(masked(json: Array(response.body)))
    return HTTPResponse(status: response.status, fields: response.fields, body: body)
  }

  /// Returns a JSON document, valid UTF-8, without the key in any of its strings; everything else is unchanged.
  private func masked(json: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var index = 0
    while index < json.count {
      result.append(json[index])
      index += 1
      guard json[index - 1] == quote else { continue }
      var end = index
      while end < json.count, json[end] != quote { end += json[end] == backslash ? 2 : 1 }
      end = min(end, json.count)
      let text = json[index..<end]
      for place in EncodedText(ofJSON: text).places(of: key, isData: true) {
        result += json[index..<place.lowerBound]
        result += APIKey.mark.utf8
        index = place.upperBound
      }
      result += json[index..<min(end + 1, json.count)]
      index = end + 1
    }
    return result
  }

  func masked(_ error: PlaceSearchError) -> PlaceSearchError {
    switch error {
    case .keyRefused(let service, let status, let code, let message):
      .keyRefused(service, status: status, code: code, message: message.map(masked))
    case .quotaExhausted(let service, let status, let retryAfter, let message):
      .quotaExhausted(service, status: status, retryAfter: retryAfter, message: message.map(masked))
    case .requestRejected(let status, let code, let message):
      .requestRejected(status: status, code: code, message: message.map(masked))
    case .serviceFailing(let status, let code, let message):
      .serviceFailing(status: status, code: code, message: message.map(masked))
    case .networkNotSetUp(let host, .libraryDamaged(let detail)):
      .networkNotSetUp(host: masked(host), .libraryDamaged(detail: masked(detail)))
    case .networkNotSetUp(let host, .libraryTooOld(let version)):
      .networkNotSetUp(host: masked(host), .libraryTooOld(version: masked(version)))
    case .networkNotSetUp(let host, .certificateRejected(let detail)):
      .networkNotSetUp(host: masked(host), .certificateRejected(detail: masked(detail)))
    case .networkNotSetUp(let host, let problem): .networkNotSetUp(host: masked(host), problem)
    case .unreachable(let host, let detail): .unreachable(host: masked(host), detail: masked(detail))
    case .untrustworthy(.contentType(let type)): .untrustworthy(.contentType(type.map(masked)))
    case .untrustworthy(.unreadable(let detail)): .untrustworthy(.unreadable(detail: masked(detail)))
    case .untrustworthy(.otherQuestion(let place, .category(let code))):
      .untrustworthy(.otherQuestion(place: masked(place), .category(code: code.map(masked))))
    case .untrustworthy(.otherQuestion(let place, let mismatch)):
      .untrustworthy(.otherQuestion(place: masked(place), mismatch))
    case .untrustworthy(.redirected(let host)): .untrustworthy(.redirected(host: host.map(masked)))
    case .endpointUnusable(let endpoint, let error): .endpointUnusable(masked(endpoint), error)
    // The texts of these errors don't come from the network.
    case .sourceMissing, .keyMissing, .clientRefused, .allowanceSpent, .budgetSpent, .tooManyRequests,
      .throttled, .timedOut, .untrustworthy, .unsupported, .fileUnreadable,
      .dataUnusable, .foreignFile, .archiveUnusable, .cancelled:
      error
    }
  }

  /// Returns the pattern that matches a text literally.
  private static func literal(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }

  /// Returns the text without runs of the key's letters, whatever is between them.
  private func withoutKey(_ text: String) -> String {
    guard !key.isEmpty else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    for place in EncodedText(text).places(of: key, isData: false) {
      result.append(contentsOf: scalars[index..<place.lowerBound])
      result.append(contentsOf: APIKey.mark.unicodeScalars)
      index = place.upperBound
      // A combining mark would combine with the replacement.
      while index < scalars.count, scalars[index].properties.isGraphemeExtend { index += 1 }
    }
    result.append(contentsOf: scalars[index...])
    return String(result)
  }

  /// Returns the password in a proxy's URL, as written and percent-decoded.
  private static func passwords(inProxy address: String) -> [String] {
    let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
    guard let end = rest.lastIndex(of: "@"), let colon = rest[..<end].firstIndex(of: ":") else { return [] }
    let password = String(rest[rest.index(after: colon)..<end])
    return [password, password.removingPercentEncoding ?? password]
  }
}
