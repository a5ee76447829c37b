import Domain
import Tables

/// The notation of a text value in an output format.
///
/// Removes control characters that a format can't escape. Doesn't guard `=`, `+`, `-` or `@` against spreadsheets:
/// telephone numbers start with `+`, and programs need the original. Import untrusted files as text.
enum TextNotation: Sendable {
  /// A JSON string (RFC 8259).
  ///
  /// Control characters beyond ASCII that terminals interpret are escaped too.
  case json
  /// RFC 4180, with a line feed after each record.
  case csv
  /// Tab-separated values.
  ///
  /// Tab, line feed, carriage return and backslash are written as `\t`, `\n`, `\r`, `\\`.
  case tsv

  var separator: UInt8 { self == .tsv ? UInt8(ascii: "\t") : UInt8(ascii: ",") }

  /// Returns the replacement of a control character.
  fileprivate func text(for control: UInt16) -> String {
    switch (self, control) {
    case (.csv, 0x09), (.csv, 0x0A), (.csv, 0x0D): return String(UnicodeScalar(UInt8(control)))
    case (.csv, _): return ""
    case (_, 0x09): return "\\t"
    case (_, 0x0A): return "\\n"
    case (_, 0x0D): return "\\r"
    case (.tsv, _): return ""
    case (.json, 0x08): return "\\b"
    case (.json, 0x0C): return "\\f"
    case (.json, _):
      return "\\u" + control.text(ofDigits: 4, radix: 16)
    }
  }

  /// Returns the byte before a quote or backslash that must be escaped; `nil` if none is needed.
  fileprivate func escape(of byte: UInt8) -> UInt8? {
    switch (self, byte) {
    case (.csv, UInt8(ascii: "\"")): byte
    case (.json, UInt8(ascii: "\"")), (.json, UInt8(ascii: "\\")), (.tsv, UInt8(ascii: "\\")): UInt8(ascii: "\\")
    default: nil
    }
  }
}

extension [UInt8] {
  /// Appends a part of a buffer as one value, quoted if the format requires it.
  mutating func append(value bytes: [UInt8], in range: Range<Int>, as notation: TextNotation) {
    append(value: bytes.span.extracting(range), as: notation)
  }

  mutating func append(value text: String, as notation: TextNotation) { append(value: text.utf8.span, as: notation) }

  mutating func append(value part: Span<UInt8>, as notation: TextNotation) {
    let isPlain = !part.mayNeedEscaping
    append(reserving: part.count + 2) { $0.append(value: part, as: notation, isPlain: isPlain) }
  }
}

extension UInt8 {
  /// Whether the byte may need escaping or may begin a control character.
  fileprivate var mayNeedEscaping: Bool {
    // Letters and digits need two comparisons.
    if self < 0x23 { return self < 0x20 || self == UInt8(ascii: "\"") }
    if self < 0x7F { return self == UInt8(ascii: "\\") }
    return self == 0x7F || self == 0xC2 || self == 0xE2
  }
}

extension Span<UInt8> {
  /// Whether any byte may need escaping or may begin a control character.
  var mayNeedEscaping: Bool {
    // Whole blocks of 16, then the last 16 bytes, which may overlap: a remainder would be read byte by byte.
    guard count >= 16 else {
      for index in indices where self[index].mayNeedEscaping { return true }
      return false
    }
    return mayNeedEscaping(0..<count & ~15) | mayNeedEscaping(count - 16..<count) != 0
  }

  /// Checks every byte without branching, so that the compiler can vectorise the loop.
  @inline(__always)
  private func mayNeedEscaping(_ range: Range<Int>) -> UInt8 {
    let part = extracting(range)
    var found: UInt8 = 0
    for index in part.indices {
      let byte = part[index]
      found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0) | (byte == 0xE2 ? 1 : 0)
      found |= (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
    return found
  }

  var containsComma: Bool {
    ByteView.over(self) { $0.contains(UInt8(ascii: ",")) }
  }

  fileprivate var needsQuotes: Bool {
    var found: UInt8 = 0
    for index in indices {
      let byte = self[index]
      found |= (byte == UInt8(ascii: ",") ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0)
      found |= (byte == UInt8(ascii: "\n") ? 1 : 0) | (byte == UInt8(ascii: "\r") ? 1 : 0)
    }
    return found != 0
  }
}

extension OutputBuffer {
  /// Appends a text as one value, quoted if the format requires it.
  ///
  /// Not inlined: the constants of its comparisons would be reloaded for each field in callers that write plain JSON.
  @inline(never)
  mutating func append(value part: Span<UInt8>, as notation: TextNotation, isPlain: Bool) {
    let isQuoted: Bool =
      switch notation {
      case .json: true
      // A plain text has neither quotes nor line breaks.
      case .csv: isPlain ? part.containsComma : part.needsQuotes
      case .tsv: false
      }
    if isQuoted { append(UInt8(ascii: "\"")) }
    if isPlain { append(part) } else { append(escaping: part, as: notation) }
    if isQuoted { append(UInt8(ascii: "\"")) }
  }

  mutating func append(value text: String, as notation: TextNotation) {
    let part = text.utf8.span
    append(value: part, as: notation, isPlain: !part.mayNeedEscaping)
  }

  mutating func append(escaping part: Span<UInt8>, as notation: TextNotation) {
    var index = 0
    while index < part.count {
      let byte = part[index]
      if ControlCharacter.mayBegin(with: byte), let control = ControlCharacter.match(in: part, at: index) {
        append(text: notation.text(for: control.scalar))
        index += control.length
        continue
      }
      if let escape = notation.escape(of: byte) { append(escape) }
      append(byte)
      index += 1
    }
  }
}
