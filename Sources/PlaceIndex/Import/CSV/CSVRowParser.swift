/// Reads the cells of one row into a draft.
struct CSVRowParser {
  private let columns: CSVColumns
  private let width: Int
  private let delimiter: UInt8
  private let vocabulary: ImportVocabulary
  /// Columns called like OSM's keys.
  private let tags: [Tag]

  private struct Tag {
    let column: Int
    let title: [UInt8]
    let entry: FieldTable.Entry
  }

  /// Prepares for the rows of a table.
  init(table: CSVTable, vocabulary: ImportVocabulary) {
    columns = table.columns
    width = table.titles.count
    delimiter = table.scanner.delimiter
    self.vocabulary = vocabulary
    let roles = CSVColumnRole.allCases.compactMap { [columns] in columns[$0] } + [columns.latitude, columns.longitude]
    tags = table.titles.enumerated().compactMap { column, title in
      guard !roles.contains(column) else { return nil }
      let bytes = Array(title.utf8)
      guard let entry = ByteView.over(bytes, { vocabulary.fields.entry(for: $0) }) else { return nil }
      return entry.field == .kindTag || entry.field == .disused
        ? Tag(column: column, title: bytes, entry: entry) : nil
    }
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
    draft.latitude = number(columns.latitude, cells, bytes, &draft)
    draft.longitude = number(columns.longitude, cells, bytes, &draft)
    for role in CSVColumnRole.allCases {
      guard let column = columns[role] else { continue }
      withText(of: column, cells, bytes) { text in take(role, text, &draft) }
    }
    for tag in tags {
      withText(of: tag.column, cells, bytes) { text in
        let value = JSONString(raw: text, isEscaped: false)
        ByteView.over(tag.title) { draft.take(tag.entry, key: $0, value, vocabulary) }
      }
    }
    return true
  }

  private func take(_ role: CSVColumnRole, _ text: ByteView, _ draft: inout RowDraft) {
    switch role {
    case .id: draft.set(.id, copying: text)
    case .name: draft.set(.name, copying: text)
    case .phone: draft.set(.phone, copying: text)
    case .url: draft.set(.url, copying: text)
    case .roadAddress: draft.set(.roadAddress, copying: text)
    case .lotAddress: draft.set(.lotAddress, copying: text)
    case .anyAddress: draft.set(KoreanAddress.isByRoad(text) ? .roadAddress : .lotAddress, copying: text, rank: 1)
    case .kindName: draft.set(.kind, copying: text)
    case .category:
      draft.set(.kind, copying: text, rank: 1)
      draft.takeCategories(text, rank: 0, vocabulary)
    case .status: if vocabulary.closed.value(of: text) != nil { draft.isClosed = true }
    case .confidence: draft.confidence = DecimalNumber.parse(text)
    }
  }

  private func number(_ column: Int, _ cells: [CSVCell], _ bytes: ByteView, _ draft: inout RowDraft) -> Double? {
    var number: Double?
    withText(of: column, cells, bytes) { text in
      number = CSVNumber.parse(text, delimiter: delimiter)
      if number == nil { draft.hasUnreadableCoordinate = true }
    }
    return number
  }

  /// Lends the text of a cell, unless it says nothing.
  private func withText(of column: Int, _ cells: [CSVCell], _ bytes: ByteView, _ body: (ByteView) -> Void) {
    guard column < cells.count else { return }
    let cell = cells[column]
    guard !cell.hasDoubledQuotes else {
      var text: [UInt8] = []
      bytes.withSpan { cell.append(from: $0, to: &text) }
      return ByteView.over(text) { if !CSVNumber.isNothing($0.trimmed) { body($0.trimmed) } }
    }
    let text = bytes.part(cell.start..<cell.end).trimmed
    if !CSVNumber.isNothing(text) { body(text) }
  }
}
