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
