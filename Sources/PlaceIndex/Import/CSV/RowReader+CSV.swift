import Domain

extension RowReader {
  /// Why a reading of rows stopped before the end of its chunk.
  enum RowStop {
    /// The chunk ends within a row, or at its end.
    case incomplete
    /// The row at the offset is too long, and where it ends is not in sight.
    case endless
    /// The row at the offset is the first that is not ASCII.
    case encoding(TextEncoding)
    /// This system cannot decode the row at the offset.
    case converterMissing
  }

  /// Reads rows until one of them needs more of the input or another encoding.
  ///
  /// - Parameters:
  ///   - view: A chunk of the input, from the beginning of a row.
  ///   - isAtEnd: Whether the chunk reaches to the end of the input.
  ///   - encoding: What the table's text is written in; ASCII while every row was ASCII.
  ///   - parser: Reads the cells of a row; of this thread alone.
  /// - Returns: How much was read, and why no more.
  mutating func readRows(
    _ view: ByteView,
    isAtEnd: Bool,
    encoding: TextEncoding,
    _ parser: CSVRowParser
  ) -> (end: Int, stop: RowStop) {
    var at = 0
    while at < view.count {
      let finding = view.withSpan { parser.scanner.scan($0, from: at, isAtEnd: isAtEnd, into: &cells) }
      if finding == .endless { return (at, .endless) }
      guard let next = finding.next else { break }
      if let stop = readRow(finding, in: view, at..<next, encoding, parser) { return (at, stop) }
      at = next
    }
    return (at, .incomplete)
  }

  private mutating func readRow(
    _ finding: CSVScanner.Finding,
    in view: ByteView,
    _ range: Range<Int>,
    _ encoding: TextEncoding,
    _ parser: CSVRowParser
  ) -> RowStop? {
    let row = view.part(range)
    guard case .row = finding else {
      reject(.malformed, row: row)
      return nil
    }
    // A line of nothing but separators is as blank as an empty one: spreadsheets write them behind their last row.
    if cells.allSatisfy({ $0.start == $0.end }) { return nil }
    let found = TextEncoding(rows: row)
    if found != .ascii, encoding == .ascii { return .encoding(found) }
    guard found != .ascii, encoding == .cp949 else {
      if found == .cp949 {
        reject(.malformed, row: row)
      } else {
        take(in: view, row: row, parser)
      }
      return nil
    }
    if converter == nil { converter = KoreanText() }
    guard converter != nil else { return .converterMissing }
    guard let decoded = decoded(row) else {
      reject(.malformed, row: row)
      return nil
    }
    _ = parser.scanner.scan(decoded.span, from: 0, isAtEnd: true, into: &cells)
    ByteView.over(decoded) { take(in: $0, row: $0, parser) }
    return nil
  }

  private mutating func decoded(_ row: ByteView) -> [UInt8]? { row.withSpan { converter?.utf8(of: $0) } }

  /// Makes a place of a row's cells.
  private mutating func take(in bytes: ByteView, row: ByteView, _ parser: CSVRowParser) {
    draft.reset()
    guard parser.parse(cells, in: bytes, into: &draft) else {
      reject(.malformed, row: row)
      return
    }
    accept(row: row)
  }
}

/// Reads the cells of one row into a draft.
struct CSVRowParser {
  /// Cuts the table into rows.
  let scanner: CSVScanner
  private let columns: CSVColumns
  private let width: Int
  private let vocabulary: ImportVocabulary
  private let titles: [[UInt8]]

  /// Prepares for the rows of a table.
  init(table: CSVTable, vocabulary: ImportVocabulary) {
    columns = table.columns
    width = table.titles.count
    scanner = table.scanner
    titles = table.titles.map { Array($0.utf8) }
    self.vocabulary = vocabulary
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - cells: Its cells.
  ///   - bytes: What the cells lie in: UTF-8.
  ///   - draft: A draft, reset.
  /// - Returns: `false` when the row has more cells than the header: what its cells hold is then unknown.
  func parse(_ cells: [CSVCell], in bytes: ByteView, into draft: inout RowDraft) -> Bool {
    guard cells.count <= width || cells[width...].allSatisfy({ $0.start == $0.end }) else { return false }
    for pair in columns.pairs {
      if let number = number(pair.latitude, cells, bytes, &draft) { draft.setLatitude(number, in: pair.slot.rawValue) }
      if let number = number(pair.longitude, cells, bytes, &draft) {
        draft.setLongitude(number, in: pair.slot.rawValue)
      }
    }
    draft.groups.nameGroup = columns.nameGroup
    for use in columns.uses {
      withText(of: use.column, cells, bytes) { text, lasts in
        if use.entry.field.canHoldStructure, StructText.isLikely(text), takeStructure(text, use.entry, &draft) {
          return
        }
        guard use.entry.field == .categoryTag else {
          return draft.take(use.entry, key: .empty, text, lasts: lasts, vocabulary)
        }
        ByteView.over(titles[use.column]) { draft.take(use.entry, key: $0, text, lasts: lasts, vocabulary) }
      }
    }
    return true
  }

  /// Takes in a structure or list as databases print it; `false` when the text is none.
  private func takeStructure(_ text: ByteView, _ entry: FieldTable.Entry, _ draft: inout RowDraft) -> Bool {
    guard let json = StructText.json(of: text, digits: .text) else { return false }
    var cursor = JSONCursor(bytes: draft.keep(json), offset: 0)
    return (try? FeatureParser(vocabulary: vocabulary).parseStructure(of: entry, &cursor, &draft)) != nil
  }

  private func number(_ column: Int, _ cells: [CSVCell], _ bytes: ByteView, _ draft: inout RowDraft) -> Double? {
    var number: Double?
    withText(of: column, cells, bytes) { text, _ in
      number = CSVNumber.parse(text, delimiter: scanner.delimiter)
      if number == nil { draft.hasUnreadableCoordinate = true }
    }
    return number
  }

  /// Lends the text of a cell that is not empty, with whether its bytes live as long as the row.
  @inline(__always)
  private func withText(of column: Int, _ cells: [CSVCell], _ bytes: ByteView, _ body: (ByteView, Bool) -> Void) {
    guard column < cells.count else { return }
    let cell = cells[column]
    guard !cell.hasDoubledQuotes else {
      var text: [UInt8] = []
      bytes.withSpan { cell.append(from: $0, to: &text) }
      return ByteView.over(text) { if !CSVNumber.isNothing($0.trimmed) { body($0.trimmed, false) } }
    }
    let text = bytes.part(cell.start..<cell.end).trimmed
    if !CSVNumber.isNothing(text) { body(text, true) }
  }
}

extension FieldVocabulary.Field {
  /// Whether a cell may hold a structure of Overture's, as a database prints it.
  fileprivate var canHoldStructure: Bool {
    switch self {
    case .name, .names, .category, .categories, .taxonomy, .addresses, .phone, .phones, .url, .websites, .otherName,
      .brandObject:
      true
    default: false
    }
  }
}
