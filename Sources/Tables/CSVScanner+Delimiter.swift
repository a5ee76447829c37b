/// Detects the delimiter of a table.
extension CSVScanner {
  private static let delimiters: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  private static let tab = UInt8(ascii: "\t")

  /// The maximum number of lines to read: up to the header or, after a title, up to the first row.
  private static let maximumLineCount = 12

  /// Scanners for the possible delimiters, the likeliest first: delimiters of the first row before delimiters of later
  /// rows.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the table.
  ///   - delimiter: The delimiter that the user names; `nil` to detect it.
  ///   - isQuoted: Whether quotes enclose cells.
  /// - Returns: At least one scanner.
  package static func candidates(
    _ bytes: Span<UInt8>,
    delimiter: UInt8? = nil,
    isQuoted: Bool = true
  ) -> [CSVScanner] {
    if let named = delimiter ?? Self.delimiter(namedBy: bytes) {
      return [CSVScanner(delimiter: named, isQuoted: isQuoted)]
    }
    var order: [UInt8] = []
    var at = 0
    for _ in 0..<maximumLineCount where at < bytes.count {
      let (counts, next) = counts(bytes, from: at, areQuoted: isQuoted)
      let likeliest = counts.indices.sorted { (counts[$1], $0) < (counts[$0], $1) }
      for index in likeliest where counts[index] > 0 && !order.contains(delimiters[index]) {
        order.append(delimiters[index])
      }
      at = next
    }
    // A table with one column has no delimiter; a tab is least likely to occur in its texts.
    if !order.contains(tab) { order.append(tab) }
    if order.count == 1 { order.append(delimiters[0]) }
    return order.map { CSVScanner(delimiter: $0, isQuoted: isQuoted) }
  }

  /// Returns the delimiter that the first line declares for spreadsheets, as in `sep=;`; `nil` for any other line.
  package static func delimiter(namedBy bytes: Span<UInt8>) -> UInt8? {
    let word = Array("sep=".utf8)
    guard bytes.count > word.count, word.indices.allSatisfy({ bytes[$0] | 0x20 == word[$0] | 0x20 }) else { return nil }
    let named = bytes[word.count]
    guard named > 0x20 || named == UInt8(ascii: "\t") else { return nil }
    var at = word.count + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\n") {
      guard bytes[at] <= 0x20 else { return nil }
      at += 1
    }
    return named
  }

  /// Returns the count of each delimiter outside quotes in a line, and the offset of the next line.
  private static func counts(
    _ bytes: Span<UInt8>,
    from start: Int,
    areQuoted: Bool
  ) -> (counts: [Int], next: Int) {
    var counts = [0, 0, 0, 0]
    var isQuoted = false
    var at = start
    while at < bytes.count, isQuoted || bytes[at] != UInt8(ascii: "\n") {
      let byte = bytes[at]
      if areQuoted, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = delimiters.firstIndex(of: byte) { counts[index] += 1 }
      at += 1
    }
    return (counts, min(at + 1, bytes.count))
  }
}
