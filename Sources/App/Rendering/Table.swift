struct Table: Sendable {
  struct Column: Sendable {
    let name: String
    var isRightAligned = false
    /// Whether cells may be truncated if the line is too long.
    var isFlexible = false
    /// The importance of the column.
    ///
    /// If the line is too narrow, the least important column is dropped first; among equals, the rightmost.
    var importance = 0
    /// Whether the column is omitted if all cells are empty, or if two or more rows have the same value.
    var isLeftOutWhenUniform = false
    /// Whether words that all cells begin with are removed before anything is truncated.
    var losesCommonBeginning = false
  }

  struct Cell: Sendable {
    /// The text, which may be untrusted.
    let text: String
    var color = TerminalColor.standard
    /// The target of a hyperlink, on terminals that support them.
    var link: String?

    init(_ text: String, color: TerminalColor = .standard, link: String? = nil) {
      self.text = text
      self.color = color
      self.link = link
    }
  }

  struct Style: Sendable {
    /// The maximum width of a line in columns; `nil` if unlimited.
    var terminalColumns: Int?
    var hasHeader = true
    var isColored = false
    var hasLinks = false
  }

  let columns: [Column]
  /// The rows; each has a cell for every column.
  let rows: [[Cell]]

  /// The number of spaces between columns.
  ///
  /// A single space could be part of a value.
  private static let gap = 2
  /// The minimum width of a column: the start of a name, and the ellipsis.
  private static let narrowest = 12

  init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  init(columns: [Column], rows: [[String]]) {
    self.init(columns: columns, rows: rows.map { $0.map { Cell($0) } })
  }

  struct Omission: Sendable, Hashable {
    var columns: [String] = []
    var cutCells = 0

    var isNone: Bool { columns.isEmpty && cutCells == 0 }
  }

  @discardableResult
  func append(to bytes: inout [UInt8], _ style: Style) -> Omission {
    var cells = rows.map { $0.map { TerminalText.cleaned($0.text) } }
    let columnsToShow = columns.indices.filter {
      !columns[$0].isLeftOutWhenUniform || Self.isInformative($0, in: cells)
    }
    removeCommonBeginnings(of: columnsToShow, in: &cells, style)
    let cellWidths = cells.map { $0.map { DisplayWidth.of($0) } }
    let (widths, shown) = layout(of: cellWidths, showing: columnsToShow, style)
    var omission = Omission(columns: columnsToShow.filter { !shown.contains($0) }.map { columns[$0].name })
    if style.hasHeader {
      var line = ""
      for index in shown {
        append(columns[index].name, at: index, of: shown, widths: widths, to: &line) { $0 }
      }
      bytes.append(text: style.isColored ? "\u{1B}[1m\(line.trimmedEnd)\u{1B}[0m\n" : line.trimmedEnd + "\n")
    }
    for row in rows.indices {
      var line = ""
      for index in shown {
        if cellWidths[row][index] > widths[index] { omission.cutCells += 1 }
        append(cells[row][index], at: index, of: shown, widths: widths, to: &line) { text in
          Self.styled(text, as: rows[row][index], style)
        }
      }
      bytes.append(text: line.trimmedEnd)
      bytes.append(UInt8(ascii: "\n"))
    }
    return omission
  }

  // MARK: - Widths

  private static func isInformative(_ column: Int, in cells: [[String]]) -> Bool {
    guard let first = cells.first?[column] else { return true }
    return cells.count == 1 ? !first.isEmpty : cells.contains { $0[column] != first }
  }

  /// Removes the words that all addresses begin with if the lines are too wide for the terminal.
  private func removeCommonBeginnings(of shown: [Int], in cells: inout [[String]], _ style: Style) {
    let addresses = shown.filter { columns[$0].losesCommonBeginning }
    guard let room = style.terminalColumns, !addresses.isEmpty else { return }
    let widths = fullWidths(cells.map { $0.map { DisplayWidth.of($0) } }, style)
    guard lineWidth(shown.map { widths[$0] }) > room else { return }
    for column in addresses {
      let words = cells.map { $0[column].split(separator: " ") }.filter { !$0.isEmpty }
      guard words.count > 1, var common = words.first?.dropLast() else { continue }
      for others in words { common = zip(common, others.dropLast()).prefix { $0 == $1 }.map(\.0)[...] }
      guard !common.isEmpty else { continue }
      for row in cells.indices where !cells[row][column].isEmpty {
        cells[row][column] =
          "…" + cells[row][column].split(separator: " ").dropFirst(common.count).joined(separator: " ")
      }
    }
  }

  private func fullWidths(_ cellWidths: [[Int]], _ style: Style) -> [Int] {
    columns.indices.map { column in
      cellWidths.map { $0[column] }.reduce(style.hasHeader ? DisplayWidth.of(columns[column].name) : 0, max)
    }
  }

  /// Computes the width of every column, and which of the informative columns are shown.
  private func layout(of cellWidths: [[Int]], showing columnsToShow: [Int], _ style: Style) -> (
    widths: [Int], shown: [Int]
  ) {
    var widths = fullWidths(cellWidths, style)
    var shown = columnsToShow
    guard let room = style.terminalColumns else { return (widths, shown) }
    for index in shown where columns[index].isFlexible {
      widths[index] = min(widths[index], preferredWidth(of: index, cellWidths))
    }
    let droppable = shown.sorted { first, second in
      let one = columns[first].importance
      let other = columns[second].importance
      return one == other ? first > second : one < other
    }
    for index in droppable where shown.count > 1 && lineWidth(shown.map { least($0, widths[$0]) }) > room {
      shown.removeAll { $0 == index }
    }
    // A column of long texts is narrowed before the others, but stays the widest.
    for index in shown where columns[index].isFlexible {
      let excess = lineWidth(shown.map { widths[$0] }) - room
      guard excess > 0 else { break }
      widths[index] = max(min(widths[index], room * 2 / 5), widths[index] - excess)
    }
    // Narrow the least important column first.
    for index in droppable where shown.contains(index) {
      let excess = lineWidth(shown.map { widths[$0] }) - room
      guard excess > 0 else { break }
      widths[index] = max(least(index, widths[index]), widths[index] - excess)
    }
    if let only = shown.first, shown.count == 1 { widths[only] = max(1, min(widths[only], room)) }
    return (widths, shown)
  }

  /// Returns a width that fits nine of ten cells with a margin, so that one long name doesn't push other columns away.
  private func preferredWidth(of column: Int, _ cellWidths: [[Int]]) -> Int {
    let sorted = cellWidths.map { $0[column] }.sorted()
    guard !sorted.isEmpty else { return 0 }
    return max(DisplayWidth.of(columns[column].name), 24, sorted[sorted.count * 9 / 10] * 3 / 2)
  }

  private func least(_ column: Int, _ width: Int) -> Int {
    columns[column].isFlexible ? min(width, Self.narrowest) : width
  }

  private func lineWidth(_ widths: [Int]) -> Int { widths.reduce(0, +) + Self.gap * (widths.count - 1) }

  // MARK: - Lines

  private func append(
    _ text: String,
    at index: Int,
    of shown: [Int],
    widths: [Int],
    to line: inout String,
    styling: (String) -> String
  ) {
    let fitted = DisplayWidth.fitted(text, to: widths[index])
    let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(fitted))
    line += columns[index].isRightAligned ? padding + styling(fitted) : styling(fitted) + padding
    if index != shown.last { line += String(repeating: " ", count: Self.gap) }
  }

  private static func styled(_ text: String, as cell: Cell, _ style: Style) -> String {
    guard !text.isEmpty else { return text }
    var styled = text
    if style.isColored, cell.color != .standard {
      styled = "\u{1B}[\(cell.color.rawValue)m\(styled)\u{1B}[\(cell.color.end)m"
    }
    if style.hasLinks, let link = cell.link { styled = "\u{1B}]8;;\(link)\u{1B}\\\(styled)\u{1B}]8;;\u{1B}\\" }
    return styled
  }
}

extension String {
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
