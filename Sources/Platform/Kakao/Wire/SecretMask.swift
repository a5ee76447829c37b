import Domain

/// Takes keys out of text that came from the service.
struct SecretMask: Sendable {
  /// The key that was sent.
  let key: APIKey

  /// The longest message that is passed on, in characters.
  static let longestMessage = 200
  private static let mark = "‹redacted›"

  /// The text without the key that was sent and without whatever stands where a key is echoed.
  ///
  /// - Parameter text: A message of the service.
  /// - Returns: At most 200 characters on one line.
  func masked(_ text: String) -> String {
    var text = text.replacing(key.secret, with: Self.mark)
    text = Self.masking(text, after: "appKey(", upTo: { $0 == ")" })
    text = Self.masking(text, after: "KakaoAK ", upTo: { $0 == " " || $0 == "\"" || $0 == "," })
    let visible = text.map {
      $0.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } ? " " : $0
    }
    return String(visible.prefix(Self.longestMessage))
  }

  private static func masking(_ text: String, after opening: String, upTo isEnd: (Character) -> Bool) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.range(of: opening, caseInsensitive: true) {
      result += rest[..<start.upperBound]
      rest = rest[start.upperBound...]
      let secret = rest.prefix { !isEnd($0) }
      // `KakaoAK header` is the service's own wording and no key.
      result += secret == "header" ? "header" : mark
      rest = rest[secret.endIndex...]
    }
    return result + rest
  }
}

extension Substring {
  /// Finds ASCII text whatever its case.
  fileprivate func range(of text: String, caseInsensitive: Bool) -> Range<Index>? {
    let wanted = text.lowercased()
    var start = startIndex
    while start < endIndex {
      guard let end = index(start, offsetBy: wanted.count, limitedBy: endIndex) else {
        return nil
      }
      if self[start..<end].lowercased() == wanted { return start..<end }
      start = index(after: start)
    }
    return nil
  }
}
