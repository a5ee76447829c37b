import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Tables

/// Kinds and source categories, from the rows of an input to the result.
@Suite struct KindTests {
  private func index(_ text: String, name: String = "input.csv", as category: PlaceCategory? = nil) throws -> PlaceIndex
  {
    var rules = ImportRules()
    rules.forcedCategory = category
    var importer = PlaceImporter(rules: rules)
    try importer.read(Array(text.utf8), name: name)
    return try importer.builder.makeIndex()
  }

  private func names(_ word: String, in index: PlaceIndex) throws -> [String] {
    let query = try PlaceQuery(categories: [PlaceCategory(word: word)], area: .anywhere(center: nil))
    let result = try index.places(matching: query)
    #expect(result.totalCount == result.places.count)
    return result.places.map { $0.place.name ?? "" }.sorted()
  }

  private static let osm = """
    {"type":"node","id":1,"lat":37.1,"lon":127.1,"tags":{"name":"a","amenity":"dentist"}}
    {"type":"node","id":2,"lat":37.2,"lon":127.1,"tags":{"name":"b","amenity":"toilets","building":"yes"}}
    {"type":"node","id":3,"lat":37.3,"lon":127.1,"tags":{"name":"c","shop":"bakery","amenity":"cafe"}}
    {"type":"node","id":4,"lat":37.4,"lon":127.1,"tags":{"name":"d","railway":"station","station":"subway"}}
    {"type":"node","id":5,"lat":37.5,"lon":127.1,"tags":{"name":"e","railway":"station"}}
    {"type":"node","id":6,"lat":37.6,"lon":127.1,"tags":{"name":"f","amenity":"bench;waste_basket","natural":"tree"}}
    {"type":"node","id":7,"lat":37.7,"lon":127.1,"tags":{"name":"g","amenity":"doctors"}}
    """

  @Test(arguments: [
    ("dentist", ["a"]), ("치과", ["a"]), ("toilets", ["b"]), ("화장실", ["b"]), ("bakery", ["c"]), ("cafe", ["c"]),
    ("restaurant", ["c"]), ("subway", ["d"]), ("railway-station", ["e"]), ("bench", ["f"]), ("waste-basket", ["f"]),
    ("amenity=toilets", ["b"]), ("AMENITY=Toilets", ["b"]), ("amenity=waste_basket", ["f"]), ("natural=*", ["f"]),
    ("building=yes", ["b"]), ("amenity=*", ["a", "b", "c", "f", "g"]), ("any", ["a", "b", "c", "d", "e", "f", "g"]),
    ("hospital", ["a", "g"]),
  ]) func `a place has every kind and source category that its tags name`(word: String, expected: [String]) throws {
    #expect(try names(word, in: index(Self.osm)) == expected)
  }

  @Test func `the displayed kind is the first in table order`() throws {
    let index = try index(Self.osm)
    let all = try index.places(matching: PlaceQuery(categories: [.any], area: .anywhere(center: nil))).places
    let shown = Dictionary(uniqueKeysWithValues: all.map { ($0.place.name ?? "", $0.place.kind?.slug) })
    #expect(shown["a"] == "dentist" && shown["b"] == "toilets" && shown["c"] == "bakery" && shown["d"] == .some(nil))
  }

  @Test(arguments: [
    ("치과의원", ["가"]), ("dentist", ["가"]), ("Q10210", ["가"]), ("hair-salon", ["나"]), ("S20701", ["나"]), ("미용실", ["나"]),
    ("병원", ["가"]), ("S96112", ["나"]),
  ]) func `codes and names of shops can be queried`(word: String, expected: [String]) throws {
    let text = """
      상가업소번호,상호명,상권업종소분류코드,상권업종소분류명,표준산업분류코드,경도,위도
      1,가,Q10210,치과의원,Q86202,127.1,37.1
      2,나,S20701,미용실,S96112,127.2,37.2

      """
    #expect(try names(word, in: index(text)) == expected)
  }

