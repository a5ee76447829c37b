import Domain
import Testing

@testable import App

/// The list, its query, and the messages when there is no result.
struct BrowseListTests {
  @Test func `the title always describes the list next to it`() throws {
    var screen = try Screen(columns: 100, totalCount: 40)
    let title = screen.lines[0]
    #expect(title == "cafe within 1 km of 37.4979,127.0276 · 15 of 40 places · sample")
    screen.press(.character("]"))
    #expect(screen.lines[0].hasPrefix(title) && screen.lines[0].hasSuffix("searching…"))
    #expect(screen.lines.last?.contains("searching cafe within 1.5 km") == true)
    screen.press(.escape)
    screen.refuse(.cancelled)
    #expect(screen.lines[0] == title && screen.lines.last?.contains("The search was stopped") == true)
    screen.press(.character("]"))
    screen.refuse(.timedOut(after: .seconds(10)))
    #expect(screen.lines[0] == title)
    // A failed search can be repeated while its message is shown; afterwards, the list is the starting point again.
    screen.press(.character("r"))
    #expect(screen.searched?.area.radiusInMeters == 1_500)
    screen.refuse(.timedOut(after: .seconds(10)))
    screen.press(.escape, .character("r"))
    #expect(screen.searched?.area.radiusInMeters == 1_000)
    screen.press(.character("]"))
    screen.result(FoundPlace.around(.gangnam, count: 12), totalCount: 60)
    #expect(screen.lines[0] == "cafe within 1.5 km of 37.4979,127.0276 · 12 of 60 places · sample")
    screen.type("/글 100")
    #expect(screen.lines[0].contains(" · 10 of 12 match · 12 of 60 places"))
  }

  @Test func `a narrow title cuts the query, and never the count of the list`() throws {
    let screen = try Screen(columns: 50, totalCount: 40)
    #expect(screen.lines[0] == "cafe within 1 km of 37… · 15 of 40 places · sample")
  }

  private static let refusals: [(PlaceSearchError, String)] = [
    (.keyRefused(.kakao, status: 401, message: nil), "--source osm needs no key."),
    (.keyMissing(.kakao), "Without a key, use --source osm or --index FILE; --source sample has fictional places."),
    (.cancelled, "Press r to search again"),
  ]

  @Test(arguments: refusals)
  func `a list without a result shows the reason and a remedy`(error: PlaceSearchError, remedy: String) throws {
    for columns in [60, 80, 200] {
      var screen = try Screen(columns: columns, places: nil)
      screen.refuse(error)
      let list = screen.lines.map { $0.split { "│┃".contains($0) }[safely: 0] ?? "" }
      let text = list.joined(separator: " ").split(separator: " ").joined(separator: " ")
      #expect(text.contains(remedy), "\(columns) \(text)")
      #expect(screen.lines[0].contains("not answered") && !screen.text.contains("no places"))
      screen.press(.character("r"))
      #expect(screen.searched == screen.state.result.query)
      #expect(screen.lines[0].contains("searching") && !screen.text.contains("not answered"))
      screen.press(.character("]"))
      #expect(screen.lines[0].hasPrefix("cafe within 1.5 km"))
    }
  }

  @Test func `an error next to a list is wrapped, because its remedy is at its end`() throws {
    var screen = try Screen()
    screen.press(.character("r"))
    screen.refuse(.keyRefused(.kakao, status: 401, message: nil))
    let text = screen.lines.suffix(3).joined(separator: " ")
    #expect(text.contains("Kakao refused the key") && text.hasSuffix("--source osm needs no key."))
    screen.press(.character("j"))
    #expect(screen.text.contains("카페 한글 3") && screen.text.contains("--source osm needs no key."))
    screen.press(.escape)
    #expect(screen.lines.last?.hasPrefix("j/k move") == true && screen.state.selection == 1)
    screen.type("nx")
    screen.press(.enter)
    screen.handle(.located(screen.state.lastIdentifier, .failure(.keyRefused(.kakao, status: 401, message: nil))))
    #expect(screen.text.contains("--source osm needs no key."))
  }

  @Test func `a list without places names the query that found none`() throws {
    var screen = try Screen(columns: 200)
    screen.press(.character("["))
    screen.result([])
    #expect(screen.text.contains("Nothing found. Try a larger --radius than 750 m"))
    #expect(screen.lines[0].contains("within 750 m") && screen.lines[0].contains("0 places"))
  }

  @Test func `a radius key waits for the next one, and only a search with a result is a recent search`() throws {
    var screen = try Screen()
    for _ in 0..<5 {
      screen.press(.character("]"))
      #expect(screen.state.pending?.delay == .milliseconds(250))
    }
    #expect(screen.state.recents.count == 1)
    screen.result([.full])
    #expect(screen.state.recents.first?.sentence().hasPrefix("cafe within 7.5 km") == true)
    #expect(screen.state.recents.count == 2)
    screen.press(.character("r"))
    #expect(screen.state.pending?.delay == .zero)
    screen.press(.character("r"))
    #expect(screen.effects.isEmpty, "the same query is under way")
  }

  /// Returns the progress of a search that has found a number of places around its centre.
  private func progress(_ requests: Int, _ count: Int) -> SearchProgress {
    SearchProgress(requests: requests, places: count, cellsDone: 0, cellsKnown: 1) {
      FoundPlace.around(.gangnam, count: count).reversed()
    }
  }

