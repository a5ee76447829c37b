/// Splits a client's input into messages, one per line.
struct MessageLines: Sendable {
  /// A line, or an error if the line was too long.
  enum Line: Sendable, Hashable {
    case message([UInt8])
    case tooLong
  }

  /// The maximum length of a line in bytes.
  static let longestLine = 8 << 20

  /// The UTF-8 byte order mark, which some clients send first.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var pending: [UInt8] = []
  private var isFirst = true
  /// Whether the rest of a line that is too long is being skipped.
  private var isSkipping = false

  /// Returns the lines completed by more bytes; empty lines are ignored.
  mutating func add(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      append(bytes[start..<end], to: &lines)
      finish(&lines)
      start = end + 1
    }
    append(bytes[start...], to: &lines)
    return lines
  }

  /// Returns the last line, which has no line feed.
  mutating func end() -> [Line] {
    var lines: [Line] = []
    finish(&lines)
    return lines
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, to lines: inout [Line]) {
    guard !isSkipping else { return }
    guard pending.count + bytes.count <= Self.longestLine else {
      pending = []
      isSkipping = true
      return lines.append(.tooLong)
    }
    pending += bytes
  }

  private mutating func finish(_ lines: inout [Line]) {
    if isFirst, pending.starts(with: Self.byteOrderMark) { pending.removeFirst(Self.byteOrderMark.count) }
    isFirst = false
    let isBlank = pending.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if !isSkipping, !isBlank { lines.append(.message(pending)) }
    pending = []
    isSkipping = false
  }
}
