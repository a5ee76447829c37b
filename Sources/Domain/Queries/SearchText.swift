/// Text to search for, 1...100 characters, without white space at its ends.
public struct SearchText: Sendable, Hashable {
  /// The maximum length in characters: longer than any place name, and 300 bytes of Hangul, which fit into a URL.
  public static let maximumLength = 100

  public let value: String

  /// Makes a search text; `nil` if it is empty or longer than 100 characters.
  ///
  /// - Parameter raw: A text; white space and control characters at its ends are removed.
  public init?(_ raw: String) {
    let isEdge: (Character) -> Bool = { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
    let start = raw.firstIndex { !isEdge($0) }
    let last = raw.lastIndex { !isEdge($0) }
    guard let start, let last else { return nil }
    let trimmed = raw[start...last]
    guard trimmed.count <= Self.maximumLength else { return nil }
    value = String(trimmed)
  }
}
