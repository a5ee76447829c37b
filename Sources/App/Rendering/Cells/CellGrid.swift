struct CellStyle: Sendable, Hashable {
  var color = TerminalColor.standard
  var isBold = false
  var isReversed = false
  var isUnderlined = false

  static let plain = CellStyle()
  /// The style of less important text.
  static let quiet = CellStyle(color: .faint)
  static let bold = CellStyle(isBold: true)

  var reversed: CellStyle {
    var style = self
    style.isReversed = true
    return style
  }

  /// The escape sequence that sets this style, regardless of the previous style.
  var sequence: String {
    var codes = "0"
    if isBold { codes += ";1" }
    if isUnderlined { codes += ";4" }
    if isReversed { codes += ";7" }
    if color != .standard { codes += ";\(color.rawValue)" }
    return "\u{1B}[\(codes)m"
  }
}

/// One column of a line on the screen.
struct Cell: Sendable, Hashable {
  /// The character; empty in all columns of a wide character except the first.
  var text: String
  var style: CellStyle

  static let blank = Cell(text: " ", style: .plain)
}

struct CellRectangle: Sendable, Hashable {
  var column: Int
  var row: Int
  var width: Int
  var height: Int

  /// Returns whether the columns of two rectangles overlap or touch.
  func isAdjacent(_ other: CellRectangle) -> Bool {
    column <= other.column + other.width && other.column <= column + width
  }

  func contains(column other: Int, row line: Int) -> Bool {
    other >= column && other < column + width && line >= row && line < row + height
  }
}

/// A screen as a grid of characters; a wide character takes two cells.
struct CellGrid: Sendable, Hashable {
  let width: Int
  let height: Int
  /// The end of truncated text; one column wide.
  let ellipsis: String
  private(set) var cells: [Cell]

  init(width: Int, height: Int, ellipsis: String = "…") {
    self.width = max(0, width)
    self.height = max(0, height)
    self.ellipsis = ellipsis
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  subscript(column: Int, row: Int) -> Cell { cells[row * width + column] }

  @discardableResult
  mutating func put(_ text: String, column: Int, row: Int, limit: Int = .max, style: CellStyle = .plain) -> Int {
    guard row >= 0, row < height, limit > 0 else { return 0 }
    let end = limit < width - column ? column + limit : width
    var position = column
    for character in text {
      let columns = DisplayWidth.of(character)
      guard columns > 0, !character.isControl else { continue }
      guard position + columns <= end else { break }
      if position >= 0 { set(String(character), columns: columns, column: position, row: row, style: style) }
      position += columns
    }
    return position - column
  }

  /// Writes text truncated or padded with spaces to exactly the given width.
  mutating func putField(
    _ text: String,
    column: Int,
    row: Int,
    width: Int,
    style: CellStyle = .plain,
    isRightAligned: Bool = false
  ) {
    guard width > 0 else { return }
    let fitted = DisplayWidth.fitted(text, to: width, ellipsis: ellipsis)
    let padding = String(repeating: " ", count: max(0, width - DisplayWidth.of(fitted)))
    put(isRightAligned ? padding + fitted : fitted + padding, column: column, row: row, limit: width, style: style)
  }

  mutating func put(_ other: CellGrid, at rectangle: CellRectangle) {
    for row in 0..<min(other.height, rectangle.height, height - rectangle.row) {
      for column in 0..<min(other.width, rectangle.width, width - rectangle.column) {
        cells[(rectangle.row + row) * width + rectangle.column + column] = other[column, row]
      }
    }
  }

  mutating func restyle(column: Int, row: Int, width count: Int, _ change: (inout CellStyle) -> Void) {
    guard row >= 0, row < height else { return }
    for position in max(0, column)..<max(0, column, min(width, column + count)) {
      change(&cells[row * width + position].style)
    }
  }

  private mutating func set(_ text: String, columns: Int, column: Int, row: Int, style: CellStyle) {
    let start = row * width
    let end = column + columns
    // If part of a wide character is overwritten, the rest becomes spaces.
    var left = column
    while left > 0, cells[start + left].text.isEmpty {
      cells[start + left].text = " "
      left -= 1
    }
    if left < column { cells[start + left].text = " " }
    var right = end
    while right < width, cells[start + right].text.isEmpty {
      cells[start + right].text = " "
      right += 1
    }
    cells[start + column] = Cell(text: text, style: style)
    for other in column + 1..<end { cells[start + other] = Cell(text: "", style: style) }
  }

  func lines(isColored: Bool) -> [String] {
    (0..<height).map { row in
      let line = cells[row * width..<(row + 1) * width]
      let end = line.lastIndex { $0.text != " " || (isColored && $0.style.isReversed) }.map { $0 + 1 }
      var text = ""
      var style = CellStyle.plain
      for cell in line[..<(end ?? line.startIndex)] where !cell.text.isEmpty {
        if isColored, cell.style != style {
          text += cell.style.sequence
          style = cell.style
        }
        text += cell.text
      }
      return style == .plain ? text : text + CellStyle.plain.sequence
    }
  }
}

extension Character {
  /// Whether the character would control the terminal.
  ///
  /// Direction controls have no width and are omitted elsewhere.
  fileprivate var isControl: Bool {
    guard let value = unicodeScalars.first?.value else { return true }
    return value < 0x20 || (0x7F...0x9F).contains(value)
  }
}
