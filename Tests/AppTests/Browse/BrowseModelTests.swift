import Domain
import TestSupport
import Testing

@testable import App

struct BrowseModelTests {
  @Test func `the screen begins with its query and the remembered state`() throws {
    var screen = try Screen(places: nil)
    #expect(screen.effects == [.recall, .search(try #require(screen.state.pending))])
    #expect(screen.text.contains("searching"))
    screen.result(FoundPlace.around(.gangnam, count: 3))
    #expect(screen.state.visible == [0, 1, 2])
    #expect(screen.state.pending == nil)
  }

  @Test(arguments: [
    ([Key.character("j")], 1), ([.down, .down], 2), ([.character("j"), .character("k")], 0), ([.character("k")], 0),
    ([.character("G")], 14), ([.character("G"), .character("g")], 0), ([.end, .home], 0),
    ([.pageDown], 14), ([.pageDown, .pageUp], 0), ([.control("d")], 11), ([.control("d"), .control("u")], 0),
  ])
  func `keys move the selection`(keys: [Key], selection: Int) throws {
    var screen = try Screen()
    for key in keys { screen.press(key) }
    #expect(screen.state.selection == selection)
  }

  @Test func `the end of the list loads more places, keeps the loaded ones and reports the last`() throws {
    var screen = try Screen(totalCount: 40)
    screen.press(.character("G"), .character("j"))
    guard case .search(let search) = screen.effects.first, case .first(let count) = search.limit else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(count.value == 30)
    // Requesting again during a search does nothing.
    screen.press(.character("j"))
    #expect(screen.effects.isEmpty)
    let more = FoundPlace.around(.gangnam, count: 30).suffix(20)
    screen.result(Array(more), totalCount: 40)
    #expect(screen.state.places.count == 30)
    #expect(Set(screen.state.places.map(\.place.id)).count == 30)
    #expect(screen.state.selected?.place.id == "p14")
    screen.press(.character("g"))
    #expect(screen.state.places.count == 30 && screen.effects.isEmpty)
    screen.press(.character("G"), .character("j"))
    screen.result(Array(more), totalCount: 40)
    screen.press(.character("G"), .character("j"))
    #expect(screen.state.message?.text == "The source shows only 30 of 40 places.")
    #expect(screen.effects.isEmpty)
  }

  private static let limits: [(PlaceCollection.StopReason?, Int?, String, Bool)] = [
    (.timeUp, nil, "The time limit was reached", true),
    (.putOff(.seconds(100), isRequested: true), nil, "The service asks to wait 1 min 40 s, longer than the time", true),
    (.putOff(.seconds(30), isRequested: false), nil, "The service is busy, so no request is sent for 30 s", true),
    (.budgetSpent(requests: 8), nil, "The 8 requests of --budget are used up", false),
    (nil, 1, "The 1 request of --max-requests is used up", false),
  ]

