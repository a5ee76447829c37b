/// Text to search for, 1...100 characters, without white space at its ends.
public struct SearchText: Sendable, Hashable {
  /// The maximum length in characters: longer than any place name, and 300 bytes of Hangul, which fit into a URL.
  public static let maximumLength = 100

  public let value: String

  /// Makes a search text; `nil` if it is empty, longer than 100 characters, or only of marks and invisible characters.
  ///
  /// - Parameter raw: A text; white space and control characters at its ends are removed.
  public init?(_ raw: String) {
    let isEdge: (Character) -> Bool = { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
    let start = raw.firstIndex { !isEdge($0) }
    let last = raw.lastIndex { !isEdge($0) }
    guard let start, let last else { return nil }
    let trimmed = raw[start...last]
    guard trimmed.count <= Self.maximumLength else { return nil }
    // Folding drops marks and invisible characters, and no words would match every place.
    let hasASCII = trimmed.utf8.contains { (0x21..<0x7F).contains($0) }
    guard hasASCII || NameFolding.fold(String(trimmed)).contains(where: { $0 > 0x20 }) else { return nil }
    value = String(trimmed)
  }
}
