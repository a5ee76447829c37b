/// Splits JSON into the values of an array, or into consecutive objects, as the bytes arrive.
///
/// It follows only brackets and strings; the reader of a value validates it. White space between values and the
/// separators of RFC 8142 are skipped.
package struct JSONElements: Sendable, Hashable {
  /// The enclosure of the values.
  package enum Enclosure: Sendable, Hashable {
    /// Nothing: the values are a sequence.
    case none
    /// An array whose opening bracket was read.
    case array
    /// The array of a collection whose opening bracket was read; the rest of the collection isn't read.
    case collection
  }

  /// The result of a search at an offset.
  package enum Finding: Sendable, Hashable {
    /// The end of a value, and the offset from which to search for the next one.
    case value(end: Int, next: Int)
    /// The bytes end within a value.
    case inside
  }

  private let enclosure: Enclosure
  /// Whether the bracket that closes the array was read.
  package private(set) var isClosed = false
  /// The brackets that are open within the value.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether the value is neither an object nor an array, so that a comma or a line ends it.
  private var isPlain = false

  package init(_ enclosure: Enclosure) { self.enclosure = enclosure }

  /// Whether the array around the values hasn't been closed.
  package var isOpen: Bool { enclosure != .none && !isClosed }

  /// Skips the separators before a value, and returns the offset of the value, or the end of the bytes or of the
  /// collection.
  package mutating func begin(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count {
      let byte = bytes[at]
      if isClosed && enclosure == .collection { return at }
      if byte == UInt8(ascii: "]"), isOpen {
        isClosed = true
      } else if byte > 0x20, byte != UInt8(ascii: ",") {
        isPlain = byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
        depth = 0
        isInString = false
        return at
      }
      at += 1
    }
    return at
  }

  /// Continues in a value where the last call ended; spaces replace line ends outside strings.
  package mutating func end(_ bytes: inout MutableSpan<UInt8>, from start: Int) -> Finding {
    var at = start
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isPlain, depth == 0 { return .value(end: at - 1, next: at - 1) }
        depth -= 1
        if depth == 0, !isPlain { return .value(end: at, next: at) }
      case UInt8(ascii: ","): if isPlain, depth == 0 { return .value(end: at - 1, next: at) }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if isPlain, depth == 0 { return .value(end: at - 1, next: at) }
        bytes[at - 1] = UInt8(ascii: " ")
      default: break
      }
    }
    return .inside
  }
}
