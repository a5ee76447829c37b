import Domain
import Testing

@testable import App

/// The key bindings of the screen.
struct BrowseKeysTests {
  private static let bindings = BrowseKeys.all.flatMap(\.bindings)

  @Test func `a key means one thing in a scope`() {
    for scope in Set(Self.bindings.map(\.scope)) {
      let keys = Self.bindings.filter { $0.scope == scope }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(scope)")
    }
  }

  @Test func `the last line shows bound keys by their importance`() {
    let situations: [BrowseKeys.Situation] = [.list, .map, .filter, .marked, .card]
    for situation in situations {
      let ranks = BrowseKeys.all.flatMap(\.hints).filter { $0.situation == situation }.map(\.rank)
      #expect(!ranks.isEmpty && Set(ranks).count == ranks.count, "\(situation)")
    }
    for keys in BrowseKeys.all where !keys.hints.isEmpty { #expect(!keys.bindings.isEmpty, "\(keys.label)") }
    #expect(BrowseKeys.hints(on: [.list, .earlier], in: .english).last == "u previous search")
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24)], Language.allCases)
  func `the help shows every meaning in full, and scrolls where it is too long`(
    size: (columns: Int, rows: Int),
    language: Language
  ) throws {
    var screen = try Screen(columns: size.columns, rows: size.rows, language: language)
    screen.type("?")
    #expect((screen.state.helpLines.count <= size.rows - 2) == (size.columns == 80))
    var seen: [String] = []
    for _ in screen.state.helpLines {
      seen += screen.lines.dropFirst().dropLast()
      screen.press(.down)
    }
    for keys in BrowseKeys.all {
      let words = (keys.meaning?.text(language) ?? "").split(separator: " ")
      #expect(words.allSatisfy { word in seen.contains { $0.contains(word) } }, "\(words)")
    }
    #expect(!seen.contains { $0.contains("…") })
    screen.handle(.resized(ScreenSize(columns: 200, rows: 50)))
    #expect(screen.state.helpTop == 0)
    screen.type("q")
    #expect(screen.state.screens.isEmpty)
  }

  @Test func `a click means the place that was drawn there`() throws {
    var screen = try Screen()
    let drawing = screen.drawing
    let target = try #require(drawing.target(column: 5, row: 3))
    #expect(target == .listed(id: screen.state.places[2].place.id))
    // The order of the list changes before the click arrives.
    screen.press(.end)
    screen.state.visible.reverse()
    let event = MouseEvent(action: .press, column: 5, row: 3)
    screen.handle(.mouse(event, on: target))
    #expect(target == .listed(id: screen.state.selected?.place.id ?? ""))
    // A click on a place that is gone selects nothing.
    let selection = screen.state.selection
    screen.handle(.mouse(event, on: .listed(id: "gone")))
    #expect(screen.state.selection == selection && screen.state.screens.last == nil)
  }
}
