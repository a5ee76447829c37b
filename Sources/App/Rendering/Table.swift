/// Columns of text for a person.
struct Table: Sendable {
  /// A column: its name and how its cells stand.
  struct Column: Sendable {
    /// The name in the header.
    let name: String
    /// Whether its cells stand at the right edge.
    let isRightAligned: Bool
  }

  /// The columns, the most important first.
  let columns: [Column]
  /// A row of cells for each line; as many cells as columns.
  let rows: [[String]]

  private static let gap = 2
  private static let narrowest = 8

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
    if let terminalColumns { Self.shrink(&widths, to: terminalColumns) }
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

  /// Takes from the widest column until the line fits; leaves out the last columns when that does not help.
  private static func shrink(_ widths: inout [Int], to terminalColumns: Int) {
    while widths.count > 1, widths.map({ min($0, narrowest) }).reduce(0, +) + gap * (widths.count - 1) > terminalColumns
    {
      widths.removeLast()
    }
    var excess = widths.reduce(0, +) + gap * (widths.count - 1) - terminalColumns
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 1 {
      widths[widest] -= 1
      excess -= 1
    }
  }

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
