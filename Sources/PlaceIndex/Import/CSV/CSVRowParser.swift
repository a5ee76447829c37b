/// Reads the cells of one row into a draft.
struct CSVRowParser {
  private let columns: CSVColumns
  private let width: Int
  private let delimiter: UInt8
  private let vocabulary: ImportVocabulary
  private let titles: [[UInt8]]

  /// Prepares for the rows of a table.
  init(table: CSVTable, vocabulary: ImportVocabulary) {
    columns = table.columns
    width = table.titles.count
    delimiter = table.scanner.delimiter
    titles = table.titles.map { Array($0.utf8) }
    self.vocabulary = vocabulary
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - cells: Its cells.
  ///   - bytes: What the cells lie in: UTF-8.
  ///   - draft: A draft, reset.
  /// - Returns: `false` when the row has more cells than the header: then nobody knows what its cells hold.
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
    guard let json = StructText.json(of: text) else { return false }
    var cursor = JSONCursor(bytes: draft.keep(json), offset: 0)
    return (try? FeatureParser(vocabulary: vocabulary).parseStructure(of: entry, &cursor, &draft)) != nil
  }

  private func number(_ column: Int, _ cells: [CSVCell], _ bytes: ByteView, _ draft: inout RowDraft) -> Double? {
    var number: Double?
    withText(of: column, cells, bytes) { text, _ in
      number = CSVNumber.parse(text, delimiter: delimiter)
      if number == nil { draft.hasUnreadableCoordinate = true }
    }
    return number
  }

  /// Lends the text of a cell, unless it says nothing, and tells whether it lasts as long as the row.
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
