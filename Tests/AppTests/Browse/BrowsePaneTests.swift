import Domain
import Testing

@testable import App

/// The panes of the main screen: where they are, which has the focus, and what the details say.
struct BrowsePaneTests {
  @Test(arguments: [(80, 24, true), (109, 40, true), (110, 40, false), (200, 50, false)])
  func `the details are below the map, and next to it on a wide screen`(columns: Int, rows: Int, isBelow: Bool) throws {
    let layout = BrowseLayout(size: ScreenSize(columns: columns, rows: rows), focus: .list)
    let (map, card) = (try #require(layout.map), try #require(layout.card))
    #expect((card.row > map.row + map.height) == isBelow && (card.column > map.column) != isBelow)
    #expect(card.row + card.height == rows - 1 && card.column + card.width == columns)
    #expect(map.width >= 40 && map.height >= 8 && card.height >= 5)
  }

  @Test(arguments: [80, 120])
  func `Enter moves the focus, a heavy edge shows it, and the last line has its keys`(columns: Int) throws {
    var screen = try Screen(columns: columns)
    let layout = screen.state.layout
    for (pane, key, hint) in [
      (layout.list, Key?.none, "j/k move"), (layout.card, .enter, "esc back  j/k next place"),
      (layout.list, .escape, "j/k move"), (layout.map, .tab, "arrows pan  +/- zoom"),
    ] {
      if let key { screen.press(key) }
      let pane = try #require(pane)
      let grid = screen.grid
      let heavy = screen.lines.indices.flatMap { row in
        (0..<columns).filter { grid[$0, row].text == "┃" }.map { ($0, row) }
      }
      #expect(!heavy.isEmpty)
      let sides = [pane.column - 1, pane.column + pane.width]
      #expect(heavy.allSatisfy { sides.contains($0.0) && (pane.row..<pane.row + pane.height).contains($0.1) })
      let edge = try #require(heavy.first)
      #expect(grid[edge.0, edge.1].style.color != .standard)
      #expect(screen.lines.last?.hasPrefix(hint) == true)
    }
    // Where there is room for one pane only, Enter shows the details alone.
    var narrow = try Screen(columns: 60)
    narrow.press(.enter)
    #expect(narrow.lines[1].contains("1 카페 한글 1") && !narrow.text.contains("카페 한글 2"))
    narrow.press(.escape)
    #expect(narrow.text.contains("카페 한글 2"))
  }

  private static let detailed = FoundPlace(
    place: Place(
      id: "node/1",
      name: nil,
      coordinate: .gangnam,
      group: .cafe,
      phone: "02-1",
      attributes: [
        PlaceAttribute(key: "brand", value: "x"), PlaceAttribute(key: "opening_hours", value: "Mo-Fr 09:00-18:00"),
        PlaceAttribute(key: "takeaway", value: "yes"), PlaceAttribute(key: "wheelchair", value: "limited"),
      ]
    ),
    distance: nil
  )

  @Test func `details begin with what visitors ask for, and end with what programs read`() throws {
    let screen = try Screen(columns: 120, rows: 40, places: [Self.detailed])
    let texts = BrowseRenderer.detailLines(of: screen.state).map(\.text).filter { !$0.isEmpty }
    let expected = [
      "1 cafe, no name", "Mon–Fri 9:00–18:00", "wheelchair limited · takeaway yes", "02-1",
      Coordinate.gangnam.decimalText, "id node/1", "brand x",
    ]
    #expect(expected.map { texts.firstIndex(of: $0) ?? -1 }.isSortedAndFound, "\(texts)")
  }

  @Test func `details that don't fit are scrolled, and another place is shown from its beginning`() throws {
    var screen = try Screen(columns: 80, rows: 18, places: [Self.detailed, .full])
    screen.press(.enter)
    #expect(!screen.text.contains("brand x"))
    for _ in 0..<9 { screen.press(.pageDown) }
    #expect(screen.text.contains("brand x"))
    screen.handle(.resized(ScreenSize(columns: 80, rows: 40)))
    #expect(screen.state.cardTop == 0, "a higher pane shows all")
    screen.handle(.resized(ScreenSize(columns: 80, rows: 18)))
    for _ in 0..<9 { screen.press(.pageDown) }
    screen.press(.pageUp)
    #expect(!screen.text.contains("brand x"))
    screen.press(.character("j"))
    #expect(screen.state.cardTop == 0 && screen.state.focus == .card && screen.state.selection == 1)
  }

  @Test func `the offer to search a moved map cuts no name, and covers neither north nor the scale`() throws {
    var screen = try Screen(columns: 120, rows: 40, places: FoundPlace.around(.gangnam, count: 200))
    for key in "+++LKKHJ" {
      screen.press(.character(key))
      let drawing = screen.drawing
      let offer = try #require(drawing.searchHere)
      let (row, end) = (offer.row, offer.column + offer.width)
      #expect(
        [offer.column - 1, end].allSatisfy { ![drawing.grid[$0, row].text].contains { $0.first?.isLetter == true } }
      )
      #expect(screen.lines[row].contains("N↑"), "\(screen.lines[row])")
    }
  }

