/// A string of a JSON text, between its quotes.
public struct JSONText: Sendable, Hashable {
  /// The range of the string's bytes.
  package let range: Range<Int>
  /// Whether the string contains a backslash.
  package let isEscaped: Bool
}

/// A value of a JSON text.
package enum JSONToken: Sendable, Hashable {
  case text(JSONText)
  /// The range of the bytes of a number.
  case number(Range<Int>)
  case bool(Bool)
  case null
  /// An object or an array, which was skipped.
  case nested
}

/// A whole text, which the caller knows to be UTF-8.
extension ArraySlice: JSONBytes where Element == UInt8 {
  public static var isWhole: Bool { true }
  public static var allowsNaN: Bool { false }
  public var limit: Int { endIndex }
  public func byte(at offset: Int) -> UInt8 { self[offset] }

  public func word(at offset: Int) -> UInt64 {
    let at = offset - startIndex
    return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian }
  }

  public func escape(at offset: inout Int) -> JSONEscape? {
    var next = offset - startIndex
    defer { offset = next + startIndex }
    return JSONEscape(in: span, at: &next)
  }

  public func text(in range: Range<Int>, isEscaped: Bool, isASCII: Bool) -> JSONText? {
    JSONText(range: range, isEscaped: isEscaped)
  }
}

/// Reads a complete text.
package typealias JSONReader = JSONCursor<ArraySlice<UInt8>>

extension JSONReader {
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil, allowsLoneSurrogates: Bool = false) {
    let text = range.map { bytes[$0] } ?? bytes[...]
    self.init(text, at: text.startIndex, allowsLoneSurrogates: allowsLoneSurrogates)
  }

  /// Checks that only white space follows.
  package mutating func end() throws(SyntaxError) {
    guard (try? peek()) == nil, offset == bytes.limit else { throw .malformed }
  }

  /// Skips exactly these bytes if they come next; doesn't skip white space before them.
  package mutating func takeLiteral(_ literal: StaticString) -> Bool {
    let start = offset
    if (try? skipLiteral(literal)) != nil { return true }
    offset = start
    return false
  }

  /// Reads a value of any type.
  package mutating func value() throws(SyntaxError) -> JSONToken {
    switch try peek() {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skip()
      return .nested
    case let first:
      let range = try scalarRange()
      return switch first {
      case UInt8(ascii: "t"): .bool(true)
      case UInt8(ascii: "f"): .bool(false)
      case UInt8(ascii: "n"): .null
      default: .number(range)
      }
    }
  }

  /// Appends the unescaped contents of a string.
  package func append(_ text: JSONText, to output: inout [UInt8]) {
    guard text.isEscaped else { return output.append(contentsOf: bytes[text.range]) }
    JSONEscape.resolve(bytes[text.range].span, into: &output)
  }
}
