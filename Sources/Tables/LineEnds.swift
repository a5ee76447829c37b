/// The line ends of a text.
package enum LineEnds {
  /// Returns whether a text has carriage returns but no line feed, like files of old Macs.
  ///
  /// - Parameter beginning: The text, or a beginning that contains a line end.
  /// - Returns: Whether carriage returns end the lines.
  package static func areReturns(in beginning: Span<UInt8>) -> Bool {
    var hasReturn = false
    for at in beginning.indices {
      if beginning[at] == UInt8(ascii: "\n") { return false }
      if beginning[at] == UInt8(ascii: "\r") { hasReturn = true }
    }
    return hasReturn
  }

  /// Replaces each carriage return by a line feed.
  package static func replaceReturns(in bytes: inout MutableSpan<UInt8>) {
    for at in bytes.indices where bytes[at] == UInt8(ascii: "\r") { bytes[at] = UInt8(ascii: "\n") }
  }

  /// Returns whether a line has a carriage return outside quotes, so that it consists of several lines.
  package static func hasReturn(in line: Span<UInt8>) -> Bool {
    var isQuoted = false
    for at in line.indices {
      if line[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if line[at] == UInt8(ascii: "\r"), !isQuoted { return true }
    }
    return false
  }

  /// Returns whether a cell without quotes contains a carriage return, which ends another line.
  package static func hasReturn(inCell cell: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard cell.lowerBound == 0 || bytes[cell.lowerBound - 1] != UInt8(ascii: "\"") else { return false }
    return cell.contains { bytes[$0] == UInt8(ascii: "\r") }
  }

  /// Returns whether a line continues after a quote and a carriage return.
  package static func hasReturnAfterQuote(in line: Span<UInt8>) -> Bool {
    var isAfterQuote = false
    var isAfterReturn = false
    for at in line.indices {
      let byte = line[at]
      if isAfterReturn, byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "\n") { return true }
      isAfterReturn = byte == UInt8(ascii: "\r") && (isAfterQuote || isAfterReturn)
      isAfterQuote = byte == UInt8(ascii: "\"")
    }
    return false
  }

  /// The fault of a text with lone carriage returns among other line ends, and the remedy.
  package static let mixed =
    "some of its lines end in a carriage return only; convert it with `tr '\\r' '\\n' < FILE`"
}
