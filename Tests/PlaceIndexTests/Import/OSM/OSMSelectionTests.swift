import Domain
import Testing

@testable import PlaceIndex

/// Elements that a user selects by tag.
struct OSMSelectionTests {
  private static let tags: [OSMElements.Tags] = [
    [("sport", "tennis;padel"), ("name", "가온")], [("xy", "1")], [("é", "1")],
    [("healthcare:speciality", "dermatology")], [("amenity", "cafe"), ("cuisine", "pizza")], [("building", "house")],
  ]

  private func elements() -> OSMElements {
    var elements = OSMElements()
    elements.nodes = Self.tags.enumerated().map { number, tags in
      OSMElements.Node(id: Int64(number + 1), latitude: 525_000_000, longitude: 55_000_000, tags: tags)
    }
    return elements
  }

  private func places(_ words: String) throws -> ImportedPlaces {
    var rules = ImportRules()
    rules.forcedCategory = PlaceCategory(word: words)
    return try ImportedPlaces(OSMFileWriter().file(elements()), rules: rules)
  }

  @Test(arguments: [
    ("sport=padel", ["node/1"]), ("sport=*", ["node/1"]), ("xy=1", ["node/2"]), ("é=*", ["node/3"]),
    ("healthcare:speciality=dermatology", ["node/4"]), ("cuisine=pizza", ["node/5"]),
    ("building=house , xy=1 ,cafe", ["node/2", "node/5", "node/6"]),
    ((0..<300).map { "k\($0)=v" }.joined(separator: ",") + ",xy=1", ["node/2"]),
  ])
  func `keys of any length and number select elements`(words: String, ids: [String]) throws {
    #expect(try places(words).rows.map(\.id).sorted() == ids)
  }

  @Test func `a requested tag finds its places`() throws {
    let court = try #require(try places("sport=tennis").rows.first)
    #expect(court.words == ["sport=tennis", "sport=padel"] && court.sourceCategory == "sport=tennis;padel")
    let cafe = try #require(try places("cuisine=pizza").rows.first)
    #expect(cafe.words.contains("cuisine=pizza") && cafe.sourceCategory == "amenity=cafe" && cafe.group == .cafe)
    // A key with another meaning keeps that meaning.
    #expect(try places("name=*").rows.map(\.name) == ["가온"])
  }

  @Test(arguments: [
    ("sport=padel", ["node/1"]), ("sport=*", ["node/1"]), ("healthcare:speciality=*,cafe", ["node/4", "node/5"]),
    ("cuisine=pizza", ["node/5"]), ("place=village", []),
  ])
  func `tags select elements in a response of Overpass, too`(words: String, ids: [String]) throws {
    var rules = ImportRules()
    rules.forcedCategory = PlaceCategory(word: words)
    let rows = try ImportedPlaces(elements().overpass { _ in true }, rules: rules).rows
    #expect(rows.map(\.id).sorted() == ids)
    #expect(rows.allSatisfy { $0.sourceCategory != words || $0.words.contains(words) })
  }

  @Test func `a response of Overpass keeps the requested tags`() throws {
    var given = IndexDescription()
    given.coveredCategories = ["sport=tennis"]
    var importer = PlaceImporter(description: given)
    try importer.read(Array(elements().overpass { _ in true }.utf8), name: "a")
    let held = try importer.builder.makeIndex().categories().map(\.category.slug)
    #expect(held.contains("sport=tennis") && !held.contains("xy=1"))
  }
}
