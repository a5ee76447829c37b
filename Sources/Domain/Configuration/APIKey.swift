/// A secret key of a service; it never prints itself.
public struct APIKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The secret itself, for the one header that carries it.
  public let secret: String

  /// Several times the length of any service's key, and far less than a header may carry.
  public static let maximumLength = 256

  /// Makes a key; `nil` when nothing is left, when it is longer than ``maximumLength``, or when it holds anything but
  /// visible ASCII, which no header may carry.
  ///
  /// - Parameter raw: The key; white space at the ends is dropped.
  public init?(_ raw: String) {
    let text = raw.trimmed
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    secret = String(text)
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
