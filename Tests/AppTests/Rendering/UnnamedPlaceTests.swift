import Domain
import Platform
import TestSupport
import Testing

@testable import App

/// A place without a name is shown by its category; in data, the name stays missing.
struct UnnamedPlaceTests {
  private static let place = Place(id: "node/1937", name: nil, coordinate: .gangnam, group: .cafe)

  private func run(_ line: String) async -> String {
    let found = FoundPlace(place: Self.place, distance: Distance(meters: 12))
    var run = Run(provider: StubProvider(.success(.collection([found]))))
    run.outputColumns = 100
    return await run("-c cafe --at 37.5,127 \(line)").output
  }

  @Test(arguments: ["table", "map", "html", "gpx", "kml"])
  func `people read the category`(format: String) async {
    let text = await run("-f \(format)")
    #expect(text.contains("cafe, no name"), "\(text.prefix(2_000))")
    #expect(!text.contains(">node/1937<") && !text.contains("  node/1937"))
  }

  @Test(arguments: ["json", "ndjson", "csv", "geojson"])
  func `programs read no name`(format: String) async {
    #expect(await !run("-f \(format)").contains("no name"))
  }

  @Test func `an unnamed place has a card, a kind and a tag`() throws {
    let card = PlaceCard(place: .recalled(Self.place), note: nil).text
    #expect(card.hasPrefix("cafe, no name\n"))
    let toilets = Place(id: "1", name: nil, coordinate: .gangnam, group: nil, kind: Kind(slug: "toilets"))
    #expect(toilets.shownName() == "toilets, no name")
    let named = [
      "aeroway=helipad": "helipad", "emergency=fire_hydrant": "fire hydrant", "shop=yes": "shop", "카페": "카페",
    ]
    for (path, words) in named {
      let place = Place(id: "1", name: nil, coordinate: .gangnam, group: nil, categoryPath: path)
      #expect(place.shownName() == "\(words), no name")
    }
    #expect(Place(id: "1", name: nil, coordinate: .gangnam, group: nil).shownName() == "place, no name")
    #expect(Place(id: "", name: nil, coordinate: .gangnam, group: nil).shownName() == "")
  }
}
