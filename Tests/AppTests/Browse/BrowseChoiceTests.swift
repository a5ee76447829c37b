import Domain
import Testing

@testable import App

/// The screens that choose categories and a centre.
struct BrowseChoiceTests {
  @Test func `categories are chosen with the keyboard`() throws {
    var screen = try Screen()
    screen.press(.character("c"), .down, .character(" "), .enter)
    #expect(screen.searched?.categories == [.group(.cafe), .group(.convenience)])
    #expect(screen.state.screens.last == nil)
    screen.press(.character("c"), .escape)
    #expect(screen.effects.isEmpty)
    screen.press(.character("c"), .enter)
    #expect(screen.effects.isEmpty, "the same categories are no new query")
  }

  @Test(arguments: [
    ("치과\r", [PlaceCategory(word: "dentist")]), ("dentis\r", [PlaceCategory(word: "dentist")]),
    ("amenity=toilets\r", [.source("amenity=toilets")]), ("은행 \r", [.group(.cafe), .group(.bank)]),
  ])
  func `a word finds any group, kind or category of the source`(keys: String, categories: [PlaceCategory]) throws {
    var screen = try Screen()
    screen.press(.character("c"))
    for key in keys { screen.press(key == "\r" ? .enter : .character(key)) }
    #expect(screen.searched?.categories == categories)
  }

  @Test(arguments: [
    ("bakery", false), ("bakery ", true), ("bakery  ", false), ("", false), (" bakery", true), ("치과", false),
  ])
  func `the categories chosen before are named above a word only if Enter keeps them`(keys: String, isKept: Bool) throws
  {
    var screen = try Screen()
    screen.press(.character("c"), .down)
    screen.type(keys)
    #expect(screen.text.contains("with cafe") == isKept, "\(screen.text)")
    screen.press(.enter)
    #expect(keys.isEmpty || screen.searched?.categories.contains(.group(.cafe)) == isKept)
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
    screen.type("치과")
    #expect(screen.text.contains("[ ] dentist"))
  }

  @Test func `a centre is searched, chosen and used`() throws {
    var screen = try Screen()
    screen.type("n강남역")
    screen.press(.enter)
    let identifier = screen.state.lastIdentifier
    #expect(screen.effects == [.locate(identifier, try #require(SearchText("강남역")))])
    screen.handle(.located(identifier - 1, .success(.named([]))))
    #expect(screen.text.contains("searching"))
    let places = FoundPlace.around(.gangnam, count: 2).map(\.place)
    screen.handle(.located(identifier, .success(.named(places))))
    #expect(screen.text.contains("Which one?") && screen.text.contains("카페 한글 2 · ↘ "))
    screen.press(.down, .enter)
    #expect(screen.searched?.area.center == places[1].coordinate)
    #expect(screen.state.screens.last == nil)
  }

  @Test func `a name without a match is reported, and a coordinate needs no match`() throws {
    var screen = try Screen()
    screen.type("nx")
    screen.press(.enter)
    screen.handle(.located(screen.state.lastIdentifier, .success(.named([]))))
    #expect(screen.text.contains("No place matches x"))
    screen.press(.backspace)
    screen.type("37.5,127.1")
    screen.press(.enter)
    #expect(screen.searched?.area.center == (try Coordinate(latitude: 37.5, longitude: 127.1)))
  }

  @Test(arguments: [("127.0276,37.4979", "Did you swap"), (String(repeating: "가", count: 101), "101 characters")])
  func `a centre that cannot be searched for is reported without a request`(text: String, problem: String) throws {
    var screen = try Screen(columns: 200)
    screen.type("n" + text)
    screen.press(.enter)
    #expect(screen.effects.isEmpty && screen.text.contains(problem))
    screen.press(.backspace)
    #expect(!screen.text.contains(problem))
  }

  @Test func `a paste replaces the candidates of another text`() throws {
    var screen = try Screen()
    screen.type("n강남")
    screen.press(.enter)
    let identifier = screen.state.lastIdentifier
    screen.handle(.located(identifier, .success(.named(FoundPlace.around(.gangnam, count: 2).map(\.place)))))
    #expect(screen.text.contains("Which one?"))
    screen.handle(.terminal(.paste("역")))
    #expect(!screen.text.contains("Which one?"))
    screen.press(.enter)
    #expect(screen.effects == [.locate(identifier + 1, try #require(SearchText("강남역")))])
    // During the search, another text makes its result obsolete.
    screen.handle(.terminal(.paste(" 2번")))
    screen.handle(.located(identifier + 1, .success(.named([]))))
    #expect(!screen.text.contains("No place matches"))
  }

  @Test func `Enter searches once for a centre, and ending the search stops its requests`() throws {
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
    screen.handle(.terminal(.paste("구")))
    #expect(screen.effects == [.cancelLocation])
    screen.press(.enter, .escape)
    #expect(screen.effects == [.cancelLocation] && screen.state.screens.last == nil)
    // Moving the cursor neither stops the search nor discards results.
    screen.type("n강남")
    screen.press(.enter)
    let last = screen.state.lastIdentifier
    screen.press(.left, .home)
    #expect(screen.effects.isEmpty)
    screen.handle(.located(last, .success(.named(FoundPlace.around(.gangnam, count: 2).map(\.place)))))
    screen.press(.right)
    #expect(screen.text.contains("Which one?"))
    screen.press(.escape)
    // Without a search, there is nothing to stop.
    screen.type("n강")
    screen.press(.escape)
    #expect(screen.effects.isEmpty)
  }

  @Test func `recent searches are filtered by the typed text and can be repeated`() throws {
    var screen = try Screen()
    let area = SearchArea.circle(center: .middleOfSeoul, radius: .standard)
    let query = try PlaceQuery(categories: [.group(.gas)], area: area).looking(in: area, near: "서울")
    screen.handle(.recalled(recents: [query], saved: [screen.state.places[3].place]))
    #expect(screen.text.contains("* 4 카페 한글 4"))
    screen.press(.character("n"))
    #expect(
      screen.text.contains("cafe within 1 km of 37.4979,127.0276") && screen.text.contains("gas within 1 km of 서울")
    )
    screen.type("GAS 서")
    #expect(!screen.text.contains("cafe within 1 km of 37.4979,127.0276\n"))
    screen.press(.down, .enter)
    #expect(screen.searched == query)
    #expect(screen.state.query.categories == [.group(.gas)])
  }
}
