import Domain
import Testing

@testable import App

@Suite
struct BrowseModelTests {
  @Test func `the screen begins with its query and what is remembered`() throws {
    var screen = try Screen(places: nil)
    #expect(screen.effects == [.recall, .search(try #require(screen.state.pending))])
    #expect(screen.text.contains("searching"))
    screen.answer(FoundPlace.around(.gangnam, count: 3))
    #expect(screen.state.visible == [0, 1, 2])
    #expect(screen.state.pending == nil)
  }

  @Test(arguments: [
    ([Key.character("j")], 1), ([.down, .down], 2), ([.character("j"), .character("k")], 0), ([.character("k")], 0),
    ([.character("G")], 14), ([.character("G"), .character("g")], 0), ([.end, .home], 0),
    ([.pageDown], 14), ([.character(" "), .pageUp], 0), ([.control("d")], 11), ([.control("d"), .control("u")], 0),
  ])
  func `keys move the selection`(keys: [Key], selection: Int) throws {
    var screen = try Screen()
    for key in keys { screen.press(key) }
    #expect(screen.state.selection == selection)
  }

  @Test func `the end of the list loads more, keeps what was loaded and says when there is no more`() throws {
    var screen = try Screen(totalCount: 40)
    screen.press(.character("G"), .character("j"))
    guard case .search(let search) = screen.effects.first, case .first(let count) = search.limit else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(count.value == 30)
    // Asking again while the answer is awaited asks for nothing.
    screen.press(.character("j"))
    #expect(screen.effects.isEmpty)
    let more = FoundPlace.around(.gangnam, count: 30).suffix(20)
    screen.answer(Array(more), totalCount: 40)
    #expect(screen.state.places.count == 30)
    #expect(Set(screen.state.places.map(\.place.id)).count == 30)
    #expect(screen.state.selected?.place.id == "p14")
    screen.press(.character("g"))
    #expect(screen.state.places.count == 30 && screen.effects.isEmpty)
    screen.press(.character("G"), .character("j"))
    screen.answer(Array(more), totalCount: 40)
    screen.press(.character("G"), .character("j"))
    #expect(screen.state.message?.text == "no more: the source shows 30 of 40")
    #expect(screen.effects.isEmpty)
  }

  private static let limits: [(PlaceCollection.EarlyEnd?, Int?, String, Bool)] = [
    (.timeUp, nil, "the time limit was reached", true),
    (.budgetSpent(requests: 8), nil, "the 8 requests of --budget are used up", false),
    (nil, 1, "the 1 request of --max-requests is used up", false),
  ]

