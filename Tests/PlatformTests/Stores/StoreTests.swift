import Domain
import Tables
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct StoreTests {
  private let directory = TemporaryDirectory()

  private func place(_ id: String, group: CategoryGroup? = .cafe) throws -> FoundPlace {
    FoundPlace(
      place: Place(
        id: id,
        name: "이름 \"\(id)\"\n",
        coordinate: try Coordinate(latitude: 37.123456789012, longitude: 127.00000000001),
        group: group,
        unlistedGroupCode: "ZZ9",
        unlistedGroupName: "다른 곳",
        categoryPath: "음식점 > 카페",
        phone: "02-000-0000",
        lotAddress: "서울 강남구 역삼동 1",
        roadAddress: "서울 강남구 강남대로 1",
        url: "https://place.map.kakao.com/\(id)"
      ),
      distance: Distance(meters: 223.7318)
    )
  }

  @Test func `a place is stored exactly`() throws {
    for found in [
      try place("1"), try place("2", group: nil),
      FoundPlace(place: Place(id: "3", name: nil, coordinate: try Fixture.seoul(), group: nil), distance: nil),
      FoundPlace(
        place: Place(
          id: "4",
          name: nil,
          coordinate: try Fixture.seoul(),
          group: nil,
          attributes: [
            PlaceAttribute(key: "opening_hours", value: "24/7"), PlaceAttribute(key: "note \"a\"", value: "\u{1B}가"),
          ]
        ),
        distance: nil
      ),
    ] {
      let tree = try #require(JSONValue(reading: JSONValue.place(found).line))
      #expect(tree.foundPlace == found)
    }
  }

  @Test func `a query is stored completely`() throws {
    let box = try BoundingBox(west: 127, south: 37, east: 128, north: 38)
    let queries = [
      try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: Fixture.circle(1_234.5), near: "강남역"),
      try PlaceQuery(text: SearchText("스타 \"벅스\""), area: .anywhere(center: nil)),
      try PlaceQuery(text: SearchText("a"), area: .anywhere(center: Fixture.seoul()), sort: .accuracy),
      try PlaceQuery(categories: [.group(.bank)], area: .box(box, center: nil)),
      try PlaceQuery(categories: [.group(.bank)], area: .box(box, center: Fixture.seoul())),
    ]
    let limits: [PlaceLimit] = [
      .all, try Fixture.first(7), .page(try Fixture.page(3, size: 4)),
    ]
    for query in queries {
      for limit in limits {
        let original = query.limited(to: limit)
        #expect(JSONValue(reading: JSONValue.query(original).line)?.query == original)
      }
    }
  }

  @Test(arguments: [
    #"{"query":{"category":["gas","cafe"],"near":"강남역","position":true,"at":[37.4979,127.0276],"radius_m":1234.5,"#
      + #""sort":"distance"},"limit":7}"#,
    #"{"query":{"category":[],"text":"a","sort":"accuracy"},"page":3,"size":4}"#,
    #"{"query":{"category":["x y"],"at":[37.5,127],"bbox":[127,37,128,38.5],"sort":"distance"},"limit":"all"}"#,
  ])
  func `a query is stored in the form of the history`(line: String) throws {
    let original = try #require(JSONValue(reading: Array(line.utf8))?.query)
    #expect(String(decoding: JSONValue.query(original).line, as: UTF8.self) == line)
  }

  @Test(arguments: [
    (#"["gas"]"#, #"[7]"#), (#"["gas"]"#, #""gas""#), (#""text":"a""#, #""text":" ""#), ("37.4979", "374.979"),
    ("1000", #""far""#),
    ("1000", "0"), (#""distance""#, #""""#), (#""limit":7"#, #""limit":-1"#), (#""limit":7"#, #""limit":"many""#),
    (#""limit":7"#, #""amount":7"#),
  ])
  func `a query with an unreadable part is not read as a wider one`(part: String, other: String) throws {
    let query = try PlaceQuery(categories: [.group(.gas)], text: SearchText("a"), area: Fixture.circle())
    let asked = try query.limited(to: Fixture.first(7))
    let line = String(decoding: JSONValue.query(asked).line, as: UTF8.self)
    #expect(JSONValue(reading: Array(line.utf8))?.query == asked)
    #expect(line.contains(part))
    let changed = try #require(JSONValue(reading: Array(line.replacing(part, with: other).utf8)))
    #expect(changed.query == nil)
  }

  @Test func `the largest limit means every place`() throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let line = JSONValue.query(try query.limited(to: Fixture.first(.max))).line
    let kept = try #require(JSONValue(reading: line)?.query)
    #expect(kept == query.limited(to: .all))
  }

  @Test func `locations are stored by name, one of them as the default`() async throws {
    let locations = Fixture.stores(directory).savedLocations
    #expect(try locations.locations() == SavedLocations())
    let home = try #require(SavedLocation(name: "집", coordinate: try Fixture.seoul(), near: "강남역"))
    let work = try #require(SavedLocation(name: "work", coordinate: try Coordinate(latitude: 1, longitude: 2)))
    try await locations.update { $0.locations = [work, home] }
    try await locations.update { $0.defaultName = "집" }
    #expect(try locations.locations() == SavedLocations(locations: [work, home], defaultName: "집"))
    let left = try await locations.update { $0.locations.removeAll { $0.name == "집" } }
    #expect(left == SavedLocations(locations: [work]))
    #expect(try locations.locations() == left)
  }

  @Test(arguments: [
    ("home", true), ("집", true), ("home-2", true), ("", false), ("a b", false), ("-a", false), ("37", false),
  ])
  func `a location name begins with a letter and has no spaces`(name: String, isName: Bool) {
    #expect(SavedLocation.isName(name) == isName)
  }

  @Test func `history is newest first and without repeats`() async throws {
    let history = Fixture.stores(directory).history
    let (cafe, bank) = (
      try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle()).limited(to: .all),
      try PlaceQuery(categories: [.group(.bank)], area: Fixture.circle()).limited(to: .all)
    )
    for (time, asked) in [(1, cafe), (2, bank), (3, cafe)] {
      try await history.record(
        HistoryEntry(
          queriedAtSeconds: Int64(time),
          query: asked,
          source: .index(["/a b.pfx"]),
          endpoint: time == 3 ? "http://127.0.0.1:1" : nil,
          returned: time,
          totalCount: 9
        )
      )
    }
    #expect(try history.entries().map(\.query) == [cafe, bank])
    #expect(try history.entries().map(\.returned) == [3, 2])
    #expect(try history.entries().map(\.endpoint) == ["http://127.0.0.1:1", nil])
    #expect(try history.entries().map(\.source.indexPaths) == [["/a b.pfx"], ["/a b.pfx"]])
    #expect(try await history.clear() == 2)
    #expect(try history.entries().isEmpty)
  }

  @Test func `a saved place keeps its note until there is another`() async throws {
    let saved = Fixture.stores(directory).saved
    let place = StoredPlace(
      try place("1"),
      from: try Fixture.seoul(),
      provenance: Provenance(source: .kakao, attribution: "©"),
      origin: .saved
    )
    #expect(try await saved.save(place, note: "good").isReplacement == false)
    #expect(try await saved.save(place, note: nil).isReplacement)
    #expect(try saved.savedPlaces() == [SavedPlace(place: place, note: "good", savedAtSeconds: 1_000)])
    #expect(try await saved.save(place, note: "better").saved.note == "better")
    #expect(try await saved.remove(id: "2") == nil)
    #expect(try await saved.remove(id: "1")?.note == "better")
    #expect(try saved.savedPlaces().isEmpty)
  }

  @Test func `addresses have no id and are saved by their names`() async throws {
    let saved = Fixture.stores(directory).saved
    for name in ["서울 강남구 강남대로 1", "서울 강남구 강남대로 2"] {
      let address = Place(id: "", name: name, coordinate: try Fixture.seoul(), group: nil)
      #expect(
        try await !saved.save(Fixture.recalled(FoundPlace(place: address, distance: nil)), note: name).isReplacement
      )
    }
    #expect(try saved.savedPlaces().map(\.note) == ["서울 강남구 강남대로 1", "서울 강남구 강남대로 2"])
    #expect(try await saved.remove(id: "서울 강남구 강남대로 1") != nil)
    #expect(try saved.savedPlaces().map(\.id) == ["서울 강남구 강남대로 2"])
  }

  @Test func `a place does not replace a place of another source with the same id`() async throws {
    let saved = Fixture.stores(directory).saved
    func place(_ name: String, latitude: Double, longitude: Double = 127) throws -> StoredPlace {
      let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
      let place = Place(id: "7", name: name, coordinate: coordinate, group: nil)
      return Fixture.recalled(FoundPlace(place: place, distance: nil))
    }
    try await saved.save(try place("하나", latitude: 37.5), note: "kept")
    for (latitude, longitude) in [(35.1, 127.0), (37.5, 127.1)] {
      await #expect(throws: StoreError.idTaken(id: "7", name: "하나")) {
        try await saved.save(try place("둘", latitude: latitude, longitude: longitude), note: nil)
      }
    }
    #expect(try saved.savedPlaces().map(\.note) == ["kept"])
    // A renamed shop and a moved shop are still the same.
    #expect(try await saved.save(try place("하나로", latitude: 37.501), note: nil).isReplacement)
    #expect(try await saved.save(try place("하나로", latitude: 35), note: nil).saved.note == "kept")
  }

  @Test func `a recorded query is stored, and an error is noted instead of thrown`() async throws {
    for isWritable in [true, false] {
      var stores = Fixture.stores(directory) { $0.recordsHistory = true }
      if !isWritable {
        try directory.write("", to: "blocked")
        var options = stores.configuration
        options.stateDirectory = directory.file("blocked/state")
        stores = Stores(configuration: options, service: .kakao, key: nil, clock: .system)
      }
      let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle(), limit: Fixture.first(3))
      let result = try await IndexedPlaces.sample().places(matching: query, progress: nil)
      #expect(result.places.count == 3)
      let memory = LocalMemory(stores: stores) { nil }
      await memory.record(query, result.places, totalCount: result.totalCount, from: result.provenance)
      if isWritable {
        #expect(try stores.history.entries().map(\.query) == [query])
        #expect(try memory.lastResult()?.map(\.found) == result.places)
        #expect(try memory.place(withID: result.places[1].place.id)?.center == Fixture.seoul())
        #expect(stores.log.storeErrors().isEmpty)
        // With a service in use, the context of a map comes from the last results.
        let box = try BoundingBox(west: 126, south: 37, east: 128, north: 38)
        let around = await memory.surroundings(in: box, around: try Fixture.seoul())
        #expect(Set(around.map(\.id)) == Set(result.places.map(\.place.id)))
        let far = try BoundingBox(west: 0, south: 0, east: 1, north: 1)
        #expect(await memory.surroundings(in: far, around: try Fixture.seoul()).isEmpty)
      } else {
        #expect(!stores.log.storeErrors().isEmpty)
      }
    }
  }

  @Test func `a bearing is clockwise from north`() throws {
    let north = try Coordinate(latitude: 38, longitude: 127)
    let start = try Coordinate(latitude: 37, longitude: 127)
    let east = try Coordinate(latitude: 37, longitude: 127.001)
    #expect(Bearing.degrees(from: start, to: north) == 0)
    #expect(abs(Bearing.degrees(from: start, to: east) - 90) < 0.01)
    #expect(abs(Bearing.degrees(from: east, to: start) - 270) < 0.01)
  }
}
