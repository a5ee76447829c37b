/// A condition on an attribute of a place: `wheelchair=yes`, `capacity>=10`, `opening_hours`.
public struct AttributeCondition: Sendable, Hashable {
  /// The test for the value of the attribute.
  public enum Test: Sendable, Hashable {
    /// The attribute has a value.
    case known
    /// The value, or an item of its list, is a text, ignoring case.
    case equals(String)
    /// The value isn't that text; also true of an unknown value.
    case differs(String)
    case less(Double)
    case atMost(Double)
    case greater(Double)
    case atLeast(Double)
  }

  /// The key, in OpenStreetMap's spelling.
  public let key: String
  public let test: Test
  /// The condition as written.
  public let text: String
  /// The unit of the number, which values are converted to; `nil` if it has none.
  private var unit: MeasuredUnit?

  /// Reads a condition: a key, or a key, an operator and a value.
  ///
  /// - Parameter raw: `KEY`, `KEY=VALUE`, `KEY!=VALUE`, or `KEY` and a number after `<`, `<=`, `>` or `>=`. `KEY=*`
  ///   means `KEY`, like a tag of a category. The number may have a unit: `maxstay>=90 min` is true of `2 h`.
  /// - Throws: `.conditionInvalid` if the text isn't a condition.
  public init(_ raw: String) throws(InvalidQuery) {
    text = String(raw.trimmed)
    let operators: [Character] = ["=", "!", "<", ">"]
    let end = text.firstIndex { operators.contains($0) } ?? text.endIndex
    key = AttributeName.canonical(String(text[..<end].trimmed))
    guard !key.isEmpty else { throw .conditionInvalid }
    guard end < text.endIndex else {
      test = .known
      return
    }
    guard !Self.continues(text[end...]) else { throw .conditionInvalid }
    var rest = text[end...]
    func take(_ sign: String) -> Bool {
      guard rest.hasPrefix(sign) else { return false }
      rest = rest.dropFirst(sign.count)
      return true
    }
    if take("!=") {
      test = .differs(try Self.word(rest))
    } else if take("=") {
      let isAny = rest.trimmed == "*"
      test = isAny ? .known : .equals(try Self.word(rest))
    } else if take("<=") {
      let bound = try Self.number(rest)
      (test, unit) = (.atMost(bound.value), bound.unit)
    } else if take(">=") {
      let bound = try Self.number(rest)
      (test, unit) = (.atLeast(bound.value), bound.unit)
    } else if take("<") {
      let bound = try Self.number(rest)
      (test, unit) = (.less(bound.value), bound.unit)
    } else if take(">") {
      let bound = try Self.number(rest)
      (test, unit) = (.greater(bound.value), bound.unit)
    } else {
      throw .conditionInvalid
    }
  }

  private static func value(_ text: Substring) throws(InvalidQuery) -> String {
    let value = String(text.trimmed)
    guard !value.isEmpty else { throw .conditionInvalid }
    return value
  }

  /// Returns a value to compare as text; a value that begins with a sign, as in `==` and `=>`, is a typing error.
  private static func word(_ text: Substring) throws(InvalidQuery) -> String {
    let value = try value(text)
    guard value.first.map({ !"=<>*~".contains($0) }) == true else { throw .conditionInvalid }
    guard !areAlternatives(value) else { throw .conditionInvalid }
    return value
  }

  /// Returns whether a value is words separated by `|`, as other query languages write alternatives; no place has such
  /// a value.
  ///
  /// Opening hours may contain `||` between rules.
  private static func areAlternatives(_ value: String) -> Bool {
    guard value.contains("|"), !value.contains("://") else { return false }
    return value.split(separator: "|", omittingEmptySubsequences: false).allSatisfy { part in
      let word = part.trimmed
      return !word.isEmpty && !word.contains(where: \.isWhitespace)
    }
  }

  private static func number(_ text: Substring) throws(InvalidQuery) -> MeasuredNumber {
    let value = try value(text)
    // A value of a place may have any unit, but `10 or fee` would be 10 in the unit `or fee`.
    guard let number = MeasuredNumber(typed: value) else { throw .conditionInvalid }
    return number
  }

  /// Returns whether another condition seems to follow, such as `, wheelchair=yes`, `and capacity>10` or
  /// `,opening_hours`.
  ///
  /// If it were read as part of the value, the result would silently differ. Web addresses may contain such text.
  private static func continues(_ text: Substring) -> Bool {
    guard !text.contains("://") else { return false }
    var separators = text.indices.filter { ",;&|".contains(text[$0]) }
    for word in text.split(whereSeparator: \.isWhitespace) where ["and", "or"].contains(word.lowercased()) {
      if let last = word.indices.last { separators.append(last) }
    }
    return separators.contains { index in
      let next = text[text.index(after: index)...].drop { $0.isWhitespace }
      let key = next.prefix { !"=!<>,;&|".contains($0) && !$0.isWhitespace }
      guard let sign = next[key.endIndex...].drop(while: \.isWhitespace).first else {
        // Without a sign, only a key that isn't a word of a language is certain.
        return text[index] == "," && key.contains { "_:".contains($0) } && AttributeName.isUsual(String(key))
      }
      return !key.isEmpty && "=!<>".contains(sign)
    }
  }
}

extension AttributeCondition {
  /// Returns whether a value satisfies the condition; `nil` is an unknown value.
  package func holds(of value: String?) -> Bool {
    switch test {
    case .known: return value != nil
    case .equals(let wanted): return value.map { Self.isSame($0, wanted) } ?? false
    case .differs(let wanted): return value.map { !Self.isSame($0, wanted) } ?? true
    case .less(let bound): return number(value).map { $0 < bound } ?? false
    case .atMost(let bound): return number(value).map { $0 <= bound } ?? false
    case .greater(let bound): return number(value).map { $0 > bound } ?? false
    case .atLeast(let bound): return number(value).map { $0 >= bound } ?? false
    }
  }

  /// Whether an unknown value satisfies the condition.
  package var acceptsMissingValues: Bool { if case .differs = test { true } else { false } }

  private func number(_ value: String?) -> Double? { value.flatMap { MeasuredNumber($0.utf8)?.value(in: unit) } }

  /// Returns whether a value is a text or a list that contains it; OpenStreetMap separates list items with semicolons.
  private static func isSame(_ value: String, _ wanted: String) -> Bool {
    let wanted = NameFolding.fold(wanted)
    if NameFolding.fold(value) == wanted { return true }
    guard value.utf8.contains(UInt8(ascii: ";")) else { return false }
    return value.split(separator: ";").contains { NameFolding.fold(String($0.trimmed)) == wanted }
  }
}
