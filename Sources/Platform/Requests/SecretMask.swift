import Domain
import Foundation
import Tables

/// Removes secrets from all external text before it is shown; nothing else does.
///
/// A secret is found in either case, and with any of its characters percent-encoded or written as HTML character
/// references. Logins are found in URLs (`://user:password@host`). A key of fewer than eight characters, which no
/// service issues, is found only in messages and as a whole word, because it would occur in many sentences and names.
struct SecretMask: Sendable {
  /// The maximum length of a masked text in characters.
  static let maximumMessageLength = 200
  /// The maximum length of an examined text in scalars; the rest is dropped.
  private static let maximumTextLength = 4_096
  /// The minimum length of a key that is found within words and in responses.
  private static let minimumKeyLength = 8
  /// The minimum length of a password that is found outside URLs.
  private static let minimumPasswordLength = 4

  private let key: String?
  /// The passwords of known proxies.
  private let passwords: [String]

  init(key: APIKey?, proxies: [String] = []) {
    self.key = key?.secret
    passwords = proxies.compactMap(Self.password).filter { $0.count >= Self.minimumPasswordLength }
  }

  /// Whether the key is long enough to be found within words.
  private var isLong: Bool { (key?.count ?? 0) >= Self.minimumKeyLength }

  /// Returns the text of a message without secrets.
  func masked(_ text: String) -> String {
    var text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumTextLength)))
    var patterns = passwords.map(Self.pattern) + ["(?<=://)[^\\s/\"']*(?=@)"]
    if let key {
      patterns.append(isLong ? Self.pattern(of: key) : "(?<![\\p{L}\\p{N}])\(Self.pattern(of: key))(?![\\p{L}\\p{N}])")
    }
    for pattern in patterns { text = Self.replacing(pattern, in: text) }
    let visible = text.map {
      $0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } ? " " : $0
    }
    return String(visible.prefix(Self.maximumMessageLength))
  }

  /// Returns a response without the key; names of places are external too.
  func masked(_ response: HTTPResponse) -> HTTPResponse {
    guard let key, isLong, Self.mayContain(key, Array(response.body)),
      let text = String(data: response.body, encoding: .utf8)
    else { return response }
    let body = Data(Self.replacing(Self.pattern(of: key), in: text).utf8)
    return HTTPResponse(status: response.status, fields: response.fields, body: body)
  }

  /// Returns whether a text contains a key in either case, or perhaps an encoded character: `%41`, `&#65;`.
  private static func mayContain(_ key: String, _ text: [UInt8]) -> Bool {
    let (percent, number) = (UInt8(ascii: "%"), UInt8(ascii: "#"))
    return ByteSearch.next(percent, or: number, in: text.span, from: 0, to: text.count) < text.count
      || contains(Array(key.utf8), text)
  }

  /// Returns whether a text contains a key in either case, by the algorithm of Horspool (1980), which skips most bytes.
  private static func contains(_ key: [UInt8], _ text: [UInt8]) -> Bool {
    let last = key.count - 1
    var shifts = [Int](repeating: key.count, count: 256)
    for (index, byte) in key.dropLast().enumerated() {
      shifts[Int(lowered(byte))] = last - index
      shifts[Int(raised(byte))] = last - index
    }
    var end = last
    while end < text.count {
      var length = 0
      while length <= last, lowered(text[end - length]) == lowered(key[last - length]) { length += 1 }
      if length > last { return true }
      end += shifts[Int(text[end])]
    }
    return false
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func raised(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? byte & ~0x20 : byte }

  private static func replacing(_ pattern: String, in text: String) -> String {
    text.replacingOccurrences(of: pattern, with: APIKey.mark, options: [.regularExpression, .caseInsensitive])
  }

  /// Returns the regular expression for a secret whose characters may be encoded, and whose ampersands JSON may escape.
  private static func pattern(of secret: String) -> String {
    secret.unicodeScalars.map { scalar in
      let hexadecimal = String(scalar.value, radix: 16)
      let reference = "(?:&|\\\\u0026)#(?:0*\(scalar.value)|x0*\(hexadecimal));?"
      return "(?:\\x{\(hexadecimal)}|\(percentEncoded(scalar))|\(reference))"
    }.joined()
  }

  private static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
  }

  /// Returns the decoded password in a proxy's URL.
  private static func password(inProxy address: String) -> String? {
    let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
    guard let end = rest.lastIndex(of: "@"), let colon = rest[..<end].firstIndex(of: ":") else { return nil }
    let password = String(rest[rest.index(after: colon)..<end])
    return password.removingPercentEncoding ?? password
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
    case .unreachable(let host, let detail, let wasSent):
      .unreachable(host: masked(host), detail: masked(detail), wasSent: wasSent)
    case .untrustworthy(.contentType(let type)): .untrustworthy(.contentType(type.map(masked)))
    case .untrustworthy(.unreadable(let detail)): .untrustworthy(.unreadable(detail: masked(detail)))
    case .untrustworthy(.otherQuery(let place, .category(let code))):
      .untrustworthy(.otherQuery(place: masked(place), .category(code: code.map(masked))))
    case .untrustworthy(.otherQuery(let place, let mismatch)):
      .untrustworthy(.otherQuery(place: masked(place), mismatch))
    case .untrustworthy(.redirected(let host)): .untrustworthy(.redirected(host: host.map(masked)))
    case .endpointUnusable(let endpoint, let error): .endpointUnusable(masked(endpoint), error)
    // The texts of these errors don't come from the network.
    case .sourceMissing, .keyMissing, .clientRefused, .allowanceSpent, .budgetSpent, .maximumSent,
      .tooManyRequests, .throttled, .timedOut, .untrustworthy, .unsupported, .index, .cancelled:
      error
    }
  }
}
