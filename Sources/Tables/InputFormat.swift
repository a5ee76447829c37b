/// The format of an input, detected from its content rather than its name.
package enum InputFormat: Sendable, Hashable {
  /// JSON: a GeoJSON document, or a sequence of objects with or without record separators.
  case json
  /// A table whose first row contains the column titles.
  case csv
  /// Only white space.
  case empty
  /// Not text.
  case binary

  /// Detects the format.
  ///
  /// A record separator (RFC 8142), a brace or a bracket begins JSON. Text has few control characters: tables from old
  /// systems have an occasional NUL in a cell, but in binary data one in ten bytes is a control character.
  package init(prefix: Span<UInt8>) {
    var at = TextEncoding.markLength(of: prefix)
    while at < prefix.count, JSONReader.isWhiteSpace(prefix[at]) { at += 1 }
    guard at < prefix.count else {
      self = .empty
      return
    }
    switch prefix[at] {
    case 0x1E, UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
    default: self = Self.isBinary(prefix) ? .binary : .csv
    }
  }

  /// Returns whether bytes have more control characters than text has.
  package static func isBinary(_ prefix: Span<UInt8>) -> Bool {
    let count = min(prefix.count, 4096)
    var controls = 0
    for index in 0..<count where prefix[index] < 0x20 && !isOfText(prefix[index]) { controls += 1 }
    // A single control character isn't evidence.
    return controls * 32 > max(count, 32)
  }

  /// Returns whether a control character occurs in text: tab, line feed, vertical tab, form feed, carriage return,
  /// MS-DOS end of file, or record separator.
  private static func isOfText(_ control: UInt8) -> Bool {
    (0x09...0x0D).contains(control) || control == 0x1A || control == 0x1E
  }
}
