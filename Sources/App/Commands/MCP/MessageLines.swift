/// Splits what a client sends into messages, one a line.
struct MessageLines: Sendable {
  /// A line, or that it was longer than a line may be.
  enum Line: Sendable, Hashable {
    case message([UInt8])
    case tooLong
  }

  /// The longest line, in bytes.
  static let longestLine = 8 << 20

  /// A byte order mark in UTF-8, which some clients send first.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private var pending: [UInt8] = []
  private var isFirst = true
  /// Whether the rest of a line that was too long is passed over.
  private var isSkipping = false

  /// The lines that more bytes complete; those without a message are none.
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

  /// The last line, which nothing ends.
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