  @Test(arguments: limits)
  func `a limit that omits places is named, and the total count stays`(
    earlyEnd: PlaceCollection.StopReason?,
    maximumRequests: Int?,
    reason: String,
    searchesAgain: Bool
  ) throws {
    var screen = try Screen(columns: 200, totalCount: 40)
    screen.state.maximumRequests = maximumRequests
    screen.press(.character("G"), .character("j"))
    let places = FoundPlace.around(.gangnam, count: 20)
    let partial = PlaceCollection.collection(places, totalCount: 20, isComplete: false, earlyEnd: earlyEnd)
    screen.handle(.finished(screen.state.lastIdentifier, .success(partial)))
    #expect(screen.text.contains("20 of 40 places"))
    #expect(screen.state.message?.text.hasPrefix("Only 20 of 40 places were found. \(reason)") == true)
    screen.press(.character("G"))
    screen.press(.character("j"))
    #expect((screen.searched != nil) == searchesAgain)
    if !searchesAgain { #expect(screen.state.message?.text.contains(reason) == true) }
  }

  @Test func `more of a list by accuracy keeps its order`() throws {
    var screen = try Screen(places: nil, sort: .accuracy)
    let places = Array(FoundPlace.around(.gangnam, count: 16).reversed())
    screen.result(Array(places.prefix(15)), totalCount: 40)
    screen.press(.character("G"), .character("j"))
    screen.result([places[15]] + places[1..<15], totalCount: 40)
    let ids = ["p0"] + (1...14).reversed().map { "p\($0)" } + ["p15"]
    #expect(screen.state.places.map(\.place.id) == ids)
  }

  @Test func `a complete list says that it is complete`() throws {
    var screen = try Screen()
    screen.press(.character("G"), .character("j"))
    #expect(screen.effects.isEmpty)
    #expect(screen.state.message?.text == "All 15 places are listed.")
  }

  @Test func `an old result never replaces a newer one`() throws {
    var screen = try Screen()
    screen.press(.character("]"))
    screen.press(.character("]"))
    #expect(screen.state.lastIdentifier == 3)
    let before = screen.state
    screen.handle(.finished(2, .success(.collection([.full]))))
    #expect(screen.state == before)
    screen.handle(.finished(3, .success(.collection([.full, .bare]))))
    #expect(screen.state.places.count == 2)
    screen.handle(.finished(3, .success(.collection([]))))
    #expect(screen.state.places.count == 2)
  }

  @Test func `moving the map offers to search here`() throws {
    var screen = try Screen()
    #expect(!screen.text.contains("search here"))
    screen.press(.character("L"))
    #expect(screen.state.isMapMoved && screen.text.contains("search here"))
    screen.press(.character("r"))
    let area = try #require(screen.searched?.area)
    let center = try #require(area.center)
    #expect(center.longitude > 127.0276 && abs(center.latitude - 37.4979) < 0.0001)
    #expect(area.radiusInMeters == SearchRadius.standard.meters)
    #expect(!screen.text.contains("r  search here"))
    // The map stays where it was moved until the result arrives.
    screen.press(.escape)
    screen.refuse(.cancelled)
    #expect(screen.state.isMapMoved && screen.text.contains("r  search here"))
    screen.press(.character("r"))
    screen.result([.full])
    #expect(!screen.state.isMapMoved && screen.state.result.query.area.center == center)
  }

  @Test func `searching on a zoomed map takes the visible radius`() throws {
    var screen = try Screen()
    screen.press(.character("Z"), .character("r"))
    #expect((1_400...1_600).contains(try #require(screen.searched?.area.radiusInMeters)))
    screen.press(.character("r"))
    #expect(screen.state.pending?.identifier == screen.state.lastIdentifier)
    screen.type(String(repeating: "Z", count: 60) + "r")
    #expect(screen.searched?.area.radiusInMeters == 20_000_000, "the whole earth")
  }

  @Test(arguments: [("]", 1_500.0), ("[", 750), ("]]", 2_000)])
  func `brackets change the radius`(keys: String, meters: Double) throws {
    var screen = try Screen()
    screen.type(keys)
    #expect(screen.searched?.area.radiusInMeters == meters)
  }

  @Test(arguments: ["]", "["])
  func `the map shows a new radius, even if the nearest places stay the same`(key: String) throws {
    var screen = try Screen(totalCount: 400)
    let nearest = screen.state.places
    screen.type(key)
    screen.result(nearest, totalCount: 400)
    let area = screen.state.result.query.area
    let seen = screen.state.viewport.visibleRadius(
      width: screen.state.mapSize.width,
      height: screen.state.mapSize.height
    )
    let radius = try #require(area.radiusInMeters)
    #expect(abs(seen - radius) < 1 && radius != 1_000)
    // Repeated, and reversed.
    let before = screen.lines.dropFirst().map { $0.suffix(screen.state.mapSize.width) }
    screen.type(key)
    screen.result(nearest, totalCount: 400)
    let after = screen.lines.dropFirst().map { $0.suffix(screen.state.mapSize.width) }
    #expect(after != before)
    screen.type("u")
    #expect(screen.lines.dropFirst().map { $0.suffix(screen.state.mapSize.width) } == before)
    // A search elsewhere shows its places.
    screen.press(.character("L"), .character("r"))
    screen.result(nearest, totalCount: 400)
    #expect(!screen.state.showsWholeArea)
  }

  @Test func `a fictional place isn't linked to a map of real places`() throws {
    var screen = try Screen(places: [.bare])
    screen.type("p")
    #expect(screen.effects.isEmpty && screen.state.message?.text == "Fictional places have no page.")
    var real = try Screen(places: nil)
    real.handle(.finished(real.state.lastIdentifier, .success(.collection([.bare], source: .index))))
    real.type("p")
    #expect(real.effects == [.open([FoundPlace.bare.place.browserAddress])])
  }

  @Test func `the filter works as typed and keeps the selection`() throws {
    var screen = try Screen()
    screen.press(.character("j"))
    screen.type("/")
    screen.type("글 100")
    #expect(screen.state.visible == Array(0..<10))
    #expect(screen.state.selected?.place.id == "p1")
    #expect(screen.lines.last?.hasPrefix("/글 100") == true)
    // Letters that are commands elsewhere are text here.
    screen.type("q")
    #expect(screen.effects.isEmpty && screen.state.visible.isEmpty)
    #expect(screen.text.contains("No place matches 글 100q"))
    screen.press(.backspace, .enter)
    #expect(screen.state.visible.count == 10 && !screen.state.isTypingFilter)
    screen.press(.escape)
    #expect(screen.state.visible.count == 15)
    #expect(screen.state.selected?.place.id == "p1")
    // A filter that hides the selected place selects its first match.
    screen.type("G/글 100")
    #expect(screen.state.visible == Array(0..<10) && screen.state.selection == 0 && screen.state.top == 0)
  }

  @Test func `the filter finds a name whose syllables are decomposed`() throws {
    // U+1109 U+1173 U+1110 U+1161: 스타, as macOS writes it in file names.
    let decomposed = FoundPlace.named("\u{1109}\u{1173}\u{1110}\u{1161} Café")
    var screen = try Screen(places: [decomposed, .named("다른 곳")])
    screen.type("/스타 CAFE\u{301}")
    #expect(screen.state.visible == [0])
  }

  @Test func `pasted text is text`() throws {
    var screen = try Screen()
    screen.handle(.terminal(.paste("q")))
    #expect(screen.effects.isEmpty)
    screen.type("/")
    screen.handle(.terminal(.paste("한글\n1\u{1B}[31m")))
    #expect(screen.state.filter?.text == "한글 1[31m")
  }

  @Test func `a long paste shows the text before the cursor`() throws {
    var screen = try Screen()
    screen.type("/")
    // With quadratic cost, this would take minutes.
    screen.handle(.terminal(.paste(String(repeating: "가 ", count: 15_000) + "끝")))
    let line = try #require(screen.lines.last)
    #expect(line.hasPrefix("/") && line.contains("가 끝") && line.hasSuffix(" 0 of 15") && DisplayWidth.of(line) <= 80)
    screen.press(.home)
    #expect(screen.lines.last?.hasPrefix("/가 가 가") == true)
  }

  @Test(arguments: [
    (Key.character("q"), BrowseEffect.quit(.quit)), (.control("c"), .quit(.interrupted)),
    (.character("Q"), .quit(.quitPrinting)),
    (.control("z"), .suspend), (.control("l"), .redraw),
  ])
  func `some keys work in the whole program`(key: Key, effect: BrowseEffect) throws {
    var screen = try Screen()
    screen.press(key)
    #expect(screen.effects == [effect])
  }

  @Test func `esc goes back one step at a time`() throws {
    var screen = try Screen()
    screen.press(.enter)
    #expect(screen.state.focus == .card)
    screen.press(.character("?"))
    #expect(screen.state.screens.last == .help)
    screen.press(.escape)
    #expect(screen.state.screens.last == nil && screen.state.focus == .card)
    screen.press(.escape)
    #expect(screen.state.focus == .list)
    screen.press(.character("r"), .escape)
    #expect(screen.effects == [.cancelSearch])
    screen.refuse(.cancelled)
    #expect(screen.state.pending == nil)
    screen.press(.character("q"))
    #expect(screen.effects == [.quit(.quit)])
  }

  @Test func `the mouse selects, scrolls, drags and zooms`() throws {
    var screen = try Screen()
    func event(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> BrowseInput {
      .terminal(.mouse(MouseEvent(action: action, column: column, row: row)))
    }
    screen.handle(event(.press, 5, 3))
    #expect(screen.state.selection == 2 && screen.state.screens.last == nil)
    screen.handle(event(.press, 5, 3))
    #expect(screen.state.focus == .card)
    screen.handle(event(.wheelDown, 5, 3))
    #expect(screen.state.selection == 5)
    let scale = screen.state.viewport.metersPerDot
    screen.handle(event(.wheelUp, 60, 10))
    #expect(screen.state.viewport.metersPerDot < scale)
    let center = screen.state.viewport.center
    screen.handle(event(.press, 78, 14))
    screen.handle(event(.drag, 70, 12))
    screen.handle(event(.release, 70, 12))
    #expect(screen.state.viewport.center.longitude > center.longitude)
    #expect(screen.state.viewport.center.latitude < center.latitude)
    screen.handle(event(.press, 40, 1))
    #expect(screen.effects.isEmpty, "the first line is a part of the map, but for the offer to search")
    screen.handle(event(.release, 40, 1))
    let offer = try #require(screen.drawing.searchHere)
    screen.handle(event(.press, offer.column + 1, offer.row))
    #expect(screen.searched != nil && screen.searched?.area.center != .gangnam)
  }

  @Test func `a marker on the map selects its place`() throws {
    var screen = try Screen()
    let map = try #require(screen.state.layout.map)
    let drawing = try #require(screen.drawing.map)
    for row in 0..<map.height {
      for column in 0..<map.width {
        guard let hit = drawing.position(atColumn: column, row: row), hit > 3 else { continue }
        screen.handle(.terminal(.mouse(MouseEvent(action: .press, column: map.column + column, row: map.row + row))))
        #expect(screen.state.selectedPosition == hit)
        return
      }
    }
    Issue.record("no marker was hit")
  }

  @Test func `no input breaks the screen at any size`() throws {
    var random = SeededRandom(1)
    let keys: [Key] =
      "jkhlHJKLgGrncs+-/?zZ0 oxuawyQ17".map { Key.character($0) }
      + [.up, .down, .enter, .escape, .tab, .backTab, .backspace, .pageDown, .home, .end, .delete, .control("u")]
    for _ in 0..<12 {
      var screen = try Screen(columns: .random(in: 1...130, using: &random), rows: .random(in: 1...50, using: &random))
      // Reusing the map's drawing from one screen to the next doesn't change it.
      var earlier: BrowseDrawing?
      for _ in 0..<40 {
        let key = keys[.random(in: keys.indices, using: &random)]
        screen.press(key)
        if screen.state.pending != nil, Bool.random(using: &random) {
          screen.result(FoundPlace.around(.gangnam, count: .random(in: 0...20, using: &random)))
        }
        let grid = screen.grid
        let drawing = BrowseRenderer.drawing(of: screen.state, after: earlier)
        earlier = drawing
        #expect(drawing.grid == grid)
        #expect(grid.lines(isColored: false).allSatisfy { DisplayWidth.of($0) <= grid.width })
      }
    }
  }

  @Test func `a circle in place of a rectangle contains it, and is sorted by distance`() throws {
    var screen = try Screen()
    let box = try BoundingBox(west: 127, south: 37.4512345678, east: 127.06, north: 37.5)
    let query = try PlaceQuery(categories: [.group(.cafe)], area: .box(box, center: nil))
    screen.state.result = BrowseResult(.collection(FoundPlace.around(.gangnam, count: 3)), to: query, in: .english)
    screen.type("]")
    let searched = try #require(screen.searched)
    #expect(searched.area.covers(query.area) && searched.sort == .distance, "\(searched)")
    #expect(searched.area.center?.latitude == 37.4756173)
    var chosen = screen
    chosen.state.keepsSort = true
    chosen.state.pending = nil
    chosen.type("]")
    #expect(chosen.searched?.sort == .accuracy)
  }
}
