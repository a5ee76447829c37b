import Domain
import Rows
import Tables

extension RowReader {
  /// The reason why reading stopped before the end of a chunk.
  enum RowStop {
    /// The chunk ends within a row or after one.
    case incomplete
    /// The row at the offset is the first that isn't ASCII; `next` is its length.
    case notASCII(next: Int)
  }

  /// Reads rows of ASCII or UTF-8 until a row is incomplete or determines the encoding.
  mutating func readRows(
    _ view: ByteView,
    isAtEnd: Bool,
    isASCII: Bool,
    _ table: CSVTable
  ) -> (end: Int, stop: RowStop) {
    var at = 0
    var scanner = table.scanner
    while at < view.count {
      let finding = view.withSpan { scanner.scan($0, from: at, isAtEnd: isAtEnd, into: &cells) }
      guard let next = finding.next else { break }
      if let stop = readRow(finding, in: view, range: at..<next, isAtEnd: isAtEnd, isASCII: isASCII, table: table) {
        return (at, stop)
      }
      at = next
    }
    return (at, .incomplete)
  }

  private mutating func readRow(
    _ finding: CSVScanner.Finding,
    in view: ByteView,
    range: Range<Int>,
    isAtEnd: Bool,
    isASCII: Bool,
    table: CSVTable
  ) -> RowStop? {
    let row = view.part(range)
    // A truncated file ends within its last row.
    let isOpen = isAtEnd && range.upperBound == view.count && row.byte(at: row.count - 1) != UInt8(ascii: "\n")
    guard case .row = finding else {
      if row.withSpan(LineEnds.hasReturnAfterQuote(in:)) { rows.counts.hasReturns = true }
      reject(isOpen && Self.hasOpenQuote(row) ? .cut : .malformed, row: row)
      return nil
    }
    // A line of delimiters only is empty; spreadsheets write such lines after the last row.
    if cells.allSatisfy({ $0.start == $0.end }) { return nil }
    let isText = row.firstBeyondASCII(from: 0) == nil
    if !isText, isASCII { return .notASCII(next: range.count) }
    let isBroken = !isText && !UTF8Check.isValid(row)
    if isOpen, isBroken || cells.count < table.titles.count {
      // The end-of-file character of MS-DOS isn't a row.
      if row.trimmed.count > 0 { reject(.cut, row: row) }
    } else if isBroken {
      reject(.notText, row: row)
    } else if table.isEscaped, row.contains(UInt8(ascii: "\\")) {
      readEscaped(row, in: view, table)
    } else {
      draft.reset()
      let isRead = table.parse(cells, in: view, into: &draft, vocabulary)
      if isRead {
        accept(row: row)
      } else {
        let last = cells[table.keys.count - 1]
        let hasReturn = view.withSpan { LineEnds.hasReturn(inCell: last.start..<last.end, of: $0) }
        if hasReturn { rows.counts.hasReturns = true }
        reject(.tooManyCells, row: row)
      }
    }
    return nil
  }

  /// Reads a row whose cells have escapes.
  private mutating func readEscaped(_ row: ByteView, in view: ByteView, _ table: CSVTable) {
    var text: [UInt8] = []
    let resolved = view.withSpan { TabEscapes.resolve(cells, in: $0, into: &text) }
    ByteView.over(text) { text in
      draft.reset()
      if table.parse(resolved, in: text, into: &draft, vocabulary) {
        accept(row: row)
      } else {
        reject(.tooManyCells, row: row)
      }
    }
  }

  private static func hasOpenQuote(_ row: ByteView) -> Bool {
    (0..<row.count).count { row.byte(at: $0) == UInt8(ascii: "\"") } % 2 == 1
  }
}
