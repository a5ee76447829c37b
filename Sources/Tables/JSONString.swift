/// A JSON string between its quotes.
public struct JSONString {
  public let raw: ByteView
  /// Whether the string contains a backslash.
  public let isEscaped: Bool

  @inlinable
  public init(raw: ByteView, isEscaped: Bool) {
    self.raw = raw
    self.isEscaped = isEscaped
  }

  /// Calls a closure with the unescaped text; lone surrogates become U+FFFD.
  @inlinable @inline(__always)
  public func withText<Result, Failure: Error>(_ body: (ByteView) throws(Failure) -> Result) throws(Failure) -> Result {
    guard isEscaped else { return try body(raw) }
    return try ByteView.over(unescaped, body)
  }

  public func unescape(into text: inout GrowableBuffer<UInt8>) {
    if isEscaped { ByteView.over(unescaped) { text.append($0) } } else { text.append(raw) }
  }

  @usableFromInline
  var unescaped: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    raw.withSpan { JSONEscape.resolve($0, into: &text) }
    return text
  }
}

/// Reads JSON from a part of a text.
package typealias JSONViewCursor = JSONCursor<ByteView>

/// A part of a text, which may be truncated.
extension ByteView: JSONBytes {
  @inlinable
  public static var isWhole: Bool { false }
  @inlinable
  public static var allowsNaN: Bool { true }

  @inlinable @inline(__always)
  public var limit: Int { count }

  @inlinable @inline(__always)
  public func word(at offset: Int) -> UInt64 { UInt64(littleEndian: load(UInt64.self, at: offset)) }

  public func escape(at offset: inout Int) -> JSONEscape? { withSpan { JSONEscape(in: $0, at: &offset) } }

  @inlinable @inline(__always)
  public func text(in range: Range<Int>, isEscaped: Bool, isASCII: Bool) -> JSONString? {
    let raw = part(range)
    return isASCII || UTF8Check.isValid(raw) ? JSONString(raw: raw, isEscaped: isEscaped) : nil
  }
}

extension ByteView {
  /// Whether a scalar is `null`, or `NaN` or an infinity as Python writes them.
  @inlinable
  public var isNull: Bool {
    switch byte(at: 0) {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "I"): true
    case UInt8(ascii: "-"): byte(at: 1) == UInt8(ascii: "I")
    default: false
    }
  }
}

extension JSONCursor where Bytes == ByteView {
  /// Reads a number, `true`, `false` or `null`, and returns its bytes.
  @inlinable @inline(__always)
  public mutating func scalar() throws(SyntaxError) -> ByteView { bytes.part(try scalarRange()) }
}
