/// The arrangement of objects in a JSON text that begins with a brace and isn't a collection of rows.
package enum JSONDocument: Sendable, Hashable {
  /// Objects, each on a line of its own.
  case lines
  /// Objects over several lines, or several objects on a line.
  case sequence

  /// Reads the beginning of a text; `nil` if more bytes are needed.
  ///
  /// Invalid JSON counts as a line, so that only this line is skipped.
  package init?(_ bytes: [UInt8], from start: Int) {
    var reader = JSONReader(bytes, in: start..<bytes.count)
    do throws(SyntaxError) { try reader.skip() } catch {
      guard error != .incomplete else { return nil }
      self = .lines
      return
    }
    let isOverLines = bytes[start..<reader.offset].contains(UInt8(ascii: "\n"))
    let next = bytes[reader.offset...].first { $0 == UInt8(ascii: "\n") || $0 > 0x20 }
    self = isOverLines || next == UInt8(ascii: "{") ? .sequence : .lines
  }
}
