import Domain
import Foundation

/// Removes secrets from every text from outside before it is shown; nothing else does.
///
/// A key is found in upper or lower case, with anything between its letters (blanks, hyphens, combining marks), in other
/// forms of its letters (fullwidth, circled), in part, and encoded as base64 or hexadecimal. Passwords are found in
/// addresses (`://user:password@host`), and those of known proxies anywhere. A key of fewer than eight letters and digits,
/// which no service issues, is found only as a whole word, because it would occur in many sentences.
struct SecretMask: Sendable {
  /// The maximum length of a masked text, in characters.
  static let maximumMessageLength = 200
  /// The maximum length of a text that is examined, in scalars; the rest is dropped.
  private static let maximumTextLength = 4_096
  /// The number of successive letters and digits of the key that are masked.
  private static let minimumRunLength = 8
  /// The minimum length of a password that is searched for everywhere; a shorter one is found only in addresses.
  private static let minimumPasswordLength = 4
  private static let mark = "‹redacted›"

  /// The forms of the key: lower-case ASCII letters and digits alone.
  private let forms: [[UInt8]]
  /// Texts that are masked wherever they occur.
  private let phrases: [String]
  /// What is masked because of its surroundings, after a group that stays.
  ///
  /// A key that is too short to be searched for within words, logins in addresses, and what a service echoes as a key.
  private let patterns: [String]

  init(key: APIKey?, echoMarks: [String] = [], proxies: [String] = []) {
    let secret = key?.secret ?? ""
    let bytes = Array(secret.utf8)
    let hex = "0123456789abcdef".utf8.map(\.self)
    let hexadecimal = bytes.flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
    // In base64 a key may begin at any of three offsets; the characters shared with its neighbours are left out.
    let encoded = (0..<3).map { shift in
      let text = Data(repeating: 0, count: shift) + Data(bytes)
      let letters = Array(text.base64EncodedString().utf8)
      return Array(letters.dropFirst([0, 2, 3][shift]).prefix { $0 != UInt8(ascii: "=") }.dropLast())
    }
    forms = ([bytes, hexadecimal] + encoded).map { $0.compactMap(Self.letter) }
      .filter { $0.count >= Self.minimumRunLength }
    let passwords = proxies.flatMap(Self.passwords)
    let isShort = bytes.compactMap(Self.letter).count < Self.minimumRunLength
    let shortKey = isShort && !secret.isEmpty ? "(?<![\\p{L}\\p{N}])()\(Self.literal(secret))(?![\\p{L}\\p{N}])" : nil
    let echoes = echoMarks.map { mark in
      // Such as `KakaoAK header`, which is part of a service's message and not a key.
      "(\(Self.literal(mark)))(?!header(?:[ \",]|$))" + (mark.hasSuffix("(") ? "[^)]*" : "[^ \",]*")
    }
    patterns = (shortKey.map { [$0] } ?? []) + ["(://)[^\\s/\"']*(?=@)"] + echoes
    phrases = ((isShort ? [] : [secret]) + passwords.filter { $0.count >= Self.minimumPasswordLength })
      .sorted { $0.count > $1.count }
  }

  /// Returns the text without secrets, and without anything in the place of an echoed key.
  func masked(_ text: String) -> String {
    var text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumTextLength)))
    for phrase in phrases { text = text.replacing(phrase, with: Self.mark) }
    text = withoutKey(text)
    for pattern in patterns {
      let options: String.CompareOptions = [.regularExpression, .caseInsensitive]
      text = text.replacingOccurrences(of: pattern, with: "$1\(Self.mark)", options: options)
    }
    let visible = text.map {
      $0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } ? " " : $0
    }
    return String(visible.prefix(Self.maximumMessageLength))
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
    // The texts of these do not come from the network.
    case .keyMissing, .clientRefused, .budgetSpent, .throttled, .paceTooSlow, .timedOut, .untrustworthy, .unsupported,
      .fileUnreadable,
      .dataUnusable, .foreignFile, .archiveUnusable, .cancelled:
      error
    }
  }

  /// A lower-case letter or digit of ASCII; `nil` for any other byte.
  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: nil
    }
  }

  /// The letter or digit that a character is compatible with: `１`, `①` and `𝟏` are 1.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    let plain = scalar.isASCII ? scalar : String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first
    return plain.flatMap { UInt8(exactly: $0.value) }.flatMap(letter)
  }

  /// Returns the pattern that finds a text itself.
  private static func literal(_ text: String) -> String { NSRegularExpression.escapedPattern(for: text) }

  /// Returns the text without runs of the key's letters, whatever is between them.
  private func withoutKey(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let letters = scalars.indices.compactMap { index in
      Self.letter(scalars[index]).map { (index: index, letter: $0) }
    }
    var isSecret = [Bool](repeating: false, count: scalars.count)
    for form in forms {
      for start in letters.indices {
        let length = Self.longestRun(in: letters[start...].lazy.map(\.letter), of: form)
        guard length >= Self.minimumRunLength else { continue }
        for position in letters[start].index...letters[start + length - 1].index { isSecret[position] = true }
      }
    }
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      guard isSecret[index] else {
        // A combining mark would combine with the replacement.
        let follows = index > 0 && isSecret[index - 1] && scalar.properties.isGraphemeExtend
        if follows { isSecret[index] = true } else { result.append(scalar) }
        continue
      }
      if index == 0 || !isSecret[index - 1] { result.append(contentsOf: Self.mark.unicodeScalars) }
    }
    return String(result)
  }

  /// Returns the length of the longest substring of a form that some letters begin with.
  private static func longestRun(in letters: some Collection<UInt8>, of form: [UInt8]) -> Int {
    guard let first = letters.first else { return 0 }
    var maximum = 0
    for start in form.indices where form[start] == first {
      var length = 0
      for (letter, wanted) in zip(letters, form[start...]) {
        guard letter == wanted else { break }
        length += 1
      }
      maximum = max(maximum, length)
    }
    return maximum
  }

  /// Returns the password in the address of a proxy, as it is written and percent-decoded.
  private static func passwords(inProxy address: String) -> [String] {
    let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
    guard let end = rest.lastIndex(of: "@"), let colon = rest[..<end].firstIndex(of: ":") else { return [] }
    let password = String(rest[rest.index(after: colon)..<end])
    return [password, password.removingPercentEncoding ?? password]
  }
}
