/// A secret key of a service; it never prints itself.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The secret itself, for the one header that carries it.
  public let secret: String

  /// Several times the length of any service's key, and far less than a header may carry.
  public static let maximumLength = 256

  /// Makes a key; `nil` when nothing is left, when it is longer than ``maximumLength``, or when it holds anything but
  /// visible ASCII, which no header may carry.
  ///
  /// - Parameter raw: The key; white space at the ends, and quotation marks around it, are dropped.
  public init?(_ raw: String) {
    let text = Self.unquoted(raw.trimmed)
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    secret = String(text)
  }

  /// A text without the pair of quotation marks around it, which a file of settings may leave there.
  private static func unquoted(_ text: Substring) -> Substring {
    let pairs: [(Character, Character)] = [
      ("\"", "\""), ("'", "'"), ("`", "`"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]
    guard text.count >= 2, pairs.contains(where: { $0 == (text.first, text.last) }) else { return text }
    return text.dropFirst().dropLast().trimmed
  }

  /// What is shown in the place of a secret.
  package static let mark = "‹redacted›"

  /// A mark in place of the secret.
  public var description: String { Self.mark }
  /// A mark in place of the secret.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
