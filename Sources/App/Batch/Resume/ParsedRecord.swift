/// Where the parts of a record lie, so that a row can be told to have it already.
struct ParsedRecord: Sendable, Hashable {
  /// The row's number when the record was written.
  let number: Int
  /// How the row ended.
  let status: RowStatus
  /// The record's `id`, in JSON.
  let id: Range<Int>
  /// The record's `input`.
  let input: Range<Int>
  /// The record's `query`; what comes behind it depends on the query alone.
  let query: Range<Int>
  /// The record's `meta`, an object or `null`.
  let meta: Range<Int>

  /// Takes a record apart; `nil` for a line that is not a whole record.
  ///
  /// The members come in the order in which every version wrote them. The places are looked at for control characters
  /// only: a record with its line end was written whole, but a machine that lost power may leave zeros in its middle.
  ///
  /// - Parameter line: The line, without its line feed.
  init?(line: [UInt8]) {
    var scanner = JSONScanner(line, 0..<line.count)
    guard scanner.takeLiteral(#"{"row":"#), let row = scanner.takeValue(),
      let number = Int(String(decoding: line[row], as: UTF8.self)),
      scanner.takeLiteral(#","id":"#), let id = scanner.takeValue(),
      scanner.takeLiteral(#","status":"#), let word = scanner.takeValue(),
      let status = RowStatus.allCases.first(where: { line[word].dropFirst().dropLast().elementsEqual($0.rawValue.utf8) }
      ),
      scanner.takeLiteral(#","input":"#), let input = scanner.takeValue(),
      scanner.takeLiteral(#","query":"#), let query = scanner.takeValue(),
      scanner.takeLiteral(#","meta":"#), let meta = scanner.takeValue(),
      scanner.takeLiteral(#","places":["#), line.last == Ascii.closeBrace
    else { return nil }
    var least = UInt8.max
    for byte in line[scanner.at...] { least = min(least, byte) }
    guard least >= Ascii.space else { return nil }
    self.number = number
    self.status = status
    self.id = id
    self.input = input
    self.query = query
    self.meta = meta
  }

  /// Whether the row was answered, so that the record was paid for.
  var isAnswer: Bool { status == .ok || status == .empty }
}
