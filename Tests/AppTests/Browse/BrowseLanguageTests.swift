import Domain
import Testing

@testable import App

/// The screen in each language.
struct BrowseLanguageTests {
  /// The words of a Korean screen that aren't Korean: names of keys, file types, units and links.
  private static let latin: Set<String> = [
    "enter", "tab", "space", "esc", "PgDn", "PgUp", "Ctrl", "csv", "geojson", "html", "json", "km", "min", "id",
    "https",
    "place", "map", "kakao", "com", "zz",
  ]

  /// The screens of the program, each after its keys.
  private static let keys: [String] = ["", "?", "n", "c", "/", "/zz", "1", "w", "   ", "L", "G", "\t", "\t\t"]

  @Test(arguments: [(60, 20), (80, 24), (120, 40), (200, 50)])
  func `a screen in Korean has aligned panes and only Korean words of its own`(columns: Int, rows: Int) throws {
    let places = FoundPlace.around(.gangnam, count: 40)
    for language in Language.allCases {
      for keys in Self.keys {
        var screen = try Screen(columns: columns, rows: rows, places: places, totalCount: 123, language: language)
        for key in keys { screen.press(key == "\t" ? .tab : .character(key)) }
        let grid = screen.grid
        #expect(screen.lines.allSatisfy { DisplayWidth.of($0) <= columns }, "\(keys)")
        for row in 0..<grid.height {
          for column in 0..<grid.width where grid[column, row].text.isEmpty {
            #expect(column > 0 && DisplayWidth.of(grid[column - 1, row].text) == 2, "half a syllable")
          }
        }
        if screen.state.screens.last == nil, columns >= 80 {
          let edge = try #require(screen.state.layout.map).column - 1
          #expect((1..<rows - 1).allSatisfy { ["│", "┃"].contains(grid[edge, $0].text) }, "\(keys)\n\(screen.text)")
        }
        // The slugs of categories are words for `--category`.
        guard language == .korean, keys != "c" else { continue }
        let words = screen.text.split { !$0.isASCII || !$0.isLetter }.map(String.init).filter { $0.count > 1 }
        #expect(words.filter { !Self.latin.contains($0) } == [], "\(keys)\n\(screen.text)")
        #expect(screen.lines.last?.contains { ("가"..."힣").contains($0) } == true, "\(keys)")
      }
    }
  }

  @Test(arguments: ["ko_KR.UTF-8", "en_US.UTF-8"])
  func `the locale or the option chooses the language of the screen and of its pages`(locale: String) async {
    for (line, isKorean) in [
      ("browse", locale.hasPrefix("ko")), ("browse --lang en", false), ("browse --lang ko", true),
    ] {
      var run = Run(environment: ["LANG": locale])
      let terminal = StubTerminal()
      run.terminal = terminal
      async let outcome = run("\(line) -c gas")
      await terminal.wait(for: "샘플주유소")
      terminal.type("wp.html\r")
      await terminal.wait(for: isKorean ? "p.html에 썼습니다" : "Wrote 2 places to p.html")
      terminal.type("q")
      #expect(await outcome.status == 0)
      #expect(terminal.text.contains("? 도움말") == isKorean && terminal.text.contains("? help") != isKorean)
      #expect(run.files["p.html"]?.contains("<html lang=\"ko\">") == isKorean)
    }
  }

  @Test func `a place has its hours, its category and its facts in the language`() throws {
    let attributes = ["opening_hours": "Mo-Fr 09:00-18:00; Sa off", "wheelchair": "limited", "takeaway": "only"]
    let place = Place(
      id: "node/1",
      name: nil,
      coordinate: .gangnam,
      group: .cafe,
      attributes: attributes.sorted { $0.key < $1.key }.map { PlaceAttribute(key: $0.key, value: $0.value) }
    )
    let found = FoundPlace(place: place, distance: Distance(meters: 240))
    var screen = try Screen(columns: 120, rows: 40, places: [found], language: .korean)
    let expected = ["카페, 이름 없음", "월–금 9:00–18:00, 토 휴무", "휠체어 일부 가능 · 포장 전용", "도보 3분"]
    for text in expected { #expect(screen.text.contains(text), "\(text)\n\(screen.text)") }
    screen.type("/카페")
    #expect(screen.state.visible == [0])
    screen.press(.escape, .character("/"))
    screen.type("cafe")
    #expect(screen.state.visible == [0])
  }

  @Test func `a map has its title, counts and legend in the language`() throws {
    let places = FoundPlace.around(.gangnam, count: 400)
    let window = MapWindow(width: 80, height: 24, glyphs: .unicode, isColored: false)
    let lines = ResultMap(window: window, language: .korean).lines(of: try .samples(places))
    #expect(lines[0].contains("37.4979,127.0276에서 1 km 이내 · 장소 400곳 · 예제"), "\(lines[0])")
    #expect(lines.last?.contains("가상의 장소 · 외 379곳은 -f table · ×7 = 장소 7곳") == true, "\(lines.last ?? "")")
  }
}
