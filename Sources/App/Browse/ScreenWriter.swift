/// Encodes screens for a terminal: only the changed cells, in one synchronised update if the terminal supports it.
struct ScreenWriter: Sendable {
  let isColored: Bool
  /// Whether the terminal supports synchronised updates (private mode 2026).
  var isSynchronized = false
  private var shown: CellGrid?

  init(isColored: Bool) { self.isColored = isColored }

  /// Makes the next update write every cell.
  mutating func forget() { shown = nil }

  /// Returns the bytes that update the screen; empty if nothing changed.
  mutating func update(to grid: CellGrid) -> [UInt8] {
    var text = ""
    var style: CellStyle?
    let before = shown.flatMap { $0.width == grid.width && $0.height == grid.height ? $0 : nil }
    if before == nil { text += "\u{1B}[0m\u{1B}[2J" }
    // The position of the terminal's cursor; `nil` if unknown.
    var cursor: (column: Int, row: Int)?
    for row in 0..<grid.height {
      var column = 0
      while column < grid.width {
        let cell = grid[column, row]
        guard !cell.text.isEmpty, before.map({ !isSame($0, as: grid, column: column, row: row) }) ?? (cell != .blank)
        else {
          column += 1
          continue
        }
        if let bridge = cursor.flatMap({ bridge(from: $0, to: column, row, of: grid, in: style) }) {
          text += bridge
        } else {
          text += "\u{1B}[\(row + 1);\(column + 1)H"
        }
        let wanted = written(cell.style)
        if style != wanted {
          text += wanted.sequence
          style = wanted
        }
        text += cell.text
        let isWide = column + 1 < grid.width && grid[column + 1, row].text.isEmpty
        column += isWide ? 2 : 1
        // Terminals disagree about the width of emoji and combined characters, so the cursor is moved after them.
        cursor = cell.text.unicodeScalars.count == 1 && !cell.isEmoji ? (column, row) : nil
      }
    }
    shown = grid
    guard !text.isEmpty else { return [] }
    text += "\u{1B}[0m"
    return [UInt8]((isSynchronized ? "\u{1B}[?2026h\(text)\u{1B}[?2026l" : text).utf8)
  }

  /// Returns the text between the cursor and a column, if rewriting it takes fewer bytes than moving the cursor.
  ///
  /// Moving the cursor takes at least six bytes. Returns `nil` if the cursor must be moved.
  private func bridge(
    from cursor: (column: Int, row: Int),
    to column: Int,
    _ row: Int,
    of grid: CellGrid,
    in style: CellStyle?
  ) -> String? {
    guard cursor.row == row, cursor.column <= column, column - cursor.column < 6 else { return nil }
    let cells = (cursor.column..<column).map { grid[$0, row] }
    guard cells.allSatisfy({ $0.text.utf8.count == 1 && written($0.style) == style }) else { return nil }
    return cells.map(\.text).joined()
  }

  private func written(_ style: CellStyle) -> CellStyle { isColored ? style : style.withoutColor }

  private func isSame(_ before: CellGrid, as after: CellGrid, column: Int, row: Int) -> Bool {
    guard before[column, row] == after[column, row] else { return false }
    guard column + 1 < after.width, after[column + 1, row].text.isEmpty else { return true }
    return before[column + 1, row].text.isEmpty
  }
}

extension CellStyle {
  fileprivate var withoutColor: CellStyle {
    var style = self
    style.color = .standard
    return style
  }
}

extension Cell {
  fileprivate var isEmoji: Bool { text.unicodeScalars.first.map { $0.value >= 0x1F000 } ?? false }
}
