/// How the lines of a text end.
package enum LineEnds {
  /// Whether a text has carriage returns and no line feed, as old programs of Macs write lines.
  ///
  /// - Parameter beginning: All of the text, or so much that a line ends in it.
  /// - Returns: Whether carriage returns end the lines.
  package static func areReturns(in beginning: Span<UInt8>) -> Bool {
    var hasReturn = false
    for at in beginning.indices {
      if beginning[at] == UInt8(ascii: "\n") { return false }
      if beginning[at] == UInt8(ascii: "\r") { hasReturn = true }
    }
    return hasReturn
  }

  /// Makes each carriage return a line feed.
  package static func replaceReturns(in bytes: inout MutableSpan<UInt8>) {
    for at in bytes.indices where bytes[at] == UInt8(ascii: "\r") { bytes[at] = UInt8(ascii: "\n") }
  }

  /// Whether a line has a carriage return outside of quotes, so that it is several lines of another system.
  package static func hasReturn(in line: Span<UInt8>) -> Bool {
    var isQuoted = false
    for at in line.indices {
      if line[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if line[at] == UInt8(ascii: "\r"), !isQuoted { return true }
    }
    return false
  }

  /// Whether a carriage return stands within a cell without quotes, as where another line goes on behind it.
  package static func hasReturn(inCell cell: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    guard cell.lowerBound == 0 || bytes[cell.lowerBound - 1] != UInt8(ascii: "\"") else { return false }
    return cell.contains { bytes[$0] == UInt8(ascii: "\r") }
  }

  /// Whether a line goes on behind a quote and a carriage return.
  package static func hasReturnBehindQuote(in line: Span<UInt8>) -> Bool {
    var isBehindQuote = false
    var isBehindReturn = false
    for at in line.indices {
      let byte = line[at]
      if isBehindReturn, byte != UInt8(ascii: "\r"), byte != UInt8(ascii: "\n") { return true }
      isBehindReturn = byte == UInt8(ascii: "\r") && (isBehindQuote || isBehindReturn)
      isBehindQuote = byte == UInt8(ascii: "\"")
    }
    return false
  }

  /// What is wrong with a text in which some lines end in a carriage return alone, and what helps.
  package static let mixed =
    "some of its lines end in a carriage return alone; convert it: tr '\\r' '\\n' < FILE"
}
