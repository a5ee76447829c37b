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
  /// A record separator (RFC 8142) or a brace begins JSON. A text has few control characters: tables of old systems have a
  /// NUL in a cell now and then, and what is no text has one in ten bytes.
  ///
  /// - Parameter prefix: The first bytes of the input, a byte order mark included.
  init(prefix: Span<UInt8>) {
    var at = TextEncoding.markLength(of: prefix)
    while at < prefix.count, Self.isBlank(prefix[at]) { at += 1 }
    guard at < prefix.count else {
      self = .empty
      return
    }
    switch prefix[at] {
    case 0x1E, UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = Self.isBinary(prefix) ? .binary : .csv
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Whether bytes have more control characters than a text has.
  static func isBinary(_ prefix: Span<UInt8>) -> Bool {
    let count = min(prefix.count, 4096)
    var controls = 0
    for index in 0..<count where prefix[index] < 0x20 && !isTextControl(prefix[index]) { controls += 1 }
    return controls * 32 > count
  }

  /// Tab, line feed, vertical tab, form feed, carriage return, end of file of MS-DOS, and record separator.
  private static func isTextControl(_ byte: UInt8) -> Bool {
    byte >= 0x09 && byte <= 0x0D || byte == 0x1A || byte == 0x1E
  }
}
