import Domain
import Testing

@testable import App

/// Places that a query leaves out because their opening hours are unknown.
struct BrowseNoticeTests {
  private func collection(_ count: Int, gap: PlaceCollection.Gap? = nil, leavingOut: Int) -> PlaceCollection {
    var collection = PlaceCollection.collection(
      FoundPlace.around(.gangnam, count: count),
      isComplete: gap == nil,
      gap: gap,
      source: .index
    )
    collection.undecidedCount = leavingOut
    return collection
  }

  private func screen(
    of collection: PlaceCollection,
    columns: Int = 80,
    in language: Language = .english
  ) throws -> Screen {
    var screen = try Screen(columns: columns, places: nil, language: language)
    screen.handle(.finished(screen.state.lastIdentifier, .success(collection)))
    return screen
  }

  @Test(arguments: [(1, "1 place"), (15, "15 places")])
  func `places with unknown opening hours are reported`(count: Int, text: String) throws {
    let screen = try screen(of: collection(3, leavingOut: count))
    #expect(screen.state.message?.text == "\(text) with unknown opening hours left out.")
    let korean = try self.screen(of: collection(3, leavingOut: count), in: .korean)
    #expect(korean.state.message?.text == "영업시간을 모르는 장소 \(count)곳 제외.")
    #expect(try self.screen(of: collection(3, leavingOut: 0)).state.message == nil)
  }

  @Test func `a gap and an absent category are reported with the places that are left out`() throws {
    let gap = PlaceCollection.Gap.undeclaredCoverage(path: "a.pbf")
    let screen = try screen(of: collection(3, gap: gap, leavingOut: 15))
    let expected = "15 places with unknown opening hours left out. 3 places; the area may extend beyond the data."
    #expect(screen.state.message?.text == expected)
    let places = FoundPlace.around(.gangnam, count: 3)
    var absent = PlaceCollection.collection(places, absent: [.group(.bank)], source: .index)
    absent.undecidedCount = 2
    let second = try self.screen(of: absent)
    #expect(second.state.message?.text == "The index has no bank. 2 places with unknown opening hours left out.")
  }

  @Test func `an empty list names the places that are left out before the coverage`() throws {
    let gap = PlaceCollection.Gap.undeclaredCoverage(path: "a.pbf")
    let screen = try screen(of: collection(0, gap: gap, leavingOut: 15))
    let reason = try #require(screen.state.result.reason)
    #expect(reason.hasPrefix("15 places with unknown opening hours left out. Nothing found."), "\(reason)")
    #expect(screen.text.contains("15 places with unknown"))
  }

  @Test func `rows that a file lacks are reported at the first search, and dropped places at each`() throws {
    var collection = PlaceCollection.collection([.named("a")], droppedCount: 2)
    let example = SkippedRows.Example(path: "a.csv", row: 4, text: "x,,")
    let skipped = SkippedRows(reason: .missingCoordinate, count: 1, example: example)
    var input = InputReport(path: "a.csv", rowCount: 10, placeCount: 9)
    input.ungroupedCount = 8
    collection.provenance = Provenance(
      source: .index,
      requests: 0,
      reading: InputReading(inputs: [input], skipped: [skipped])
    )
    var screen = try screen(of: collection, columns: 200)
    let dropped = "2 places with a wrong distance, coordinate or category are left out. Check the address of the"
    let first = try #require(screen.state.message?.text)
    #expect(first.hasPrefix(dropped), "\(first)")
    #expect(first.contains("Skipped 1 row without coordinates. The first is row 4 of a.csv: x,,"), "\(first)")
    #expect(first.contains("8 of 9 places of a.csv have no known category"), "\(first)")
    screen.press(.character("r"))
    screen.handle(.finished(screen.state.lastIdentifier, .success(collection)))
    let second = try #require(screen.state.message?.text)
    #expect(second.hasPrefix(dropped) && !second.contains("a.csv"), "\(second)")
    var empty = PlaceCollection.collection([], source: .index)
    empty.provenance = collection.provenance
    #expect(try self.screen(of: empty).state.message?.text.contains("have no known category") == true)
  }

  @Test func `a loaded and an opened list have the places that are left out`() throws {
    var screen = try screen(of: collection(3, leavingOut: 15))
    screen.press(.character("o"))
    guard case .openList(let opened, _) = screen.effects.first else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(opened.undecidedCount == 15)
    screen.type("wx.json")
    screen.press(.enter)
    guard case .write(_, let written, _, _) = screen.effects.first else {
      Issue.record("\(screen.effects)")
      return
    }
    #expect(written.undecidedCount == 15)
  }
}