  @Test func `a long search shows its requests and places, and Esc shows the places found`() throws {
    var screen = try Screen(columns: 120, limit: .all)
    screen.press(.character("]"))
    let identifier = screen.state.lastIdentifier
    screen.handle(.progressed(identifier - 1, progress(9, 9)))
    #expect(!screen.text.contains("9 requests"))
    screen.handle(.progressed(identifier, progress(34, 120)))
    #expect(screen.lines.last?.hasPrefix("34 requests · 120 places · esc stops and keeps them") == true)
    screen.press(.escape)
    #expect(screen.effects == [.cancelSearch] && screen.lines[0].hasSuffix("stopping…"))
    let places = FoundPlace.around(.gangnam, count: 120)
    let part = PlaceCollection.collection(places, totalCount: 400, isComplete: false, earlyEnd: .stopped)
    screen.handle(.finished(identifier, .success(part)))
    #expect(screen.lines[0].hasPrefix("cafe within 1.5 km of 37.4979,127.0276 · 120 of 400 places · kakao"))
    #expect(
      screen.state.message?.text.hasPrefix("Only 120 of 400 places were found. The search was stopped") == true
    )
    #expect(screen.state.places.count == 120)
    // Pressing Esc twice doesn't wait.
    screen.press(.character("r"), .escape, .escape)
    #expect(screen.state.pending == nil && screen.effects == [.cancelSearch])
    #expect(screen.state.places.count == 120)
  }

  @Test func `list and map fill while pages arrive, and keep their places`() throws {
    var screen = try Screen(columns: 120, limit: .all)
    screen.state.source = Provenance(source: .kakao)
    screen.press(.character("j"), .character("]"))
    let identifier = screen.state.lastIdentifier
    screen.handle(.progressed(identifier, progress(1, 30)))
    #expect(screen.lines[0].hasPrefix("cafe within 1.5 km of 37.4979,127.0276 · 30 places so far · kakao"))
    #expect(screen.state.selected?.place.id == "p0" && screen.state.visible.count == 30)
    #expect(screen.state.viewport.center == .gangnam && screen.text.contains("searching…"))
    // Each list is an eighth longer than the previous one, and the selected place stays selected.
    screen.press(.down)
    screen.handle(.progressed(identifier, progress(2, 33)))
    #expect(screen.state.places.count == 30 && screen.lines.last?.contains("2 requests · 33 places") == true)
    screen.press(.character("L"))
    screen.handle(.progressed(identifier, progress(3, 45)))
    #expect(screen.state.places.count == 45 && screen.state.selected?.place.id == "p1" && screen.state.isMapMoved)
    // If the search fails or is stopped, the places found so far stay.
    screen.press(.escape, .escape)
    #expect(screen.state.message?.text == "Stopped with 45 places found.")
    #expect(screen.lines[0].contains("45 places so far"))
    // Repeating the search doesn't start from an empty list.
    screen.press(.escape, .character("r"))
    screen.handle(.progressed(screen.state.lastIdentifier, progress(1, 15)))
    #expect(screen.state.places.count == 45)
    screen.result(FoundPlace.around(.gangnam, count: 60))
    #expect(screen.lines[0].contains("· 60 places · sample"))
    // Parts of a search aren't separate searches in the undo history.
    screen.press(.character("u"))
    #expect(screen.lines[0].contains("within 1 km") && screen.state.places.count == 15)
    #expect(screen.state.earlier.isEmpty && screen.effects.isEmpty)
    screen.press(.character("u"))
    #expect(screen.lines.last?.contains("This is the first search") == true)
  }

  @Test func `a search that a newer one replaces midway does not enter the undo history`() throws {
    var screen = try Screen(columns: 120, limit: .all)
    screen.state.source = Provenance(source: .kakao)
    screen.press(.character("]"))
    screen.handle(.progressed(screen.state.lastIdentifier, progress(1, 30)))
    #expect(screen.state.result.isPart && screen.state.earlier.count == 1)
    screen.press(.character("]"))
    screen.handle(.progressed(screen.state.lastIdentifier, progress(1, 40)))
    screen.result(FoundPlace.around(.gangnam, count: 60))
    #expect(screen.lines[0].contains("within 2 km"))
    screen.press(.character("u"))
    #expect(screen.lines[0].contains("within 1 km") && screen.state.places.count == 15)
    #expect(screen.state.earlier.isEmpty)
  }

  @Test func `places added before a search for more was stopped aren't proven the nearest`() throws {
    var screen = try Screen(places: nil)
    screen.state.source = Provenance(source: .kakao)
    let places = FoundPlace.around(.gangnam, count: 15)
    let first = PlaceCollection.collection(places, totalCount: 400, isComplete: false, isNearest: true)
    screen.handle(.finished(screen.state.lastIdentifier, .success(first)))
    screen.press(.character("G"), .character("j"))
    screen.handle(.progressed(screen.state.lastIdentifier, progress(2, 25)))
    screen.refuse(.cancelled)
    screen.type("wa.json")
    screen.press(.enter)
    guard case .write(_, let collection, _, _) = screen.effects.first else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(collection.places.count == 25 && collection.isNearest == false)
  }

  @Test(arguments: [20, 34, 60, 80, 120, 200])
  func `the last line ends with the keys for help and quitting, at any width`(columns: Int) throws {
    var screen = try Screen(columns: columns, totalCount: 40)
    for keys in ["", "\t", "\t", " ", "/1\r", "r", "]"] {
      for key in keys { screen.press(key == "\t" ? .tab : key == "\r" ? .enter : .character(key)) }
      #expect(screen.lines.last?.hasSuffix("? help  q quit") == true, "\(keys) \(screen.lines.last ?? "")")
    }
  }
}

extension Collection {
  fileprivate subscript(safely index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
