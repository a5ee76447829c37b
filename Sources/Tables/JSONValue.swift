/// A JSON value as a tree, for small texts such as a line of a store or a message to `mcp`.
///
/// Large texts are read with a ``JSONReader`` instead.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as written.
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  package struct Member: Sendable, Hashable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Parses a text; `nil` if it isn't JSON, isn't UTF-8, or is nested deeper than ``JSONCursor/maximumNesting``.
  package init?(reading bytes: [UInt8]) {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    var json = JSONReader(bytes)
    do throws(SyntaxError) {
      self = try JSONValue(nextOf: &json)
      try json.end()
    } catch { return nil }
  }

  /// Reads the next value of a text.
  package init(nextOf json: inout JSONReader) throws(SyntaxError) {
    self = try Self.value(&json, depth: 0)
  }

  private static func value(_ json: inout JSONReader, depth: Int) throws(SyntaxError) -> JSONValue {
    let isNested = try [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(json.peek())
    guard !isNested || depth < JSONReader.maximumNesting else { throw .tooDeep }
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
      var elements: [JSONValue] = []
      while try json.nextElement(isFirst: &isFirst) { elements.append(try value(&json, depth: depth + 1)) }
      return .list(elements)
    }
    switch try json.value() {
    case .text(let text): return .text(self.text(text, in: json))
    case .number(let range): return .number(String(decoding: json.bytes[range], as: UTF8.self))
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

extension JSONValue {
  /// The value of a member, the last one with the key; `nil` if it is missing or `null`.
  package subscript(key: String) -> JSONValue? {
    let value = members.last { $0.key == key }?.value
    return value == .null ? nil : value
  }

  /// The text, unless it is empty.
  package var string: String? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text
  }

  /// The finite number; also a number written as text, as services do.
  package var double: Double? {
    switch self {
    case .number(let text), .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .null, .bool, .list, .object: nil
    }
  }

  /// The number, if it is a whole number.
  package var integer: Int? {
    if case .number(let text) = self, let number = Int(text) { number } else { double.flatMap { Int(exactly: $0) } }
  }

  package var isTrue: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }

  /// Whether the value is an object.
  package var isObject: Bool { if case .object = self { true } else { false } }

  /// The members of an object; empty for another value.
  package var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The elements of a list; empty for another value.
  package var elements: [JSONValue] { if case .list(let elements) = self { elements } else { [] } }

  /// The texts of a list; `nil` for another value.
  package var texts: [String]? {
    guard case .list(let elements) = self else { return nil }
    let texts = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
    return texts.count == elements.count ? texts : nil
  }

  /// The numbers of a list; `nil` for another value.
  package var numbers: [Double]? {
    guard case .list(let elements) = self else { return nil }
    let numbers = elements.compactMap(\.double)
    return numbers.count == elements.count ? numbers : nil
  }
}

extension JSONValue {
  /// Makes an object, leaving out members without a value.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(present(members))
  }

  /// Returns the members that have a value.
  package static func present(_ members: KeyValuePairs<String, JSONValue?>) -> [Member] {
    members.compactMap { key, value in value.map { Member(key: key, value: $0) } }
  }

  package static func integer(_ number: some BinaryInteger) -> JSONValue { .number("\(number)") }

  /// Makes a number; whole numbers have no fraction.
  package static func number(_ number: Double) -> JSONValue {
    Int(exactly: number).map { integer($0) } ?? .number("\(number)")
  }

  package static func texts(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.text)) }

  package static func numbers(_ numbers: [Double]) -> JSONValue { .list(numbers.map { .number($0) }) }

  /// The value on one line, without a line feed.
  ///
  /// Equal values give equal bytes.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
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