  @Test(arguments: limits)
  func `a limit that leaves places out is named, and the count of all stays`(
    earlyEnd: PlaceCollection.EarlyEnd?,
    maximumRequests: Int?,
    reason: String,
    asksAgain: Bool
  ) throws {
    var screen = try Screen(columns: 200, totalCount: 40)
    screen.state.maximumRequests = maximumRequests
    screen.press(.character("G"), .character("j"))
    let partial = PlaceCollection(
      places: FoundPlace.around(.gangnam, count: 20),
      totalCount: 20,
      isComplete: false,
      earlyEnd: earlyEnd,
      provenance: Provenance(source: .kakao, requests: 1)
    )
    screen.take(.answered(screen.state.lastIdentifier, .success(partial)))
    #expect(screen.text.contains("20 of 40 places"))
    #expect(screen.state.message?.text.hasPrefix("only 20 of 40 places available: \(reason)") == true)
    screen.press(.character("G"))
    screen.press(.character("j"))
    #expect((screen.searched != nil) == asksAgain)
    if !asksAgain { #expect(screen.state.message?.text.contains(reason) == true) }
  }

  @Test func `more of a list by accuracy keeps its order`() throws {
    var screen = try Screen(places: nil, sort: .accuracy)
    let places = Array(FoundPlace.around(.gangnam, count: 16).reversed())
    screen.answer(Array(places.prefix(15)), totalCount: 40)
    screen.press(.character("G"), .character("j"))
    screen.answer([places[15]] + places[1..<15], totalCount: 40)
    let ids = ["p0"] + (1...14).reversed().map { "p\($0)" } + ["p15"]
    #expect(screen.state.places.map(\.place.id) == ids)
  }

  @Test func `a complete list says that it is all`() throws {
    var screen = try Screen()
    screen.press(.character("G"), .character("j"))
    #expect(screen.effects.isEmpty)
    #expect(screen.state.message?.text == "no more: all 15 places are listed")
  }

  @Test func `an old answer never replaces a newer one`() throws {
    var screen = try Screen()
    screen.press(.character("+"))
    screen.press(.character("+"))
    #expect(screen.state.lastIdentifier == 3)
    let before = screen.state
    screen.take(.answered(2, .success(.collection([.full]))))
    #expect(screen.state == before)
    screen.take(.answered(3, .success(.collection([.full, .bare]))))
    #expect(screen.state.places.count == 2)
    screen.take(.answered(3, .success(.collection([]))))
    #expect(screen.state.places.count == 2)
  }

  @Test func `an error takes one line and loses nothing`() throws {
    var screen = try Screen()
    screen.press(.character("j"), .character("r"))
    screen.take(.answered(screen.state.lastIdentifier, .failure(.timedOut(after: .seconds(10)))))
    #expect(screen.state.places.count == 15 && screen.state.selection == 1)
    #expect(screen.lines.last?.contains("No answer within 10 s") == true)
    screen.press(.character("j"))
    #expect(screen.lines.last?.contains("No answer within 10 s") == true)
    screen.press(.escape)
    #expect(screen.state.message == nil)
  }

  @Test func `the title describes the list beside it, whatever is asked, stopped or refused`() throws {
    var screen = try Screen(columns: 100, totalCount: 40)
    let title = screen.lines[0]
    #expect(title == "cafe within 1 km of 37.4979,127.0276 · 15 of 40 places · sample")
    screen.press(.character("+"))
    #expect(screen.lines[0].hasPrefix(title) && screen.lines[0].hasSuffix("searching…"))
    #expect(screen.lines.last?.contains("searching cafe within 1.5 km") == true)
    screen.press(.escape)
    screen.refuse(.cancelled)
    #expect(screen.lines[0] == title && screen.lines.last?.contains("stopped searching") == true)
    screen.press(.character("+"))
    screen.refuse(.timedOut(after: .seconds(10)))
    #expect(screen.lines[0] == title)
    // What failed can be tried again as long as the message says so; then the list is the start again.
    screen.press(.character("r"))
    #expect(screen.searched?.area.radius == 1_500)
    screen.refuse(.timedOut(after: .seconds(10)))
    screen.press(.escape, .character("r"))
    #expect(screen.searched?.area.radius == 1_000)
    screen.press(.character("+"))
    screen.answer(FoundPlace.around(.gangnam, count: 12), totalCount: 60)
    #expect(screen.lines[0] == "cafe within 1.5 km of 37.4979,127.0276 · 12 of 60 places · sample")
    screen.type("/글 100")
    #expect(screen.lines[0].contains(" · 10 match the filter · 12 of 60 places"))
  }

  @Test func `a narrow title cuts the query, and never the count of the list`() throws {
    let screen = try Screen(columns: 50, totalCount: 40)
    #expect(screen.lines[0] == "cafe within 1 km of 37… · 15 of 40 places · sample")
  }

  private static let refusals: [(PlaceSearchError, String)] = [
    (.keyRefused(status: 401, message: nil), "that this machine's address is allowed."),
    (.keyMissing, "Without a key, use --index FILE or --source sample."),
    (.cancelled, "r starts it again"),
  ]

  @Test(arguments: refusals)
  func `a list that was never answered says so, why, and what to do`(error: PlaceSearchError, remedy: String) throws {
    for columns in [60, 80, 200] {
      var screen = try Screen(columns: columns, places: nil)
      screen.refuse(error)
      let list = screen.lines.map { $0.split(separator: "│")[safely: 0] ?? "" }
      let text = list.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(text.contains(remedy), "\(columns) \(text)")
      #expect(screen.lines[0].contains("not answered") && !screen.text.contains("no places"))
      screen.press(.character("r"))
      #expect(screen.searched == screen.state.answer.query)
      #expect(screen.lines[0].contains("searching") && !screen.text.contains("not answered"))
      screen.press(.character("+"))
      #expect(screen.lines[0].hasPrefix("cafe within 1.5 km"))
    }
  }

  @Test func `an error beside a list is wrapped, since what to do stands at its end`() throws {
    var screen = try Screen()
    screen.press(.character("r"))
    screen.refuse(.keyRefused(status: 401, message: nil))
    let text = screen.lines.suffix(2).joined(separator: " ")
    #expect(text.contains("Kakao refused the key") && text.hasSuffix("that this machine's address is allowed."))
    #expect(screen.text.contains("카페 한글 3"))
    screen.press(.escape)
    #expect(screen.lines.last?.hasPrefix("j/k move") == true)
    screen.type("nx")
    screen.press(.enter)
    screen.take(.located(screen.state.lastIdentifier, .failure(.keyRefused(status: 401, message: nil))))
    #expect(screen.text.contains("address is allowed."))
  }

  @Test func `a list without places says what was found nowhere`() throws {
    var screen = try Screen(columns: 200)
    screen.press(.character("-"))
    screen.answer([])
    #expect(screen.text.contains("nothing found; a larger --radius than 750 m"))
    #expect(screen.lines[0].contains("within 750 m") && screen.lines[0].contains("0 places"))
  }

  @Test func `a key for the radius waits for the next one, and only what was answered is a recent search`() throws {
    var screen = try Screen()
    for _ in 0..<5 {
      screen.press(.character("+"))
      #expect(screen.state.pending?.delay == .milliseconds(250))
    }
    #expect(screen.state.recents.count == 1)
    screen.answer([.full])
    #expect(screen.state.recents.map(\.label).first?.hasPrefix("cafe within 7.5 km") == true)
    #expect(screen.state.recents.count == 2)
    screen.press(.character("r"))
    #expect(screen.state.pending?.delay == .zero)
    screen.press(.character("r"))
    #expect(screen.effects.isEmpty, "the same query is under way")
  }

  @Test func `a long search shows what it spends and has, and Esc keeps what was found`() throws {
    var screen = try Screen(columns: 120, limit: .all)
    screen.press(.character("+"))
    let identifier = screen.state.lastIdentifier
    screen.take(.progressed(identifier - 1, SearchProgress(requests: 9, places: 9, cellsDone: 0, cellsKnown: 1)))
    #expect(!screen.text.contains("9 requests"))
    screen.take(.progressed(identifier, SearchProgress(requests: 34, places: 120, cellsDone: 3, cellsKnown: 9)))
    #expect(screen.lines.last?.hasPrefix("120 places with 34 requests so far · esc stops and keeps them") == true)
    screen.press(.escape)
    #expect(screen.effects == [.cancelSearch] && screen.lines[0].hasSuffix("stopping…"))
    let part = PlaceCollection(
      places: FoundPlace.around(.gangnam, count: 120),
      totalCount: 400,
      isComplete: false,
      earlyEnd: .stopped,
      provenance: Provenance(source: .kakao, requests: 34)
    )
    screen.take(.answered(identifier, .success(part)))
    #expect(screen.lines[0].hasPrefix("cafe within 1.5 km of 37.4979,127.0276 · 120 of 400 places · kakao"))
    #expect(screen.state.message?.text.hasPrefix("only 120 of 400 places available: the search was stopped") == true)
    #expect(screen.state.places.count == 120)
    // Pressed again, Esc does not wait.
    screen.press(.character("r"), .escape, .escape)
    #expect(screen.state.pending == nil && screen.effects == [.cancelSearch])
    #expect(screen.state.places.count == 120)
  }

  @Test func `moving the map offers to search here`() throws {
    var screen = try Screen()
    #expect(!screen.text.contains("search here"))
    screen.press(.character("L"))
    #expect(screen.state.isMapMoved && screen.text.contains("search here"))
    screen.press(.character("r"))
    guard case .circle(let center, let radius) = screen.searched?.area else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(center.longitude > 127.0276 && abs(center.latitude - 37.4979) < 0.0001)
    #expect(radius == .standard)
    #expect(!screen.text.contains("r  search here"))
    // The map stays where it was moved to until the answer is there.
    screen.press(.escape)
    screen.refuse(.cancelled)
    #expect(screen.state.isMapMoved && screen.text.contains("r  search here"))
    screen.press(.character("r"))
    screen.answer([.full])
    #expect(!screen.state.isMapMoved && screen.state.answer.query.area.center == center)
  }

  @Test func `searching on a zoomed map takes the visible radius`() throws {
    var screen = try Screen()
    screen.press(.character("Z"), .character("r"))
    guard case .circle(_, let radius) = screen.searched?.area else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect((1_400...1_600).contains(radius.meters))
    screen.press(.character("r"))
    #expect(screen.state.pending?.identifier == screen.state.lastIdentifier)
  }

  @Test func `searching on a map of the whole earth takes a radius as large`() throws {
    var screen = try Screen()
    screen.type(String(repeating: "Z", count: 60) + "r")
    guard case .circle(_, let radius) = screen.searched?.area else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(radius.meters == 20_000_000)
  }

  @Test(arguments: [("+", 1_500.0), ("=", 1_500), ("-", 750), ("++", 2_000)])
  func `plus and minus change the radius`(keys: String, meters: Double) throws {
    var screen = try Screen()
    screen.type(keys)
    guard case .circle(_, let radius) = screen.searched?.area else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(radius.meters == meters)
  }

  @Test func `the filter works as typed and keeps the selection`() throws {
    var screen = try Screen()
    screen.press(.character("j"))
    screen.type("/")
    screen.type("글 100")
    #expect(screen.state.visible == Array(0..<10))
    #expect(screen.state.selected?.place.id == "p1")
    #expect(screen.lines.last?.hasPrefix("/글 100") == true)
    // Letters that are commands elsewhere are letters here.
    screen.type("q")
    #expect(screen.effects.isEmpty && screen.state.visible.isEmpty)
    #expect(screen.text.contains("no place matches the filter"))
    screen.press(.backspace, .enter)
    #expect(screen.state.visible.count == 10 && !screen.state.isTypingFilter)
    screen.press(.escape)
    #expect(screen.state.visible.count == 15)
    #expect(screen.state.selected?.place.id == "p1")
  }

  @Test func `a filter that hides the selected place selects its first match`() throws {
    var screen = try Screen()
    screen.press(.character("G"))
    #expect(screen.state.selection == 14)
    screen.type("/글 100")
    #expect(screen.state.visible == Array(0..<10))
    #expect(screen.state.selection == 0 && screen.state.top == 0)
  }

  @Test func `the filter finds a name whose syllables are decomposed`() throws {
    // U+1109 U+1173 U+1110 U+1161: 스타, as macOS writes it in names of files.
    let decomposed = FoundPlace.named("\u{1109}\u{1173}\u{1110}\u{1161} Café")
    var screen = try Screen(places: [decomposed, .named("다른 곳")])
    screen.type("/스타 CAFE\u{301}")
    #expect(screen.state.visible == [0])
  }

  @Test func `pasted text is text`() throws {
    var screen = try Screen()
    screen.take(.terminal(.paste("q")))
    #expect(screen.effects.isEmpty)
    screen.type("/")
    screen.take(.terminal(.paste("한글\n1\u{1B}[31m")))
    #expect(screen.state.filter?.text == "한글 1[31m")
  }

  @Test func `a long paste shows the text before the cursor`() throws {
    var screen = try Screen()
    screen.type("/")
    // With a cost that grew with the square of the length, this would take minutes.
    screen.take(.terminal(.paste(String(repeating: "가 ", count: 15_000) + "끝")))
    let line = try #require(screen.lines.last)
    #expect(line.hasPrefix("/") && line.hasSuffix("가 끝") && DisplayWidth.of(line) <= 80)
    screen.press(.home)
    #expect(screen.lines.last?.hasPrefix("/가 가 가") == true)
  }

  @Test func `categories are chosen with the keyboard`() throws {
    var screen = try Screen()
    screen.press(.character("c"), .down, .character(" "), .enter)
    #expect(screen.searched?.categories == [.cafe, .convenience])
    #expect(screen.state.navigator.top == nil)
    screen.press(.character("c"), .escape)
    #expect(screen.effects.isEmpty)
    screen.press(.character("c"), .enter)
    #expect(screen.effects.isEmpty, "the same categories are no new query")
  }

  @Test func `the category of the cursor is visible in a low window`() throws {
    var screen = try Screen(columns: 60, rows: 8)
    screen.press(.character("c"))
    for group in CategoryGroup.allCases {
      #expect(screen.text.contains("] \(group.slug)"), "\(group.slug)")
      screen.press(.down)
    }
    screen.press(.end)
    #expect(screen.text.contains("] pharmacy") && screen.lines[1].contains("Which categories?"))
  }

  @Test func `a centre is searched, chosen and used`() throws {
    var screen = try Screen()
    screen.type("n강남역")
    screen.press(.enter)
    let identifier = screen.state.lastIdentifier
    #expect(screen.effects == [.locate(identifier, try #require(SearchText("강남역")))])
    screen.take(.located(identifier - 1, .success(.named([]))))
    #expect(screen.text.contains("searching"))
    let places = FoundPlace.around(.gangnam, count: 2).map(\.place)
    screen.take(.located(identifier, .success(.named(places))))
    #expect(screen.text.contains("Which one?"))
    screen.press(.down, .enter)
    #expect(screen.searched?.area.center == places[1].coordinate)
    #expect(screen.state.navigator.top == nil)
  }

  @Test func `a name without a match is reported, and a coordinate needs none`() throws {
    var screen = try Screen()
    screen.type("nx")
    screen.press(.enter)
    screen.take(.located(screen.state.lastIdentifier, .success(.named([]))))
    #expect(screen.text.contains("no place matches x"))
    screen.press(.backspace)
    screen.type("37.5,127.1")
    screen.press(.enter)
    #expect(screen.searched?.area.center == (try Coordinate(latitude: 37.5, longitude: 127.1)))
  }

  @Test(arguments: [("127.0276,37.4979", "look swapped"), (String(repeating: "가", count: 101), "101 characters")])
  func `a centre that cannot be searched for is reported without a request`(text: String, problem: String) throws {
    var screen = try Screen(columns: 200)
    screen.type("n" + text)
    screen.press(.enter)
    #expect(screen.effects.isEmpty && screen.text.contains(problem))
    screen.press(.backspace)
    #expect(!screen.text.contains(problem))
  }

  @Test func `a paste replaces what was found for another text`() throws {
    var screen = try Screen()
    screen.type("n강남")
    screen.press(.enter)
    let identifier = screen.state.lastIdentifier
    screen.take(.located(identifier, .success(.named(FoundPlace.around(.gangnam, count: 2).map(\.place)))))
    #expect(screen.text.contains("Which one?"))
    screen.take(.terminal(.paste("역")))
    #expect(!screen.text.contains("Which one?"))
    screen.press(.enter)
    #expect(screen.effects == [.locate(identifier + 1, try #require(SearchText("강남역")))])
    // While that is searched for, another text makes its answer useless.
    screen.take(.terminal(.paste(" 2번")))
    screen.take(.located(identifier + 1, .success(.named([]))))
    #expect(!screen.text.contains("no place matches"))
  }

  @Test func `Enter asks once for a centre, and what ends the search for it stops its requests`() throws {
    var screen = try Screen()
    screen.type("n강남역")
    screen.press(.enter)
    let identifier = screen.state.lastIdentifier
    screen.press(.enter)
    #expect(screen.effects.isEmpty && screen.state.lastIdentifier == identifier)
    #expect(screen.text.contains("searching"))
    screen.press(.backspace)
    #expect(screen.effects == [.cancelLocation])
    screen.press(.enter)
    #expect(screen.effects == [.locate(identifier + 1, try #require(SearchText("강남")))])
    screen.take(.terminal(.paste("구")))
    #expect(screen.effects == [.cancelLocation])
    screen.press(.enter, .escape)
    #expect(screen.effects == [.cancelLocation] && screen.state.navigator.top == nil)
    // A cursor that moves stops nothing, and drops nothing that was found.
    screen.type("n강남")
    screen.press(.enter)
    let last = screen.state.lastIdentifier
    screen.press(.left, .home)
    #expect(screen.effects.isEmpty)
    screen.take(.located(last, .success(.named(FoundPlace.around(.gangnam, count: 2).map(\.place)))))
    screen.press(.right)
    #expect(screen.text.contains("Which one?"))
    screen.press(.escape)
    // Without a search there is nothing to stop.
    screen.type("n강")
    screen.press(.escape)
    #expect(screen.effects.isEmpty)
  }

  @Test func `recent searches are filtered as typed and asked again`() throws {
    var screen = try Screen()
    let query = try PlaceQuery(categories: [.gas], area: .circle(center: .middleOfSeoul, radius: .standard))
    screen.take(.recalled(recents: [RecentSearch(label: "gas near 서울", query: query)], saved: ["p3"]))
    #expect(screen.text.contains("* 4 카페 한글 4"))
    screen.press(.character("n"))
    #expect(screen.text.contains("cafe within 1 km of 37.4979,127.0276") && screen.text.contains("gas near 서울"))
    screen.type("GAS 서")
    #expect(!screen.text.contains("cafe within 1 km of 37.4979,127.0276\n"))
    screen.press(.down, .enter)
    #expect(screen.searched == query)
    #expect(screen.state.query.categories == [.gas])
  }

  @Test func `a place is saved, opened and copied`() throws {
    var screen = try Screen()
    screen.press(.character("s"))
    guard case .save(let found, _, _) = screen.effects.first else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(found.place.id == "p0")
    screen.take(.kept(id: "p0", isSaved: true))
    screen.press(.character("s"))
    #expect(screen.effects == [.unsave(id: "p0")])
    screen.press(.character("o"))
    #expect(screen.effects == [.open("https://place.map.kakao.com/0")])
    screen.press(.character("y"))
    #expect(screen.effects == [.copy(QueryText.text(of: screen.state.places[0].place.coordinate))])
  }

  @Test(arguments: [
    (Key.character("q"), BrowseEffect.quit(isInterrupted: false)), (.control("c"), .quit(isInterrupted: true)),
    (.control("z"), .suspend), (.control("l"), .redraw),
  ])
  func `keys for the whole program`(key: Key, effect: BrowseEffect) throws {
    var screen = try Screen()
    screen.press(key)
    #expect(screen.effects == [effect])
  }

  @Test func `esc goes back one step at a time`() throws {
    var screen = try Screen()
    screen.press(.enter)
    #expect(screen.state.navigator.top == .detail)
    screen.press(.character("?"))
    #expect(screen.state.navigator.top == .help)
    screen.press(.escape)
    #expect(screen.state.navigator.top == .detail)
    screen.press(.escape)
    #expect(screen.state.navigator.top == nil)
    screen.press(.character("r"), .escape)
    #expect(screen.effects == [.cancelSearch])
    screen.refuse(.cancelled)
    #expect(screen.state.pending == nil)
    screen.press(.character("q"))
    #expect(screen.effects == [.quit(isInterrupted: false)])
  }

  @Test func `the mouse selects, scrolls, drags and zooms`() throws {
    var screen = try Screen()
    func event(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> BrowseInput {
      .terminal(.mouse(MouseEvent(action: action, column: column, row: row)))
    }
    screen.take(event(.press, 5, 3))
    #expect(screen.state.selection == 2 && screen.state.navigator.top == nil)
    screen.take(event(.press, 5, 3))
    #expect(screen.state.navigator.top == .detail)
    screen.take(event(.press, 5, 3))
    screen.take(event(.wheelDown, 5, 3))
    #expect(screen.state.selection == 5)
    let scale = screen.state.viewport.metersPerDot
    screen.take(event(.wheelUp, 60, 12))
    #expect(screen.state.viewport.metersPerDot < scale)
    let center = screen.state.viewport.center
    screen.take(event(.press, 78, 22))
    screen.take(event(.drag, 70, 20))
    screen.take(event(.release, 70, 20))
    #expect(screen.state.viewport.center.longitude > center.longitude)
    #expect(screen.state.viewport.center.latitude < center.latitude)
    screen.take(event(.press, 40, 1))
    #expect(screen.effects.isEmpty, "the first line is a part of the map, but for the offer to search")
    screen.take(event(.release, 40, 1))
    screen.take(event(.press, 57, 1))
    #expect(screen.searched != nil && screen.searched?.area.center != .gangnam)
  }

  @Test func `a marker on the map selects its place`() throws {
    var screen = try Screen()
    let map = try #require(screen.state.layout.map)
    let drawing = BrowseRenderer.drawing(of: screen.state)
    for row in 0..<map.height {
      for column in 0..<map.width {
        guard let hit = drawing.position(atColumn: column, row: row, width: map.width, height: map.height), hit > 3
        else { continue }
        screen.take(
          .terminal(.mouse(MouseEvent(action: .press, column: map.column + column, row: map.row + row)))
        )
        #expect(screen.state.selectedPosition == hit)
        return
      }
    }
    Issue.record("no marker was hit")
  }

  @Test func `no input breaks the screen at any size`() throws {
    var generator = SystemRandomNumberGenerator()
    let keys: [Key] =
      "jkhlHJKLgGrncs+-/?zZ0 ox".map { Key.character($0) }
      + [.up, .down, .enter, .escape, .tab, .backTab, .backspace, .pageDown, .home, .end, .delete, .control("u")]
    for _ in 0..<12 {
      var screen = try Screen(
        columns: .random(in: 1...130, using: &generator),
        rows: .random(in: 1...50, using: &generator)
      )
      for _ in 0..<40 {
        let key = keys[.random(in: keys.indices, using: &generator)]
        screen.press(key)
        if screen.state.pending != nil, Bool.random(using: &generator) {
          screen.answer(FoundPlace.around(.gangnam, count: .random(in: 0...20, using: &generator)))
        }
        let grid = BrowseRenderer.grid(of: screen.state)
        #expect(grid.lines(isColored: false).allSatisfy { DisplayWidth.of($0) <= grid.width })
      }
    }
  }
}

extension SearchArea {
  /// The radius in metres; `nil` when it is no circle.
  fileprivate var radius: Double? { if case .circle(_, let radius) = self { radius.meters } else { nil } }
}

extension Collection {
  fileprivate subscript(safely index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
