import Domain
import Foundation
import Testing

@testable import App

/// The screens as text files next to these tests (golden files).
///
/// After an intended change, run `PLACEFIND_RECORD_SCREENS=1 swift test --filter GoldenScreenTests` and review the
/// difference before committing it.
struct GoldenScreenTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  private func expect(_ lines: [String], named name: String) throws {
    let file = Self.directory.appending(path: name + ".txt")
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["PLACEFIND_RECORD_SCREENS"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text == expected, "\(name)\n\(text)")
  }

  @Test(arguments: [(60, 20), (80, 24), (200, 50)])
  func `the screens match the golden files`(columns: Int, rows: Int) throws {
    let size = "\(columns)x\(rows)"
    var screen = try Screen(columns: columns, rows: rows, totalCount: 123)
    try expect(screen.lines, named: "browse-\(size)")
    screen.press(.tab, .character("L"))
    try expect(screen.lines, named: "browse-map-moved-\(size)")
    screen.press(.escape, .enter)
    try expect(screen.lines, named: "browse-detail-\(size)")
    screen.press(.escape, .character("c"))
    try expect(screen.lines, named: "browse-categories-\(size)")
    screen.press(.escape, .character("n"))
    screen.type("가까운")
    screen.handle(.located(0, .success(.named([]))))
    try expect(screen.lines, named: "browse-near-\(size)")
    screen.press(.escape, .character("?"))
    try expect(screen.lines, named: "browse-help-\(size)")
    screen.press(.escape, .character("/"))
    screen.type("글 1")
    try expect(screen.lines, named: "browse-filter-\(size)")
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `the screens in Korean match the golden files`(columns: Int, rows: Int) throws {
    var screen = try Screen(columns: columns, rows: rows, totalCount: 123, language: .korean)
    try expect(screen.lines, named: "browse-ko-\(columns)x\(rows)")
    screen.press(.character("?"))
    try expect(screen.lines, named: "browse-ko-help-\(columns)x\(rows)")
  }

  @Test(arguments: [(60, 20), (80, 24), (200, 50)])
  func `the maps match the golden files`(columns: Int, rows: Int) throws {
    let places = FoundPlace.around(.gangnam, count: 15) + Array(repeating: FoundPlace.full, count: 7)
    for (glyphs, name) in [(MapGlyphs.unicode, "map"), (.ascii, "map-ascii")] {
      let window = MapWindow(width: columns, height: rows, glyphs: glyphs, isColored: false)
      try expect(ResultMap(window: window).lines(of: .samples(places)), named: "\(name)-\(columns)x\(rows)")
    }
  }

  @Test func `a locale without UTF-8 gets a screen of ASCII`() throws {
    let places = FoundPlace.around(.gangnam, count: 15, name: "cafe").map { found in
      FoundPlace(
        place: Place(id: found.place.id, name: found.place.name, coordinate: found.place.coordinate, group: .cafe),
        distance: found.distance
      )
    }
    let screen = try Screen(places: places, glyphs: .ascii)
    #expect(screen.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
