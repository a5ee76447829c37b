/// Walks over one JSON text, strictly as RFC 8259 has it, without building anything.
///
/// It finds where the members of an object lie, so that the object itself can be passed on byte for byte.
struct JSONScanner {
  /// Deepest nesting that is followed; deeper text is refused rather than risk the stack.
  static let deepestNesting = 128

  private let bytes: [UInt8]
  private let end: Int
  /// Offset of the next byte.
  private(set) var at: Int

  /// Makes a scanner over a part of a block.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  /// Walks over a whole object that fills the range, white space aside.
  ///
  /// - Parameter member: Told each member's key (the inside of its string), whether the key has escapes, and the value.
  /// - Returns: Whether the text is one well-formed object and nothing more; ``at`` is where it stopped.
  mutating func scanObject(_ member: (_ key: Range<Int>, _ keyHasEscapes: Bool, _ value: RowField) -> Void) -> Bool {
    skipBlanks()
    guard take(Ascii.openBrace), scanMembers(depth: 1, member) else { return false }
    skipBlanks()
    return at == end
  }

  /// Takes these very bytes; tells whether they were there.
  mutating func takeWord(_ word: StaticString) -> Bool {
    let start = at
    for position in 0..<word.utf8CodeUnitCount {
      // In bounds: a static string has as many code units as it says.
      guard take(unsafe word.utf8Start[position]) else {
        at = start
        return false
      }
    }
    return true
  }

  /// Takes a whole value and gives where it lies, quotes included; `nil` where none begins.
  mutating func takeValue() -> Range<Int>? {
    let start = at
    return scanValue(depth: 0) == nil ? nil : start..<at
  }

  private mutating func scanMembers(
    depth: Int,
    _ member: (_ key: Range<Int>, _ keyHasEscapes: Bool, _ value: RowField) -> Void
  ) -> Bool {
    skipBlanks()
    if take(Ascii.closeBrace) { return true }
    repeat {
      skipBlanks()
      guard take(Ascii.quote) else { return false }
      let keyStart = at
      guard let keyHasEscapes = scanString() else { return false }
      let key = keyStart..<(at - 1)
      skipBlanks()
      guard take(Ascii.colon) else { return false }
      skipBlanks()
      guard let value = scanValue(depth: depth) else { return false }
      member(key, keyHasEscapes, value)
      skipBlanks()
    } while take(Ascii.comma)
    return take(Ascii.closeBrace)
  }

  private mutating func scanValue(depth: Int) -> RowField? {
    guard at < end, depth < Self.deepestNesting else { return nil }
    let start = at
    switch bytes[at] {
    case Ascii.quote:
      at += 1
      guard let hasEscapes = scanString() else { return nil }
      return RowField(start: start + 1, end: at - 1, form: hasEscapes ? .jsonEscapedString : .jsonString)
    case Ascii.openBrace:
      at += 1
      guard scanMembers(depth: depth + 1, { _, _, _ in }) else { return nil }
      return RowField(start: start, end: at, form: .jsonOther)
    case Ascii.openBracket:
      at += 1
      guard scanElements(depth: depth + 1) else { return nil }
      return RowField(start: start, end: at, form: .jsonOther)
    case UInt8(ascii: "t"): return takeWord("true") ? RowField(start: start, end: at, form: .jsonOther) : nil
    case UInt8(ascii: "f"): return takeWord("false") ? RowField(start: start, end: at, form: .jsonOther) : nil
    case UInt8(ascii: "n"): return takeWord("null") ? RowField(start: start, end: at, form: .absent) : nil
    default: return scanNumber() ? RowField(start: start, end: at, form: .jsonNumber) : nil
    }
  }

  private mutating func scanElements(depth: Int) -> Bool {
    skipBlanks()
    if take(Ascii.closeBracket) { return true }
    repeat {
      skipBlanks()
      guard scanValue(depth: depth) != nil else { return false }
      skipBlanks()
    } while take(Ascii.comma)
    return take(Ascii.closeBracket)
  }

  /// Scans behind an opening quote past the closing one; tells whether there were escapes, `nil` when malformed.
  private mutating func scanString() -> Bool? {
    var hasEscapes = false
    while at < end {
      let byte = bytes[at]
      at += 1
      if byte == Ascii.quote { return hasEscapes }
      if byte < Ascii.space { return nil }
      guard byte == Ascii.backslash else { continue }
      hasEscapes = true
      guard at < end else { return nil }
      let escape = bytes[at]
      at += 1
      if escape == UInt8(ascii: "u") {
        guard end - at >= 4, bytes[at..<(at + 4)].allSatisfy({ JSONUnescaping.hexDigit($0) != nil }) else { return nil }
        at += 4
      } else if JSONUnescaping.short(escape) == nil {
        return nil
      }
    }
    return nil
  }

  private mutating func scanNumber() -> Bool {
    _ = take(Ascii.minus)
    if take(Ascii.zero) {
      // No digit may follow a leading zero.
    } else {
      guard skipDigits() else { return false }
    }
    if take(Ascii.period), !skipDigits() { return false }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(Ascii.plus) { _ = take(Ascii.minus) }
      return skipDigits()
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = at
    while at < end, Ascii.isDigit(bytes[at]) { at += 1 }
    return at > start
  }

  private mutating func skipBlanks() {
    while at < end, Ascii.isBlank(bytes[at]) { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < end, bytes[at] == byte else { return false }
    at += 1
    return true
  }
}
