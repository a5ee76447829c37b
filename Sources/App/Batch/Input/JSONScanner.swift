/// Walks over one JSON text, strictly as RFC 8259 has it, without building anything.
///
/// It finds where the members of an object lie, so that the object itself can be passed on byte for byte.
struct JSONScanner {
  /// Deepest nesting that is followed; deeper text is refused rather than risk the stack.
  static let deepestNesting = 128

  private let bytes: [UInt8]
  private let end: Int
  /// Whether half of a surrogate pair was met alone, which the grammar allows and which is no text.
  private(set) var hasLoneSurrogate = false
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
  mutating func takeLiteral(_ word: StaticString) -> Bool {
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

  /// Walks over a whole array that fills the range; tells whether it is one.
  mutating func scanArray(_ element: (RowField) -> Void) -> Bool {
    guard take(Ascii.openBracket), scanElements(depth: 1, element) else { return false }
    return at == end
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
      guard scanElements(depth: depth + 1, { _ in }) else { return nil }
      return RowField(start: start, end: at, form: .jsonOther)
    case UInt8(ascii: "t"): return takeLiteral("true") ? RowField(start: start, end: at, form: .jsonOther) : nil
    case UInt8(ascii: "f"): return takeLiteral("false") ? RowField(start: start, end: at, form: .jsonOther) : nil
    case UInt8(ascii: "n"): return takeLiteral("null") ? RowField(start: start, end: at, form: .absent) : nil
    default: return scanNumber() ? RowField(start: start, end: at, form: .jsonNumber) : nil
    }
  }

  private mutating func scanElements(depth: Int, _ element: (RowField) -> Void) -> Bool {
    skipBlanks()
    if take(Ascii.closeBracket) { return true }
    repeat {
      skipBlanks()
      guard let value = scanValue(depth: depth) else { return false }
      element(value)
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
        guard let unit = takeUnit() else { return nil }
        let isSurrogate = (0xD800...0xDFFF).contains(unit)
        if isSurrogate, unit >= 0xDC00 || !takeLowSurrogate() { hasLoneSurrogate = true }
      } else if JSONUnescaping.short(escape) == nil {
        return nil
      }
    }
    return nil
  }

  /// Takes four hexadecimal digits.
  private mutating func takeUnit() -> UInt32? {
    guard let unit = JSONUnescaping.unit(in: bytes[..<end], at: &at) else { return nil }
    return unit
  }

  /// Takes the second half of a surrogate pair, if it comes next.
  private mutating func takeLowSurrogate() -> Bool {
    let start = at
    if take(Ascii.backslash), take(UInt8(ascii: "u")), let unit = takeUnit(), (0xDC00...0xDFFF).contains(unit) {
      return true
    }
    at = start
    return false
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
