/// A condition that a further fact of a place must satisfy: `wheelchair=yes`, `capacity>=10`, `opening_hours`.
public struct AttributeCondition: Sendable, Hashable {
  /// What is asked of the value of the key.
  public enum Test: Sendable, Hashable {
    /// That there is one.
    case known
    /// That it is a text, or has it in a list: compared without case.
    case equals(String)
    /// That it is not so; also where it is not known.
    case differs(String)
    case less(Double)
    case atMost(Double)
    case greater(Double)
    case atLeast(Double)
  }

  /// The key, under OpenStreetMap's name.
  public let key: String
  public let test: Test
  /// The condition as it was written.
  public let text: String

  /// Reads a condition: a key, or a key, an operator and a value.
  ///
  /// - Parameter raw: `KEY`, `KEY=VALUE`, `KEY!=VALUE`, or a number behind `<`, `<=`, `>` or `>=`; `KEY=*` is `KEY`, as
  ///   the tag of a category is.
  /// - Throws: What is wrong with it.
  public init(_ raw: String) throws(AttributeConditionError) {
    text = String(raw.trimmed)
    let operators: [Character] = ["=", "!", "<", ">"]
    let end = text.firstIndex { operators.contains($0) } ?? text.endIndex
    key = AttributeName.canonical(String(text[..<end].trimmed))
    guard !key.isEmpty else { throw .keyMissing }
    guard end < text.endIndex else {
      test = .known
      return
    }
    guard !Self.goesOn(text[end...]) else { throw .severalConditions }
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
      test = .atMost(try Self.number(rest))
    } else if take(">=") {
      test = .atLeast(try Self.number(rest))
    } else if take("<") {
      test = .less(try Self.number(rest))
    } else if take(">") {
      test = .greater(try Self.number(rest))
    } else {
      throw .operatorUnknown
    }
  }

  private static func value(_ text: Substring) throws(AttributeConditionError) -> String {
    let value = String(text.trimmed)
    guard !value.isEmpty else { throw .valueMissing }
    return value
  }

  /// A value that is compared as a text: behind another sign, as in `==` and `=>`, it would be one that no place has.
  private static func word(_ text: Substring) throws(AttributeConditionError) -> String {
    let value = try value(text)
    guard value.first.map({ !"=<>*".contains($0) }) == true else { throw .operatorUnknown }
    guard !areAlternatives(value) else { throw .severalValues }
    return value
  }

  /// Whether a value is words with `|` between, as other query languages write them: no place has them as its value.
  ///
  /// Opening hours have `||` between whole rules.
  private static func areAlternatives(_ value: String) -> Bool {
    guard value.contains("|"), !value.contains("://") else { return false }
    return value.split(separator: "|", omittingEmptySubsequences: false).allSatisfy { part in
      let word = part.trimmed
      return !word.isEmpty && !word.contains(where: \.isWhitespace)
    }
  }

  private static func number(_ text: Substring) throws(AttributeConditionError) -> Double {
    let value = try value(text)
    // `10 or fee` would be ten of the unit `or fee`.
    let isOne = value.split(whereSeparator: \.isWhitespace).count <= 2 && !value.contains { ";&|".contains($0) }
    guard isOne, let number = MeasuredNumber.value(of: value.utf8) else { throw .notANumber(value) }
    return number
  }

  /// Whether another condition seems to follow, such as `, wheelchair=yes` or `and capacity>10`.
  ///
  /// Taken for a part of the value, it would make the answer another one without a word. An address of the web has such
  /// parts itself.
  private static func goesOn(_ text: Substring) -> Bool {
    guard !text.contains("://") else { return false }
    var separators = text.indices.filter { ",;&|".contains(text[$0]) }
    for word in text.split(whereSeparator: \.isWhitespace) where ["and", "or"].contains(word.lowercased()) {
      if let last = word.indices.last { separators.append(last) }
    }
    return separators.contains { index in
      let next = text[text.index(after: index)...].drop { $0.isWhitespace }
      let key = next.prefix { !"=!<>,;&|".contains($0) && !$0.isWhitespace }
      let sign = next[key.endIndex...].drop { $0.isWhitespace }.first
      return !key.isEmpty && sign.map { "=!<>".contains($0) } == true
    }
  }
}

extension AttributeCondition {
  /// Whether a value satisfies it; `nil` for one that is not known.
  package func holds(of value: String?) -> Bool {
    switch test {
    case .known: return value != nil
    case .equals(let wanted): return value.map { Self.isSame($0, wanted) } ?? false
    case .differs(let wanted): return value.map { !Self.isSame($0, wanted) } ?? true
    case .less(let bound): return Self.number(value).map { $0 < bound } ?? false
    case .atMost(let bound): return Self.number(value).map { $0 <= bound } ?? false
    case .greater(let bound): return Self.number(value).map { $0 > bound } ?? false
    case .atLeast(let bound): return Self.number(value).map { $0 >= bound } ?? false
    }
  }

  /// Whether it also holds where the value is not known.
  package var holdsOfUnknown: Bool { if case .differs = test { true } else { false } }

  private static func number(_ value: String?) -> Double? { value.flatMap { MeasuredNumber.value(of: $0.utf8) } }

  /// Whether a value is a text, or a list with it: OpenStreetMap separates the parts of one by semicolons.
  private static func isSame(_ value: String, _ wanted: String) -> Bool {
    let wanted = NameFolding.fold(wanted)
    if NameFolding.fold(value) == wanted { return true }
    guard value.utf8.contains(UInt8(ascii: ";")) else { return false }
    return value.split(separator: ";").contains { NameFolding.fold(String($0.trimmed)) == wanted }
  }
}

/// Why a condition cannot be read.
public enum AttributeConditionError: Error, Sendable, Hashable {
  /// Nothing stands before the operator.
  case keyMissing
  /// Nothing stands behind the operator.
  case valueMissing
  /// Another condition stands in the same text.
  case severalConditions
  /// Several values with `|` between them.
  case severalValues
  /// A `!` without `=` behind it, or signs that are none together.
  case operatorUnknown
  /// What is compared with `<` or `>` is no number.
  case notANumber(String)
}
