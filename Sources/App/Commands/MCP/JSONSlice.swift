import Tables

/// A value in valid JSON text, decoded on demand.
struct JSONSlice: Sendable {
  enum Kind: Sendable {
    case null, bool, number, text, list, object
  }

  let kind: Kind
  private let bytes: [UInt8]
  private let range: Range<Int>

  /// Parses a text; `nil` if it isn't JSON, isn't UTF-8, or is nested deeper than ``JSONCursor/maximumNesting``.
  init?(_ bytes: [UInt8]) {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    var json = JSONReader(bytes)
    do throws(NotJSON) {
      self = try JSONSlice(nextOf: &json, in: bytes)
      try json.end()
    } catch { return nil }
  }

  private init(nextOf json: inout JSONReader, in bytes: [UInt8]) throws(NotJSON) {
    kind =
      switch try json.peek() {
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .list
      case UInt8(ascii: "\""): .text
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
      case UInt8(ascii: "n"): .null
      default: .number
      }
    let start = json.offset
    try json.skip()
    self.bytes = bytes
    range = start..<json.offset
  }

  /// The bytes of the value as written.
  var raw: ArraySlice<UInt8> { bytes[range] }

  /// The value as written.
  var rawText: String { String(decoding: raw, as: UTF8.self) }

  /// The text; `nil` for another value.
  var text: String? {
    guard kind == .text else { return nil }
    var json = JSONReader(bytes, in: range)
    guard let inside = try? json.string() else { return nil }
    var text: [UInt8] = []
    json.append(inside, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The members of an object, in order; empty for another value.
  var members: [(key: String, value: JSONSlice)] {
    guard kind == .object else { return [] }
    var members: [(key: String, value: JSONSlice)] = []
    var json = JSONReader(bytes, in: range)
    try? json.forEachMember { (key, json) throws(NotJSON) in
      var name: [UInt8] = []
      json.append(key, to: &name)
      members.append((String(decoding: name, as: UTF8.self), try JSONSlice(nextOf: &json, in: bytes)))
    }
    return members
  }

  /// The elements of a list; empty for another value.
  var elements: [JSONSlice] {
    guard kind == .list else { return [] }
    var elements: [JSONSlice] = []
    var json = JSONReader(bytes, in: range)
    try? json.forEachElement { (json) throws(NotJSON) in elements.append(try JSONSlice(nextOf: &json, in: bytes)) }
    return elements
  }

  /// The value of a member, the last one with its name; `nil` if it is missing or `null`.
  subscript(key: String) -> JSONSlice? {
    members.last { $0.key == key }.flatMap { $0.value.kind == .null ? nil : $0.value }
  }
}