  @Test(arguments: [
    ("bakery", ["a"]), ("eat_and_drink", ["a"]), ("casual_eatery", ["a"]), ("park", ["b"]), ("dog park", ["b"]),
    ("coffee_shop", ["a"]),
  ]) func `categories of Overture and each of their steps can be queried`(word: String, expected: [String]) throws {
    let text = """
      {"id":"1","names":{"primary":"a"},"taxonomy":{"primary":"bakery","hierarchy":["eat_and_drink","casual_eatery","bakery"],"alternates":["coffee_shop"]},"geometry":{"type":"Point","coordinates":[127.1,37.1]}}
      {"id":"2","names":{"primary":"b"},"categories":{"primary":"park","alternate":["dog_park"]},"geometry":{"type":"Point","coordinates":[127.2,37.1]}}
      """
    #expect(try names(word, in: index(text)) == expected)
  }

  @Test func `places without a category get the category of their file`() throws {
    let text = "name,구분,lat,lng\na,카페,37.1,127.1\nb,,37.2,127.1\n"
    let toilets = try index(text, as: PlaceCategory(word: "화장실"))
    #expect(try names("toilets", in: toilets) == ["a", "b"])
    #expect(try names("cafe", in: toilets).isEmpty)
    let own = try index(text, as: PlaceCategory(word: "흡연부스 2호"))
    #expect(try names("흡연부스 2호", in: own) == ["a", "b"])
    #expect(try names("흡연부스-2호", in: own) == ["a", "b"])
    let shown = try own.places(matching: PlaceQuery(categories: [.any], area: .anywhere(center: nil))).places
    #expect(shown.allSatisfy { $0.place.categoryPath == "흡연부스 2호" && $0.place.group == nil })
    let dentists = try index(text, as: PlaceCategory(word: "치과"))
    #expect(try names("hospital", in: dentists) == ["a", "b"])
  }

