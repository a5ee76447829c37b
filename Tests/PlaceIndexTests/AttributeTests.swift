import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex

/// Attributes of places in an index, and conditions on them.
@Suite struct AttributeTests {
  private static let keys = ["opening_hours", "wheelchair", "capacity", "cuisine", "email"]

  /// Places with random attributes: few values, many values, lists, numbers with units, and none.
  private static func places(_ count: Int, seed: UInt64) throws -> [Place] {
    var random = SeededRandom(seed)
    return try (0..<count).map { number in
      var attributes: [PlaceAttribute] = []
      func add(_ key: String, _ values: [String]) {
        guard Int.random(in: 0..<3, using: &random) > 0, let value = values.randomElement(using: &random) else {
          return
        }
        attributes.append(PlaceAttribute(key: key, value: value))
      }
      add("wheelchair", ["yes", "no", "limited"])
      add("capacity", ["3", "12", "1,650대", "0.5 kW", "viele", "10-20"])
      add("cuisine", ["pizza", "Pizza; kebab", "한식", "kebab"])
      add("opening_hours", ["Mo-Fr 0\(number % 9):00-1\(number % 10):00", "24/7", "\(number)"])
      add("email", ["mail\(number)@example.org"])
      return Place(
        id: "id\(number)",
        name: "곳 \(number % 40)",
        coordinate: try Coordinate(
          latitude: Double.random(in: 37.4...37.6, using: &random),
          longitude: Double.random(in: 126.9...127.1, using: &random)
        ),
        group: CategoryGroup.allCases[number % 18],
        phone: number % 3 == 0 ? "02-\(number % 7)" : nil,
        url: number % 4 == 0 ? "https://example.org/\(number)" : nil,
        attributes: attributes
      )
    }
  }