  @Test func `no text has a colour that a common theme uses for its background`() throws {
    let lines = try Screen(columns: 120, rows: 40, places: [Self.detailed, .full]).grid.lines(isColored: true)
    let codes = Set(lines.joined().matches(of: #/\u{1B}\[([0-9;]*)m/#).flatMap { $0.output.1.split(separator: ";") })
    // Black and white, and bright black and white.
    #expect(codes.contains("2") && codes.isDisjoint(with: ["30", "37", "90", "97"]), "\(codes)")
  }

  @Test func `the list is opened as a page, the marked places alone if there are any`() throws {
    var screen = try Screen()
    for (keys, count) in [("o", 15), (" o", 1)] {
      screen.type(keys)
      guard case .openList(let collection, let query) = screen.effects.first else {
        Issue.record("\(screen.effects)")
        return
      }
      #expect(collection.places.count == count && query == screen.state.listedQuery)
    }
  }

  @Test func `the streets are found again where the map is moved out of them, or shows more of them`() throws {
    var screen = try Screen(places: nil)
    screen.state.hasGround = true
    screen.result(FoundPlace.around(.gangnam, count: 15))
    func sought() -> MapFrame? {
      for case .findGround(_, let frame) in screen.effects { return frame }
      return nil
    }
    let first = try #require(sought())
    #expect(first.isMainOnly && first.covers(screen.state.mapFrame))
    screen.press(.character("L"))
    #expect(sought() == nil, "the neighbourhood is known")
    for _ in 0..<9 { screen.press(.character("L")) }
    let moved = try #require(screen.state.groundFrame)
    #expect(moved != first)
    // The context of the previous frame arrives too late.
    var late = MapContext.none
    late.ground.attribution = "late"
    screen.handle(.ground(late, first))
    #expect(screen.state.result.ground == .none)
    screen.handle(.ground(late, moved))
    #expect(screen.state.result.ground == late && screen.lines.last?.contains("late") == true)
    for _ in 0..<9 { screen.press(.character("+")) }
    #expect(screen.state.groundFrame?.isMainOnly == false)
  }

  @Test(arguments: [(80, false), (200, true)])
  func `a list that reaches beyond the data says so, in the title or below`(columns: Int, isTitle: Bool) throws {
    let sentence = "2 places; the area extends beyond the data"
    var screen = try Screen(columns: columns, places: nil)
    let places = FoundPlace.around(.gangnam, count: 2)
    let gap = PlaceCollection.Gap.beyondCoverage([])
    let collection = PlaceCollection.collection(places, isComplete: false, gap: gap)
    screen.handle(.finished(screen.state.lastIdentifier, .success(collection)))
    #expect(screen.lines[0].contains(sentence) == isTitle && screen.lines[0].contains(" · 2 places"))
    #expect(isTitle || screen.lines.last == sentence + ".")
    let result = PlaceResult(collection, to: screen.state.result.query)
    let window = MapWindow(width: 200, height: 24, glyphs: .unicode, isColored: false)
    #expect(ResultMap(window: window).lines(of: result)[0].contains(sentence))
    let narrow = MapWindow(width: 80, height: 24, glyphs: .unicode, isColored: false)
    #expect(
      ResultMap(window: narrow).lines(of: result)[0].hasSuffix(" · 2 places · \(collection.provenance.source.name)")
    )
  }

  @Test(arguments: [
    (
      "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright",
      "© OpenStreetMap contributors, ODbL 1.0"
    ),
    ("a, http://x.org; b, https://y.org/z", "a; b"), ("https://x.org", ""), ("no address", "no address"),
  ])
  func `an attribution is shortened by its addresses`(text: String, short: String) {
    #expect(TerminalText.withoutAddresses(text) == short)
  }
}

extension [Int] {
  fileprivate var isSortedAndFound: Bool { !contains(-1) && self == sorted() }
}
