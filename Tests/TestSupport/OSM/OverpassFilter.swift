import Foundation

/// A filter of tags in a statement: `["key"~"value",i]`, `["key"!~"value",i]`, `["key"="value"]`, `[~"key"~"value"]` or
/// `["key"]`.
struct OverpassFilter: Sendable {
  private let key: String
  private let isForAnyKey: Bool
  private let operation: String?
  private let value: String
  private let keyExpression: NSRegularExpression?
  private let valueExpression: NSRegularExpression?

  /// Returns the filters of a statement; `nil` for unsupported text.
  static func all(in text: Substring) -> [OverpassFilter]? {
    var rest = text
    var filters: [OverpassFilter] = []
    while !rest.isEmpty {
      guard let filter = OverpassFilter(reading: &rest) else { return nil }
      filters.append(filter)
    }
    return filters.isEmpty ? nil : filters
  }

  private init?(reading rest: inout Substring) {
    guard Self.take("[", from: &rest) else { return nil }
    isForAnyKey = Self.take("~", from: &rest)
    guard let key = Self.takeQuoted(from: &rest) else { return nil }
    self.key = key
    let start = rest
    operation = ["!~", "~", "="].first { start.hasPrefix($0) }
    guard let operation else {
      (value, keyExpression, valueExpression) = ("", nil, nil)
      guard !isForAnyKey, Self.take("]", from: &rest) else { return nil }
      return
    }
    rest = rest.dropFirst(operation.count)
    guard let value = Self.takeQuoted(from: &rest) else { return nil }
    self.value = value
    let folds = Self.take(",i", from: &rest)
    guard Self.take("]", from: &rest) else { return nil }
    keyExpression = try? NSRegularExpression(pattern: key)
    valueExpression = try? NSRegularExpression(pattern: value, options: folds ? .caseInsensitive : [])
  }

  func matches(_ tags: [String: String]) -> Bool {
    if isForAnyKey {
      return tags.contains { Self.matches($0.key, keyExpression) && Self.matches($0.value, valueExpression) }
    }
    guard let tag = tags[key] else { return operation == "!~" }
    switch operation {
    case "!~": return !Self.matches(tag, valueExpression)
    case "~": return Self.matches(tag, valueExpression)
    case "=": return tag == value
    default: return true
    }
  }

  private static func matches(_ text: String, _ expression: NSRegularExpression?) -> Bool {
    expression?.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
  }

  private static func take(_ text: String, from rest: inout Substring) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Reads a text between quotation marks.
  private static func takeQuoted(from rest: inout Substring) -> String? {
    guard take("\"", from: &rest) else { return nil }
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        text.append(escaped)
      default: text.append(character)
      }
    }
    return nil
  }
}
