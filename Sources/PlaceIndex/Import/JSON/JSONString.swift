import Tables

typealias JSONCursor = Tables.JSONCursor<ByteView>

/// A JSON string between its quotes.
struct JSONString {
  let raw: ByteView
  /// Whether the string contains a backslash.
  let isEscaped: Bool

  /// Calls a closure with the unescaped text; lone surrogates become U+FFFD.
  @inline(__always)
  func withText<Result, Failure: Error>(_ body: (ByteView) throws(Failure) -> Result) throws(Failure) -> Result {
    guard isEscaped else { return try body(raw) }
    return try ByteView.over(unescaped, body)
  }

  func unescape(into text: inout GrowableBuffer<UInt8>) {
    if isEscaped { ByteView.over(unescaped) { text.append($0) } } else { text.append(raw) }
  }

  private var unescaped: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count)
    raw.withSpan { JSONEscape.resolve($0, into: &text) }
    return text
  }
}

/// A part of a text, which may be truncated.
extension ByteView: JSONBytes {
  static var isWhole: Bool { false }
  static var allowsNaN: Bool { true }

  @inline(__always)
  var limit: Int { count }

  @inline(__always)
  func word(at offset: Int) -> UInt64 { UInt64(littleEndian: load(UInt64.self, at: offset)) }

  func escape(at offset: inout Int) -> JSONEscape? { withSpan { JSONEscape(in: $0, at: &offset) } }

  @inline(__always)
  func text(in range: Range<Int>, isEscaped: Bool, isASCII: Bool) -> JSONString? {
    let raw = part(range)
    return isASCII || UTF8Check.isValid(raw) ? JSONString(raw: raw, isEscaped: isEscaped) : nil
  }
}

extension ByteView {
  /// Whether a scalar stands for no value: `null`, or what Python writes for numbers that are none.
  var isNull: Bool {
    switch byte(at: 0) {
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "I"): true
    case UInt8(ascii: "-"): byte(at: 1) == UInt8(ascii: "I")
    default: false
    }
  }
}

extension JSONCursor {
  /// Reads a number, `true`, `false` or `null`, and returns its bytes.
  @inline(__always)
  mutating func scalar() throws(SyntaxError) -> ByteView { bytes.part(try scalarRange()) }
}
