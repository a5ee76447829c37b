import Domain
import Testing

@testable import App

/// Numbers, the filter and marks, for finding one of many places and handling many at once.
struct BrowseManyTests {
  @Test(arguments: [
    ("12\r", 11, ""), ("1\u{7F}3\r", 2, ""), ("10G", 9, ""), ("5j", 1, ""), ("7\u{1B}", 0, ""),
    ("99\r", 0, "There is no place 99. The list has 15 places."),
    ("00123456789\r", 0, "There is no place 9999999. The list has 15 places."),
  ])
  func `a number goes to its place`(keys: String, selection: Int, message: String) throws {
    let special: [Character: Key] = ["\r": .enter, "\u{7F}": .backspace, "\u{1B}": .escape]
    for opens in [false, true] {
      var screen = try Screen()
      if opens { screen.press(.enter) }
      for key in keys { screen.press(special[key] ?? .character(key)) }
      #expect(screen.state.selection == selection && screen.state.typedNumber == nil)
      #expect((screen.state.message?.text ?? "") == message)
      #expect(screen.state.focus == (opens ? .card : .list))
    }
  }

  @Test func `0 fits the map to all places, and list, map and card have the same numbers under a filter`() throws {
    var screen = try Screen(columns: 200, rows: 50)
    screen.type("L0")
    #expect(!screen.state.isMapMoved && screen.state.typedNumber == nil)
    screen.type("1")
    #expect(screen.lines.last?.contains("place 1") == true)
    screen.type("0/강남대로 14")
    screen.press(.enter)
    screen.type("2")
    screen.press(.enter)
    #expect(screen.state.message?.text == "The filter hides place 2.")
    screen.type("14")
    screen.press(.enter)
    #expect(screen.state.selected?.place.id == "p13")
    let row = try #require(screen.lines.first { $0.contains("▸14 카페 한글 14") })
    #expect(screen.lines.contains { $0.contains("│ 14 카페 한글 14") }, "the card")
    #expect(!row.isEmpty)
  }

  @Test func `the filter finds names before addresses, and names by the first consonants of their syllables`() throws {
    let street = FoundPlace(
      place: Place(id: "2", name: "식당", coordinate: .gangnam, group: .restaurant, roadAddress: "서울 스타벅스길 1"),
      distance: nil
    )
    var screen = try Screen(places: [street, .named("스타벅스 강남점"), .named("스타박스")], totalCount: 3)
    screen.type("/스타벅")
    #expect(screen.state.visible == [1, 0])
    #expect(screen.lines.last?.hasSuffix("2 of 3") == true && screen.lines[0].contains(" · 2 of 3 match · "))
    screen.press(.control("u"))
    screen.type("ㅅㅌㅂㅅ ㄱㄴ")
    #expect(screen.state.visible == [1])
    screen.press(.control("u"))
    screen.type("ㅅㅌㅂㅅ　ㄱㄴ")
    #expect(screen.state.visible == [1], "an ideographic space divides words")
    screen.press(.control("u"))
    screen.type("ㅅ타ㅂ")
    #expect(screen.state.visible == [1, 2])
    // The matching letters are underlined by column; a syllable has two columns.
    let grid = screen.grid
    let marked = (0..<grid.width).filter { grid[$0, 1].style.isUnderlined }
    #expect(marked == Array(4..<10))
  }

  @Test func `marked places are saved, copied, opened and written together`() throws {
    var screen = try Screen(columns: 120)
    screen.type("  ")
    #expect(screen.state.marked == ["p0", "p1"] && screen.state.selection == 2)
    #expect(screen.lines[1].hasPrefix("✓") && screen.lines[0].contains("2 marked"))
    screen.type("s")
    #expect(screen.saved == ["p0", "p1"])
    let places = screen.state.places.map(\.place)
    screen.handle(.saved(Array(places[0...1]), isSaved: true))
    #expect(screen.state.message?.text == "Saved 2 places.")
    screen.type("k s")
    #expect(screen.effects == [.unsave([places[0]])])
    screen.type("a")
    screen.type("y")
    guard case .copy(let text) = screen.effects.first else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(text.split(separator: "\n").count == 15)
    screen.type("p")
    #expect(
      screen.effects.isEmpty && screen.state.message?.text == "15 places are marked, but p opens at most 10 pages."
    )
    screen.type("a")
    #expect(screen.state.marked.isEmpty)
    // Only listed places are marked, and marked places are written.
    screen.type("/글 100")
    screen.press(.enter)
    screen.type("awx.geojson")
    #expect(screen.lines.last?.contains("write 10 places to x.geojson") == true)
    screen.press(.enter)
    guard case .write("x.geojson", let collection, let query, false) = screen.effects.first else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(collection.places.count == 10 && !collection.isComplete && collection.totalCount == 15)
    #expect(query == screen.state.result.query)
    // Overwrites an existing file only after confirmation; any other key returns to the name.
    screen.handle(.exists(path: "x.geojson"))
    #expect(screen.lines.last?.hasSuffix("exists: y replaces it") == true)
    screen.type("n2")
    #expect(screen.effects.isEmpty && screen.lines.last?.contains("to x.geojson2") == true)
    screen.press(.escape)
    screen.handle(.exists(path: "x.geojson"))
    screen.type("y")
    #expect(screen.effects == [.write(path: "x.geojson", collection, query, isReplacing: true)])
  }

  @Test func `a saved place of another index with the same id stays saved`() throws {
    var screen = try Screen()
    let other = Place(
      id: "p0",
      name: "다른 곳",
      coordinate: try Coordinate(latitude: 35, longitude: 129),
      group: nil
    )
    screen.handle(.recalled(recents: [], saved: [other]))
    #expect(!screen.text.contains("saved"), "\(screen.text)")
    screen.type("s")
    #expect(screen.saved == ["p0"], "\(screen.effects)")
    screen.handle(.saved([screen.state.places[0].place], isSaved: true))
    screen.type("s")
    #expect(screen.effects == [.unsave([screen.state.places[0].place])])
  }

  @Test func `a narrow screen has room for the name of a file`() throws {
    var screen = try Screen(columns: 20)
    screen.type("wplaces.csv")
    #expect(screen.lines.last?.contains("places.csv") == true, "\(screen.text)")
  }

  @Test func `marks stay with the places that a new search finds again`() throws {
    var screen = try Screen()
    screen.type("a]")
    screen.result(FoundPlace.around(.gangnam, count: 3))
    #expect(screen.state.marked == ["p0", "p1", "p2"])
  }
}
