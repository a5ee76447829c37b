/// Columns of text for a person.
struct Table: Sendable {
  /// A column: its name and how its cells stand.
  struct Column: Sendable {
    /// The name in the header.
    let name: String
    /// Whether its cells stand at the right edge.
    var isRightAligned = false
    /// Whether its cells may be cut when the line is too long.
    var isFlexible = false
  }

  /// The columns, the most important first.
  let columns: [Column]
  /// A row of cells for each line; as many cells as columns.
  let rows: [[String]]

  private static let gap = 2
  private static let narrowest = 12

  /// Appends the table, a line feed after each line.
  ///
  /// - Parameters:
  ///   - bytes: Where to.
  ///   - terminalColumns: Columns that a line may take; `nil` for as many as it needs.
  ///   - hasHeader: Whether the names come first.
  ///   - isColored: Whether the header is bold.
  func append(to bytes: inout [UInt8], terminalColumns: Int?, hasHeader: Bool, isColored: Bool) {
    let cleanRows = rows.map { $0.map(TerminalText.cleaned) }
    var widths = columns.map { hasHeader ? DisplayWidth.of($0.name) : 0 }
    for row in cleanRows {
      for position in widths.indices { widths[position] = max(widths[position], DisplayWidth.of(row[position])) }
    }
    if let terminalColumns { shrink(&widths, to: terminalColumns) }
    if hasHeader {
      if isColored { bytes.append(text: "\u{1B}[1m") }
      append(line: columns.map(\.name), widths: widths, to: &bytes)
      if isColored { bytes.append(text: "\u{1B}[0m") }
      bytes.append(UInt8(ascii: "\n"))
    }
    for row in cleanRows {
      append(line: row, widths: widths, to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Takes from the widest flexible column until the line fits; leaves out the last columns when that is not enough.
  private func shrink(_ widths: inout [Int], to terminalColumns: Int) {
    while widths.count > 1, lineWidth(of: widths.indices.map { least(of: $0, from: widths[$0]) }) > terminalColumns {
      widths.removeLast()
    }
    var excess = lineWidth(of: widths) - terminalColumns
    while excess > 0 {
      let flexible = widths.indices.filter { widths[$0] > least(of: $0, from: widths[$0]) }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    if let only = widths.indices.first, excess > 0 { widths[only] = max(1, widths[only] - excess) }
  }

  private func least(of column: Int, from width: Int) -> Int {
    columns[column].isFlexible ? min(width, Self.narrowest) : width
  }

  private func lineWidth(of widths: [Int]) -> Int { widths.reduce(0, +) + Self.gap * (widths.count - 1) }

  private func append(line cells: [String], widths: [Int], to bytes: inout [UInt8]) {
    var line = ""
    for position in widths.indices {
      let cell = DisplayWidth.fitted(cells[position], to: widths[position])
      let padding = String(repeating: " ", count: widths[position] - DisplayWidth.of(cell))
      line += columns[position].isRightAligned ? padding + cell : cell + padding
      if position < widths.count - 1 { line += String(repeating: " ", count: Self.gap) }
    }
    while line.last == " " { line.removeLast() }
    bytes.append(text: line)
  }
}
