/// The secret key of a service; it never prints itself.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The secret, for the one header that carries it.
  public let secret: String

  /// The maximum length: several times as long as any service's key, and far below the limit of a header.
  public static let maximumLength = 256

  /// Makes a key.
  ///
  /// `nil` if the key is empty, longer than ``maximumLength``, or has other characters than visible ASCII, which no
  /// header may carry.
  ///
  /// - Parameter raw: The key; surrounding white space and quotation marks are dropped.
  public init?(_ raw: String) {
    let text = Self.unquoted(raw.trimmed)
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    secret = String(text)
  }

  /// Removes a pair of quotation marks around a text, as in configuration files.
  private static func unquoted(_ text: Substring) -> Substring {
    let pairs: [(Character, Character)] = [
      ("\"", "\""), ("'", "'"), ("`", "`"), ("\u{201C}", "\u{201D}"), ("\u{2018}", "\u{2019}"),
    ]
    guard text.count >= 2, pairs.contains(where: { $0 == (text.first, text.last) }) else { return text }
    return text.dropFirst().dropLast().trimmed
  }

  /// The placeholder for a secret.
  package static let mark = "‹redacted›"

  public var description: String { Self.mark }
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
