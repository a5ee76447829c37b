/// The forms an input can have, told apart by what it holds and never by what it is called.
enum InputFormat: Sendable, Hashable {
  /// JSON in any of its forms: a GeoJSON document, or one object after the other, with or without record separators.
  case json
  /// A table whose first row names the columns.
  case csv
  /// Nothing but white space.
  case empty
  /// Not text.
  case binary

  /// Tells the form.
  ///
  /// A record separator (RFC 8142) or a brace begins JSON. A NUL among the first bytes is not text.
  ///
  /// - Parameter head: The first bytes of the input, a byte order mark included.
  init(head: Span<UInt8>) {
    var at = TextEncoding.markLength(of: head)
    while at < head.count, Self.isBlank(head[at]) { at += 1 }
    guard at < head.count else {
      self = .empty
      return
    }
    switch head[at] {
    case 0x1E, UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = Self.hasNUL(head) && TextEncoding.wideEncoding(of: head) == nil ? .binary : .csv
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func hasNUL(_ head: Span<UInt8>) -> Bool {
    for index in 0..<min(head.count, 4096) where head[index] == 0 { return true }
    return false
  }
}
