import Tables

/// Finds the ranges of members and elements, so that a row's JSON can be copied byte for byte.
extension JSONReader {
  init(row bytes: [UInt8], _ range: Range<Int>) { self.init(bytes, in: range, allowsLoneSurrogates: true) }

  /// Scans an object that fills the range.
  ///
  /// Returns whether it is one; `offset` is where scanning stopped.
  mutating func scanObject(_ member: (_ key: RowField, _ value: RowField) -> Void) -> Bool {
    do throws(SyntaxError) {
      guard try take(Ascii.openBrace) else { return false }
      var isFirst = true
      while let key = try nextKey(isFirst: &isFirst) { member(RowField(key), try field()) }
      try end()
      return true
    } catch { return false }
  }

  mutating func scanArray(_ element: (RowField) -> Void) -> Bool {
    do throws(SyntaxError) {
      guard try take(Ascii.openBracket) else { return false }
      var isFirst = true
      while try nextElement(isFirst: &isFirst) { element(try field()) }
      try end()
      return true
    } catch { return false }
  }

  private mutating func field() throws(SyntaxError) -> RowField {
    _ = try peek()
    let start = offset
    switch try value() {
    case .text(let text): return RowField(text)
    case .number(let range): return RowField(start: range.lowerBound, end: range.upperBound, encoding: .jsonNumber)
    case .null: return RowField(start: start, end: offset, encoding: .absent)
    case .bool, .nested: return RowField(start: start, end: offset, encoding: .jsonOther)
    }
  }
}

extension RowField {
  fileprivate init(_ text: JSONText) {
    self.init(
      start: text.range.lowerBound,
      end: text.range.upperBound,
      encoding: text.isEscaped ? .jsonEscapedString : .jsonString
    )
  }
}

/// Resolves the escapes of well-formed JSON.
enum JSONUnescaping {
  /// Returns the text of a string without its quotes.
  ///
  /// A lone surrogate becomes U+FFFD.
  static func text(of inside: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(inside.count)
    JSONEscape.resolve(inside.span, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns JSON with `null` instead of `NaN`, `Infinity` and `-Infinity`, which Python writes; `nil` if none of them
  /// occurs.
  static func withoutNaN(_ json: ArraySlice<UInt8>) -> [UInt8]? {
    let words = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
    var result: [UInt8] = []
    var hasAny = false
    var isInString = false
    var at = json.startIndex
    while at < json.endIndex {
      let byte = json[at]
      if !isInString, let word = words.first(where: { json[at...].starts(with: $0) }) {
        result.append(text: "null")
        hasAny = true
        at += word.count
        continue
      }
      result.append(byte)
      at += 1
      if byte == Ascii.quote { isInString.toggle() }
      if isInString, byte == Ascii.backslash, at < json.endIndex {
        result.append(json[at])
        at += 1
      }
    }
    return hasAny ? result : nil
  }

  /// Returns JSON with lone surrogates replaced by U+FFFD, at the same length.
  static func withoutLoneSurrogates(_ json: ArraySlice<UInt8>) -> [UInt8] {
    let json = json.span
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var at = 0
    while at < json.count {
      let start = at
      at += 1
      if json[start] == Ascii.backslash, let escape = JSONEscape(in: json, at: &at), escape.isLoneSurrogate {
        result.append(text: #"\ufffd"#)
      } else {
        for index in start..<at { result.append(json[index]) }
      }
    }
    return result
  }
}