  private static func index(of places: [Place]) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    for place in places { try builder.add(place) }
    return try builder.makeIndex()
  }

  @Test func `attributes are read from an index as stored, in every result`() throws {
    let places = try Self.places(3_000, seed: 1)
    let index = try Self.index(of: places)
    try index.checkFormat()
    let known = Dictionary(uniqueKeysWithValues: places.map { ($0.id, $0) })
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let found = try index.places(matching: query).places.map(\.place)
    #expect(found.count == places.count)
    for place in found { #expect(place.attributes == known[place.id]?.attributes, "\(place.id)") }
    for key in Self.keys {
      let count = places.count { $0.attributes.contains { $0.key == key } }
      #expect(index.attributeKeys.first { $0.key == key }?.places == count)
    }
    #expect(index.attributeKeys.first { $0.key == "phone" }?.places == places.count { $0.phone != nil })
  }

  /// A second, independent implementation of the rules.
  private static func satisfies(_ place: Place, _ text: String) -> Bool {
    func value(_ key: String) -> String? {
      switch key {
      case "phone": place.phone
      case "website": place.url
      default: place.attributes.first { $0.key == key }?.value
      }
    }
    func parts(_ value: String) -> [String] {
      [value.lowercased()] + value.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
    }
    let numbers: [String: Double] = ["3": 3, "12": 12, "1,650대": 1650, "0.5 kW": 0.5]
    switch text {
    case "wheelchair": return value("wheelchair") != nil
    case "wheelchair=yes": return value("wheelchair") == "yes"
    case "wheelchair != yes": return value("wheelchair") != "yes"
    case "cuisine=PIZZA": return value("cuisine").map { parts($0).contains("pizza") } ?? false
    case "cuisine!=pizza": return !(value("cuisine").map { parts($0).contains("pizza") } ?? false)
    case "capacity>=3": return value("capacity").flatMap { numbers[$0] }.map { $0 >= 3 } ?? false
    case "capacity<3": return value("capacity").flatMap { numbers[$0] }.map { $0 < 3 } ?? false
    case "capacity>12": return value("capacity").flatMap { numbers[$0] }.map { $0 > 12 } ?? false
    case "capacity<=12": return value("capacity").flatMap { numbers[$0] }.map { $0 <= 12 } ?? false
    case "opening_hours=24/7": return value("opening_hours") == "24/7"
    case "email": return value("email") != nil
    case "email=mail7@example.org": return value("email") == "mail7@example.org"
    case "phone=02-3": return value("phone") == "02-3"
    case "contact:phone!=02-3": return value("phone") != "02-3"
    case "website": return value("website") != nil
    default: return false
    }
  }

  private static let texts = [
    "wheelchair", "wheelchair=yes", "wheelchair != yes", "cuisine=PIZZA", "cuisine!=pizza", "capacity>=3", "capacity<3",
    "capacity>12", "capacity<=12", "opening_hours=24/7", "email", "email=mail7@example.org", "phone=02-3",
    "contact:phone!=02-3", "website",
  ]

  @Test(arguments: 0..<3)
  func `a result under conditions equals a check of every place`(seed: Int) throws {
    let places = try Self.places(6_000, seed: UInt64(10 + seed))
    let index = try Self.index(of: places)
    let known = Dictionary(uniqueKeysWithValues: places.map { ($0.id, $0) })
    var random = SeededRandom(UInt64(20 + seed))
    for round in 0..<Seeds.count(of: 60) {
      let chosen = (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
        Self.texts.randomElement(using: &random)
      }
      let center = try Coordinate(
        latitude: Double.random(in: 37.4...37.6, using: &random),
        longitude: Double.random(in: 126.9...127.1, using: &random)
      )
      let radius = try #require(
        Distance(meters: Double.random(in: 50...9_000, using: &random)).flatMap(SearchRadius.init)
      )
      let area: SearchArea =
        round % 3 == 0 ? .anywhere(center: center) : .circle(center: center, radius: radius)
      let subject = PlaceMatch(
        categories: round % 2 == 0 ? [.any] : [.group(.cafe), .group(.bank)],
        text: round % 5 == 0 ? SearchText("곳 1") : nil,
        conditions: try chosen.map { try AttributeCondition($0) }
      )
      let query = try PlaceQuery(subject, area: area)
      let whole = try PlaceQuery(PlaceMatch(categories: subject.categories, text: subject.text), area: area)
      let all = try index.places(matching: whole).places.map(\.place.id)
      let expected = all.filter { id in
        known[id].map { place in chosen.allSatisfy { Self.satisfies(place, $0) } } ?? false
      }
      let result = try index.places(matching: query)
      #expect(result.places.map(\.place.id) == expected, "\(chosen)")
      #expect(result.totalCount == expected.count)
      let some = try index.places(matching: query, limit: 7)
      #expect(some.places.map(\.place.id) == Array(expected.prefix(7)), "\(chosen)")
      #expect(some.totalCount == expected.count, "\(chosen)")
      #expect(try index.places(matching: query, limit: 0).totalCount == expected.count)
    }
  }

  @Test func `places are in the order of a number, and those without one come last`() throws {
    let places = try Self.places(2_000, seed: 5)
    let index = try Self.index(of: places)
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let area = SearchArea.circle(center: center, radius: .maximum)
    let near = try index.places(matching: PlaceQuery(categories: [.any], area: area)).places.map(\.place)
    let numbers: [String: Double] = ["3": 3, "12": 12, "1,650대": 1650, "0.5 kW": 0.5]
    func number(_ place: Place) -> Double {
      place.attributes.first { $0.key == "capacity" }.flatMap { numbers[$0.value] } ?? .infinity
    }
    let expected = near.enumerated().sorted { (number($0.element), $0.offset) < (number($1.element), $1.offset) }
    let query = try PlaceQuery(categories: [.any], area: area, sort: .attribute("capacity"))
    let ids = expected.map(\.element.id)
    #expect(try index.places(matching: query).places.map(\.place.id) == ids)
    #expect(try index.places(matching: query, offset: 3, limit: 9).places.map(\.place.id) == Array(ids[3..<12]))
    #expect(try index.places(matching: query, limit: 4).totalCount == places.count)
  }

  @Test func `the error for an unknown key lists the known keys`() throws {
    let index = try Self.index(of: Self.places(30, seed: 2))
    let condition = try AttributeCondition("wheelchairs=yes")
    let subject = PlaceMatch(categories: [.any], conditions: [condition])
    let query = try PlaceQuery(subject, area: .anywhere(center: nil))
    let known = ["capacity", "cuisine", "email", "opening_hours", "phone", "website", "wheelchair"]
    #expect(throws: IndexFileError.noKey(path: "", key: "wheelchairs", known: known)) {
      try index.places(matching: query)
    }
    let open = try index.places(matching: query, offset: 0, limit: nil, ignoringUnknownKeys: true)
    #expect(open.totalCount == 0)
    // The cached filter of the open query must not answer the strict one.
    #expect(throws: IndexFileError.noKey(path: "", key: "wheelchairs", known: known)) {
      try index.places(matching: query)
    }
    let sorted = try PlaceQuery(categories: [.any], area: .anywhere(center: nil), sort: .attribute("none"))
    #expect(throws: IndexFileError.noKey(path: "", key: "none", known: known)) { try index.places(matching: sorted) }
  }

  @Test func `two descriptions of a place are merged, and the first one wins`() throws {
    let builder = PlaceIndexBuilder()
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127)
    func add(_ attributes: [String: String]) throws {
      let facts = attributes.map { PlaceAttribute(key: $0.key, value: $0.value) }
      try builder.add(Place(id: "1", name: "가온", coordinate: coordinate, group: .cafe, attributes: facts))
    }
    try add(["wheelchair": "yes", "level": "2"])
    try add(["wheelchair": "no", "fee": "no"])
    let index = try builder.makeIndex()
    try index.checkFormat()
    let place = try #require(try index.place(withID: "1")?.places.first?.place)
    #expect(place.attributes.map { "\($0.key)=\($0.value)" } == ["fee=no", "level=2", "wheelchair=yes"])
  }

  @Test func `an index that is read into another index keeps its attributes`() throws {
    let places = try Self.places(500, seed: 9)
    let index = try Self.index(of: places)
    var importer = PlaceImporter()
    try importer.read(index)
    let copy = try importer.builder.makeIndex()
    try copy.checkFormat()
    #expect(copy.attributeKeys == index.attributeKeys)
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    #expect(try copy.places(matching: query).places == index.places(matching: query).places)
  }

  @Test func `conditions narrow the places of a name`() throws {
    let places = try Self.places(400, seed: 12)
    let index = try Self.index(of: places)
    let text = try #require(SearchText("곳 7"))
    let condition = try AttributeCondition("wheelchair=yes")
    let found = try index.places(named: text, where: [condition], limit: 1_000).places.map(\.place)
    let all = try index.places(named: text, limit: 1_000).places.map(\.place)
    #expect(found == all.filter { $0.value(of: "wheelchair") == "yes" })
    #expect(!found.isEmpty && found.count < all.count)
  }
}