  @Test(arguments: [("amenity=toilet", "amenity=toilets"), ("amenity=dentist", nil), ("shop=cheese", nil)])
  func `a word without places gets the closest word in the index`(word: String, nearest: String?) throws {
    let index = try index(Self.osm)
    guard nearest != nil || word == "shop=cheese" else { return #expect(try names(word, in: index) == ["a"]) }
    #expect(throws: IndexFileError.noCategory(path: "", word: word, nearest: nearest)) { try names(word, in: index) }
  }

  private static let untagged = """
    name,category,lat,lng
    a,화장실,37.1,127.1
    b,은행,37.2,127.1
    c,ATM,37.3,127.1
    d,제과점,37.4,127.1
    e,의원,37.5,127.1
    f,약국,37.6,127.1

    """

  @Test(arguments: [
    ("amenity=toilets", ["a"]), ("AMENITY=Toilets", ["a"]), ("amenity=doctors", ["e"]), ("healthcare=doctor", ["e"]),
    ("healthcare=pharmacy", ["f"]), ("amenity=atm", ["c"]), ("amenity=parking", []), ("shop=shoes", []),
  ]) func `the only tag of a kind means the kind`(tag: String, expected: [String]) throws {
    let index = try index(Self.untagged)
    #expect(try names(tag, in: index) == expected)
    let query = try PlaceQuery(categories: [.source(tag)], area: .anywhere(center: nil))
    #expect(try index.places(matching: query).absent == (expected.isEmpty ? [.source(tag)] : []))
  }

  /// A bank may have cash machines and a bakery pastry, but a tag for one doesn't match the other.
  @Test(arguments: [("amenity=bank", "bank"), ("shop=pastry", "bakery"), ("leisure=park", "park")])
  func `a tag for a part of a kind suggests the word for the kind`(tag: String, nearest: String) throws {
    let index = try index(Self.untagged)
    #expect(throws: IndexFileError.noCategory(path: "", word: tag, nearest: nearest)) { try names(tag, in: index) }
  }

  @Test func `a tag finds places with the tag, and places from data without tags`() throws {
    var importer = PlaceImporter()
    try importer.read(Array(Self.osm.utf8), name: "osm")
    try importer.read(Array("name,category,lat,lng\nz,화장실,37.1,127.1\n".utf8), name: "csv")
    let both = try importer.builder.makeIndex()
    for word in ["amenity=toilets", "toilets"] { #expect(try names(word, in: both) == ["b", "z"]) }
    #expect(try names("building=yes", in: both) == ["b"])
  }

  @Test(arguments: [
    ("amenity=dentist", ["a", "c", "d"]), ("healthcare=dentist", ["b", "c", "d"]), ("dentist", ["a", "b", "c", "d"]),
    ("amenity=pharmacy", []),
  ]) func `a tag finds no place with another tag of the same kind`(tag: String, expected: [String]) throws {
    let elements = """
      {"type":"node","id":1,"lat":37.1,"lon":127.1,"tags":{"name":"a","amenity":"dentist"}}
      {"type":"node","id":2,"lat":37.2,"lon":127.1,"tags":{"name":"b","healthcare":"dentist"}}
      {"type":"node","id":3,"lat":37.3,"lon":127.1,"tags":{"name":"c","amenity":"dentist","healthcare":"dentist"}}
      """
    var importer = PlaceImporter()
    try importer.read(Array(elements.utf8), name: "osm")
    try importer.read(Array("name,category,lat,lng\nd,치과,37.1,127.1\n".utf8), name: "csv")
    #expect(try names(tag, in: importer.builder.makeIndex()) == expected)
  }

  @Test(arguments: ["toilets", "church", "cafe", "any"])
  func `an index without places has none of a kind`(word: String) throws {
    let index = try PlaceIndexBuilder().makeIndex()
    #expect(try names(word, in: index).isEmpty)
    let query = try PlaceQuery(categories: [PlaceCategory(word: word)], area: .anywhere(center: nil))
    #expect(index.gapOfUnknownKind(in: query) == nil)
  }

  @Test func `a kind that is newer than the file is refused, not empty`() throws {
    let older = try older(Self.osm)
    #expect(throws: IndexFileError.kindUnknown(path: "old", slug: "toilets")) { try names("toilets", in: older) }
    #expect(try names("dentist", in: older) == ["a"])
    #expect(try names("amenity=toilets", in: older) == ["b"])
    let untagged = try self.older(Self.untagged)
    #expect(throws: IndexFileError.kindUnknown(path: "old", slug: "toilets")) {
      try names("amenity=toilets", in: untagged)
    }
  }

  /// Returns an index of a program that didn't know toilets.
  private func older(_ text: String) throws -> PlaceIndex {
    let index = try index(text)
    var bytes = index.content.files[0].bytes.view.array
    let list = index.content.files[0].header[.categories]
    // Removes a letter from the slug of toilets.
    let slugs = String(decoding: CategoryEntry.slugs, as: UTF8.self)
    let place = try #require(slugs.firstRange(of: "\ntoilets\n")).lowerBound.utf16Offset(in: slugs) + 1
    bytes[list.lowerBound + 4 + 4 * index.content.categoryCount + place] = UInt8(ascii: "x")
    let image = try IndexImage(count: bytes.count)
    ByteView.over(bytes) { image.copy($0, at: 0) }
    let header = index.content.files[0].header
    IndexSeal(placeCount: header.placeCount, segments: header.segments, threads: 1).write(to: image)
    return try PlaceIndex(image.sealed(), path: "old")
  }

  @Test(arguments: [
    (["cafe"], []), (["subway", "cafe"], ["subway"]), (["subway", "bank"], ["subway", "bank"]),
    (["bakery"], ["bakery"]),
    (["toilets", "bakery", "subway", "amenity=*"], ["bakery", "subway"]), (["any"], []), (["subway"], ["subway"]),
  ])
  func `requested categories without any place are reported`(
    words: [String],
    absent: [String]
  ) throws {
    let index = try index("id,name,amenity,lat,lng\n1,a,cafe,37.1,127.1\n2,b,toilets,37.2,127.1\n")
    let center = try Coordinate(latitude: -20, longitude: 10)
    for area in [SearchArea.anywhere(center: nil), .circle(center: center, radius: .standard)] {
      for text in [nil, SearchText("a")] {
        let query = try PlaceQuery(categories: words.map(PlaceCategory.init(word:)), text: text, area: area)
        // The second query uses the cache of the first one.
        for _ in 0..<2 { #expect(try index.places(matching: query).absent.map(\.slug) == absent) }
      }
    }
    let all = try index.places(matching: PlaceQuery(categories: [.any], area: .anywhere(center: nil)))
    #expect(all.absent.isEmpty && all.totalCount == 2)
  }

  @Test func `a category that was not downloaded is not reported as absent`() throws {
    var description = IndexDescription()
    let covered = ["cafe", "hospital", "amenity=toilets", "leisure=park"]
    (description.inputs, description.coveredCategories) = ([IndexInput("fetched")], covered)
    let builder = PlaceIndexBuilder(description: description)
    try builder.add(["a"], [.cafe])
    let words = ["cafe", "hospital", "dentist", "subway", "bakery", "toilets", "park"].map(PlaceCategory.init(word:))
    let query = try PlaceQuery(categories: words, area: .anywhere(center: nil))
    let result = try builder.makeIndex().places(matching: query)
    #expect(result.absent.map(\.slug) == ["hospital", "dentist", "toilets"])
  }

  @Test func `an index that is read into another index keeps its kinds and words`() throws {
    let index = try index(Self.osm)
    var importer = PlaceImporter()
    try importer.read(index, category: nil, nil)
    let copy = try importer.builder.makeIndex()
    for word in ["dentist", "toilets", "bench", "natural=tree", "amenity=*"] {
      #expect(try names(word, in: copy) == names(word, in: index), "\(word)")
    }
    try copy.checkFormat()
  }

  @Test func `two rows of one place give it the kinds of both`() throws {
    let text = "id,name,amenity,shop,lat,lng\n1,a,cafe,,37.1,127.1\n1,a,toilets,books,37.1,127.1\n"
    let index = try index(text)
    for word in ["cafe", "toilets", "bookstore", "amenity=toilets", "amenity=cafe", "shop=books"] {
      #expect(try names(word, in: index) == ["a"], "\(word)")
    }
  }

  @Test func `every kind of a generated index equals a count by hand, near and far`() throws {
    let builder = PlaceIndexBuilder()
    var random = SeededRandom(5)
    var known: [BruteForce.IndexedPlace] = []
    let kinds = Kind.all
    for number in 0..<6000 {
      // The later a kind is in the table, the rarer it is.
      let kind = kinds[
        Int(Double(kinds.count) * Double.random(in: 0..<1, using: &random) * Double.random(in: 0..<1, using: &random))
      ]
      let place = Place(
        id: "\(number)",
        name: "곳",
        coordinate: try Coordinate(
          latitude: Double.random(in: 33...38, using: &random),
          longitude: Double.random(in: 125...130, using: &random)
        ),
        group: kind.group,
        kind: kind
      )
      try builder.add(place)
      known.append(BruteForce.IndexedPlace(place: place, groups: Set(kind.group.map { [$0] } ?? []), kinds: [kind]))
    }
    let index = try builder.makeIndex()
    try index.checkFormat()
    let force = BruteForce(places: known)
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let box = try BoundingBox(west: 126, south: 35, east: 128, north: 37)
    let radius = try #require(Distance(meters: 90_000).flatMap { SearchRadius($0) })
    let circle = SearchArea.circle(center: center, radius: radius)
    // All kinds together are many.
    for categories in kinds.map({ [PlaceCategory.kind($0)] }) + [kinds.map(PlaceCategory.kind)] {
      for area in [.anywhere(center: center), .box(box, center: center), circle] {
        let query = try PlaceQuery(categories: categories, area: area)
        let expected = force.search(query)
        let result = try index.places(matching: query, limit: 5)
        #expect(result.totalCount == expected.count, "\(categories) \(area)")
        #expect(result.places.map(\.place.id) == expected.prefix(5).map(\.id), "\(categories) \(area)")
      }
    }
  }
}
