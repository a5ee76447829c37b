import TextParsing

/// Walks over one JSON text and tells where its members or elements lie, so that the text can be passed on byte for byte.
struct JSONScanner {
  private var json: JSONReader

  /// Makes a scanner over a part of a block.
  init(_ bytes: [UInt8], _ range: Range<Int>) { json = JSONReader(bytes, in: range, allowsLoneSurrogates: true) }

  /// Offset of the next byte.
  var at: Int { json.offset }
  /// Whether half of a surrogate pair was met alone, which the grammar allows and which is no text.
  var hasLoneSurrogate: Bool { json.hasLoneSurrogate }

  /// Walks over a whole object that fills the range, white space aside.
  ///
  /// - Parameter member: Told each member's key (the inside of its string), whether the key has escapes, and the value.
  /// - Returns: Whether the text is one well-formed object and nothing more; ``at`` is where it stopped.
  mutating func scanObject(_ member: (_ key: Range<Int>, _ keyHasEscapes: Bool, _ value: RowField) -> Void) -> Bool {
    do throws(NotJSON) {
      guard try json.take(Ascii.openBrace) else { return false }
      var isFirst = true
      while let key = try json.nextKey(isFirst: &isFirst) { member(key.range, key.isEscaped, try field()) }
      try json.end()
      return true
    } catch { return false }
  }

  /// Walks over a whole array that fills the range; tells whether it is one.
  mutating func scanArray(_ element: (RowField) -> Void) -> Bool {
    do throws(NotJSON) {
      guard try json.take(Ascii.openBracket) else { return false }
      var isFirst = true
      while try json.nextElement(isFirst: &isFirst) { element(try field()) }
      try json.end()
      return true
    } catch { return false }
  }

  /// Takes these very bytes; tells whether they were there.
  mutating func takeLiteral(_ literal: StaticString) -> Bool { json.takeLiteral(literal) }

  /// Takes a whole value and gives where it lies, quotes included; `nil` where none begins.
  mutating func takeValue() -> Range<Int>? {
    let start = json.offset
    return (try? json.value()).map { _ in start..<json.offset }
  }

  private mutating func field() throws(NotJSON) -> RowField {
    _ = try json.peek()
    let start = json.offset
    switch try json.value() {
    case .text(let text):
      let form: RowField.Form = text.isEscaped ? .jsonEscapedString : .jsonString
      return RowField(start: text.range.lowerBound, end: text.range.upperBound, form: form)
    case .number(let range): return RowField(start: range.lowerBound, end: range.upperBound, form: .jsonNumber)
    case .null: return RowField(start: start, end: json.offset, form: .absent)
    case .bool, .nested: return RowField(start: start, end: json.offset, form: .jsonOther)
    }
  }
}
