import System

struct MapGlyphs: Sendable, Hashable {
  /// Whether the signs may be other than ASCII; dots are then braille patterns, eight per cell.
  let isUnicode: Bool

  static let unicode = MapGlyphs(isUnicode: true)
  static let ascii = MapGlyphs(isUnicode: false)

  var center: String { isUnicode ? "✛" : "+" }
  var north: String { isUnicode ? "N↑" : "N^" }
  var scaleStart: Character { isUnicode ? "├" : "|" }
  var scaleLine: Character { isUnicode ? "─" : "-" }
  var scaleEnd: Character { isUnicode ? "┤" : "|" }
  /// The character of a cell with water; `nil` if the cell shows its dots.
  var water: String? { isUnicode ? nil : "~" }
  var cluster: String { isUnicode ? "×" : "x" }
  var ellipsis: String { isUnicode ? "…" : "~" }
  /// The ellipsis after a word for something in progress.
  var dots: String { isUnicode ? "…" : "..." }
  /// The symbol of a landmark.
  var landmark: String { isUnicode ? "▪" : "." }
  var separator: String { isUnicode ? " · " : ", " }
  /// The sign between the ends of a range.
  var range: String { isUnicode ? "–" : "-" }
  var vertical: String { isUnicode ? "│" : "|" }
  var horizontal: String { isUnicode ? "─" : "-" }
  /// The edges of the focused pane.
  var heavyVertical: String { isUnicode ? "┃" : "#" }
  var heavyHorizontal: String { isUnicode ? "━" : "=" }
  var selection: String { isUnicode ? "▸" : ">" }
  var mark: String { isUnicode ? "✓" : "+" }
  var checked: String { isUnicode ? "[✓]" : "[x]" }
  var unchecked: String { "[ ]" }
}

extension MapGlyphs {
  /// Selects the glyphs that the locale supports.
  init(in world: World) { self = world.isUTF8 ? .unicode : .ascii }

  /// Returns an arrow towards a projected point, to the nearest eighth of the circle.
  func arrow(toEast east: Double, north: Double) -> String {
    let arrows = isUnicode ? ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"] : ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return arrows[(Int((atan2(east, north) / .pi * 4).rounded()) + 8) % 8]
  }
}

/// A canvas of dots, drawn as braille patterns: two columns and four lines of dots per cell.
struct DotCanvas {
  let width: Int
  let height: Int
  private var patterns: [UInt8]

  /// The bits of a pattern, by column and line of the dot (Unicode block Braille Patterns).
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    patterns = Array(repeating: 0, count: width * height)
  }

  /// Sets a dot, unless it is outside the canvas.
  mutating func set(column: Int, line: Int) {
    guard column >= 0, line >= 0, column < width * 2, line < height * 4 else { return }
    patterns[line / 4 * width + column / 2] |= Self.bits[column % 2][line % 4]
  }

  func isEmpty(column: Int, row: Int) -> Bool { patterns[row * width + column] == 0 }

  /// Adds the dots of another canvas's cell.
  mutating func add(_ other: DotCanvas, column: Int, row: Int) {
    patterns[row * width + column] |= other.patterns[row * width + column]
  }

  func text(column: Int, row: Int, glyphs: MapGlyphs) -> String? {
    let pattern = patterns[row * width + column]
    guard pattern != 0 else { return nil }
    guard glyphs.isUnicode, let scalar = Unicode.Scalar(0x2800 + UInt32(pattern)) else {
      // Only the upper or only the lower half of the cell has dots.
      return pattern & 0xE4 == 0 ? "'" : pattern & 0x1B == 0 ? "." : ":"
    }
    return String(Character(scalar))
  }
}
