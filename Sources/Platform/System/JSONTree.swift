import Tables

/// A JSON value as a tree, for small texts such as a line of a store.
enum JSONTree: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([Member])

  struct Member: Sendable, Hashable {
    let key: String
    let value: JSONTree
  }

  private static let deepestNesting = 16

  /// Parses a text; `nil` if it isn't JSON or not UTF-8.
  ///
  /// If a member is repeated, the first one wins.
  init?(reading bytes: [UInt8]) {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    var json = JSONReader(bytes)
    do throws(NotJSON) {
      self = try Self.value(&json, depth: 0)
      try json.end()
    } catch { return nil }
  }

  private static func value(_ json: inout JSONReader, depth: Int) throws(NotJSON) -> JSONTree {
    guard depth < deepestNesting else { throw NotJSON() }
    var isFirst = true
    if try json.take(UInt8(ascii: "{")) {
      var members: [Member] = []
      while let key = try json.nextKey(isFirst: &isFirst) {
        let value = try value(&json, depth: depth + 1)
        members.append(Member(key: text(key, in: json), value: value))
      }
      return .object(members)
    }
    if try json.take(UInt8(ascii: "[")) {
      var elements: [JSONTree] = []
      while try json.nextElement(isFirst: &isFirst) { elements.append(try value(&json, depth: depth + 1)) }
      return .list(elements)
    }
    switch try json.value() {
    case .text(let text): return .text(self.text(text, in: json))
    case .number(let range):
      guard let number = Double(String(decoding: json.bytes[range], as: UTF8.self)), number.isFinite else {
        throw NotJSON()
      }
      return .number(number)
    case .bool(let isTrue): return .bool(isTrue)
    case .null, .nested: return .null
    }
  }

  private static func text(_ text: JSONText, in json: JSONReader) -> String {
    var words: [UInt8] = []
    json.append(text, to: &words)
    return String(decoding: words, as: UTF8.self)
  }
}

extension JSONTree {
  /// The value of a member; `nil` if it is missing or `null`.
  subscript(key: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    let value = members.first { $0.key == key }?.value
    return value == .null ? nil : value
  }

  /// The text, unless it is empty.
  var string: String? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// The number.
  var double: Double? {
    switch self {
    case .number(let number): number
    // The service writes some numbers as text.
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The number, if it is a whole number.
  var integer: Int? { double.flatMap { Int(exactly: $0) } }

  var isTrue: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }

  /// The members of an object; empty for another value.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The elements of a list; empty for another value.
  var elements: [JSONTree] { if case .list(let elements) = self { elements } else { [] } }
}

extension JSONTree {
  /// Makes an object, leaving out members without a value.
  static func members(_ members: KeyValuePairs<String, JSONTree?>) -> JSONTree {
    .object(present(members))
  }

  /// Returns the members that have a value.
  static func present(_ members: KeyValuePairs<String, JSONTree?>) -> [Member] {
    members.compactMap { key, value in value.map { Member(key: key, value: $0) } }
  }

  static func integer(_ number: some BinaryInteger) -> JSONTree { .number(Double(number)) }

  /// The value on one line, without a line feed.
  ///
  /// Equal values give equal bytes.
  var line: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
    case .number(let number):
      if let whole = Int(exactly: number) { bytes += "\(whole)".utf8 } else { bytes += "\(number)".utf8 }
    case .text(let text): Self.append(text, to: &bytes)
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (position, member) in members.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20, 0x7F:
        bytes += (byte < 16 ? "\\u000" : "\\u00").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
