import TestSupport
import Testing

@testable import App

struct ScreenWriterTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `only cells that changed are written`() {
    var writer = ScreenWriter(isColored: true)
    var grid = CellGrid(width: 20, height: 3)
    grid.put("한글 names", column: 0, row: 1)
    let first = text(writer.update(to: grid))
    #expect(first.contains("\u{1B}[2J") && first.contains("한글") && first.contains("names"))
    let same = writer.update(to: grid)
    #expect(same.isEmpty)
    grid.put("x", column: 6, row: 1)
    let second = text(writer.update(to: grid))
    #expect(second == "\u{1B}[2;7H\u{1B}[0mx\u{1B}[0m")
    writer.forget()
    let third = text(writer.update(to: grid))
    #expect(third.contains("한글") && third.contains("nxmes"))
  }

  @Test func `a terminal that knows synchronized updates gets them`() {
    var writer = ScreenWriter(isColored: false)
    writer.isSynchronized = true
    var grid = CellGrid(width: 4, height: 1)
    grid.put("a", column: 0, row: 0, style: CellStyle(color: .red, isBold: true))
    let bytes = text(writer.update(to: grid))
    #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
    #expect(!bytes.contains("31"), "no colour where none is wanted")
  }

  @Test func `without colours, text stays bold, underlined and reversed`() {
    var writer = ScreenWriter(isColored: false)
    var grid = CellGrid(width: 2, height: 1)
    let style = CellStyle(color: .green, isBold: true, isReversed: true, isUnderlined: true)
    grid.put("a", column: 0, row: 0, style: style)
    #expect(text(writer.update(to: grid)).contains("\u{1B}[0;1;4;7ma"))
  }

  @Test func `after an emoji the cursor is moved`() {
    var writer = ScreenWriter(isColored: false)
    var grid = CellGrid(width: 8, height: 1)
    grid.put("👩‍👩‍👧ab", column: 0, row: 0)
    let written = text(writer.update(to: grid))
    #expect(written.contains("👩‍👩‍👧\u{1B}[1;3Hab"))
  }

  /// A minimal terminal emulator, which shows what is written to it.
  private struct Emulator {
    var cells: [[String]]
    var (column, row) = (0, 0)

    init(width: Int, height: Int) { cells = Array(repeating: Array(repeating: " ", count: width), count: height) }

    mutating func handle(_ text: String) {
      var rest = Substring(text)
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          let width = DisplayWidth.of(character)
          cells[row][column] = String(character)
          for other in column + 1..<max(column + 1, column + width) { cells[row][other] = "" }
          column += width
          continue
        }
        let body = rest.dropFirst().prefix { !$0.isLetter }
        let final = rest.dropFirst(1 + body.count).first
        rest = rest.dropFirst(2 + body.count)
        if final == "J" { self = Emulator(width: cells[0].count, height: cells.count) }
        guard final == "H" else { continue }
        let numbers = body.split(separator: ";").compactMap { Int($0) }
        (row, column) = (numbers[0] - 1, numbers[1] - 1)
      }
    }
  }

  @Test func `the screen shows the current contents, whatever it showed before`() {
    var random = SeededRandom(1)
    let words = ["한글", "abc", "é", "주유소 1", "   ", "x", "日本", "😀", "น้ำตก", "क्ष्म"]
    var writer = ScreenWriter(isColored: true)
    var emulator = Emulator(width: 30, height: 6)
    var grid = CellGrid(width: 30, height: 6)
    for step in 0..<300 {
      if step % 37 == 0 { grid = CellGrid(width: 30, height: 6) }
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        grid.put(
          words.randomElement(using: &random) ?? "",
          column: .random(in: 0..<30, using: &random),
          row: .random(in: 0..<6, using: &random),
          style: CellStyle(color: Bool.random(using: &random) ? .red : .standard)
        )
      }
      emulator.handle(text(writer.update(to: grid)))
      let shown = emulator.cells.flatMap(\.self)
      #expect(shown == grid.cells.map(\.text), "step \(step)")
      guard shown == grid.cells.map(\.text) else { return }
    }
  }
}
