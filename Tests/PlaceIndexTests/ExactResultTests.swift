import Domain
import IndexChecks
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct ExactResultTests {
  /// A rectangle in which places and queries are distributed.
  struct Terrain: Sendable, CustomTestStringConvertible {
    let name: String
    let latitudes: ClosedRange<Double>
    let longitudes: ClosedRange<Double>
    /// The granularity of the coordinates in degrees; a coarse one makes equal distances.
    let grid: Double
    let count: Int
    /// The number of groups of its places; with few groups, a tree is deep.
    var groupCount = CategoryGroup.allCases.count
    /// The minimum number of levels in the tree of its largest partition, including blocks and nodes.
    var levelCount = 2
    /// The number of queries.
    var queryCount = Seeds.count(of: 48)

    var groups: ArraySlice<CategoryGroup> { CategoryGroup.allCases.prefix(groupCount) }

    var testDescription: String { name }
  }

  static let terrains = [
    Terrain(name: "a city", latitudes: 37.4...37.6, longitudes: 126.8...127.2, grid: 1e-7, count: 700),
    Terrain(name: "a country", latitudes: 33...38.6, longitudes: 124.6...131.9, grid: 1e-7, count: 700),
    Terrain(name: "a grid with ties", latitudes: 37.4...37.42, longitudes: 127...127.02, grid: 1e-3, count: 400),
    Terrain(name: "the antimeridian", latitudes: -20...(-14), longitudes: 176...184, grid: 1e-7, count: 400),
    Terrain(name: "the north pole", latitudes: 88...90, longitudes: -180...180, grid: 1e-7, count: 400),
    Terrain(name: "the south pole", latitudes: -90...(-84), longitudes: -180...180, grid: 1e-6, count: 300),
    Terrain(name: "the globe", latitudes: -90...90, longitudes: -180...180, grid: 1e-7, count: 700),
    Terrain(name: "one coordinate", latitudes: 10...10, longitudes: 20...20, grid: 1, count: 100),
    Terrain(name: "few places", latitudes: 37...38, longitudes: 127...128, grid: 1e-7, count: 5),
    // One node contains the 256 places of eight blocks, and the node above it 2,048.
    deep("a large city", latitudes: 37.4...37.6, longitudes: 126.8...127.2, grid: 1e-7),
    deep("a large grid with ties", latitudes: 37.4...37.46, longitudes: 127...127.06, grid: 1e-3),
    deep("the crowded globe", latitudes: -90...90, longitudes: -180...180, grid: 1e-7),
    deep("both sides of the antimeridian", latitudes: -20...(-14), longitudes: 176...184, grid: 1e-7),
  ]

  private static func deep(
    _ name: String,
    latitudes: ClosedRange<Double>,
    longitudes: ClosedRange<Double>,
    grid: Double
  ) -> Terrain {
    var terrain = Terrain(name: name, latitudes: latitudes, longitudes: longitudes, grid: grid, count: 10_000)
    (terrain.groupCount, terrain.levelCount, terrain.queryCount) = (2, 4, Seeds.count(of: 16))
    return terrain
  }

  static let radii: [Double] = [
    1, 50, 300, 1000, 5000, 20_000, 99_000, 101_000, 500_000, 5_000_000, 19_900_000, 20_040_000,
  ]

  @Test(arguments: terrains)
  func `circles, boxes and nearest places equal brute force`(terrain: Terrain) throws {
    var random = SeededRandom(7)
    let world = try Self.world(terrain)
    #expect(world.index.content.partitions.map(\.levelCount).max() ?? 0 >= terrain.levelCount)
    var (hits, leftOut) = (0, 0)
    for repetition in 0..<terrain.queryCount {
      let center = try Self.coordinate(terrain, &random, spread: repetition % 3 == 0 ? 1 : 0)
      let groups = terrain.groups.shuffled(using: &random).prefix([0, 1, 1, 2, 5][repetition % 5])
      let categories: [PlaceCategory] =
        switch repetition % 7 {
        case 1: Self.kinds.shuffled(using: &random).prefix(1).map(PlaceCategory.kind)
        case 2: groups.map(PlaceCategory.group) + Self.kinds.shuffled(using: &random).prefix(2).map(PlaceCategory.kind)
        case 3: [.source("tag=\(repetition % 3)")]
        case 4: Self.kinds.shuffled(using: &random).prefix(3).map(PlaceCategory.kind) + [.source("tag=1")]
        case 5: [.any]
        default: groups.map(PlaceCategory.group)
        }
      let area: SearchArea
      switch repetition % 8 {
      case 6: area = .box(try Self.box(terrain, &random), center: repetition % 16 < 8 ? center : nil)
      case 7: area = .anywhere(center: repetition % 16 < 8 ? center : nil)
      default:
        let meters = try #require(Self.radii.randomElement(using: &random))
        let radius = try #require(Distance(meters: meters))
        area = .circle(center: center, radius: try #require(SearchRadius(radius)))
      }
      // A text contained in every name replaces "every category".
      let query = try PlaceQuery(categories: categories, text: categories.isEmpty ? SearchText("곳") : nil, area: area)
      let expected = world.force.search(query)
      hits += expected.isEmpty ? 0 : 1
      leftOut += expected.count < terrain.count ? 1 : 0
      for limit in [1, 15, nil] as [Int?] {
        let result = try world.index.places(matching: query, limit: limit)
        #expect(result.totalCount == expected.count, "\(query)")
        let wanted = limit.map { Array(expected.prefix($0)) } ?? expected
        #expect(result.places.map(\.place.id) == wanted.map(\.id), "\(query) \(limit ?? -1)")
        #expect(result.places.map { $0.distance?.meters } == wanted.map(\.meters), "\(query)")
      }
    }
    // Queries that match nothing or everything would prove little.
    let least = terrain.queryCount / 3
    #expect(hits >= least && leftOut >= least, "\(hits) find a place, \(leftOut) leave one out")
  }

  @Test(arguments: terrains)
  func `a walk over a circle or a box as a general shape equals brute force`(terrain: Terrain) throws {
    var random = SeededRandom(13)
    let world = try Self.world(terrain)
    let content = world.index.content
    var state = SearchState()
    for radius in Self.radii {
      let center = try Self.coordinate(terrain, &random, spread: 0.5)
      let distance = try #require(Distance(meters: radius).flatMap(SearchRadius.init))
      for area in [
        SearchArea.circle(center: center, radius: distance), .box(try Self.box(terrain, &random), center: nil),
      ] {
        let walk = RegionWalk(
          content: content,
          partitions: content.allPartitions,
          region: ShapeRegion(shape: area.shape.form)
        )
        let query = try PlaceQuery(categories: [.any], area: area)
        #expect(walk.count(&state) == world.force.search(query).count, "\(area)")
      }
    }
  }

  /// The half of a rectangle below its diagonal from the upper left: a shape without a specialised search.
  private struct Triangle: AreaShape {
    let box: BoundingBox

    var enclosingBox: BoundingBox? { box }
    var squareMeters: Double { box.squareMeters / 2 }

    func contains(_ point: Coordinate) -> Bool {
      let east = (point.longitude - box.west) / box.width
      let north = (point.latitude - box.south) / box.height
      return east >= 0 && north >= 0 && east + north <= 1
    }

    func relation(to other: BoundingBox) -> BoxRelation {
      guard let part = box.intersection(other) else { return .outside }
      func isHeld(_ latitude: Double, _ longitude: Double) -> Bool {
        contains(Coordinate(validLatitude: latitude, longitude: longitude))
      }
      guard isHeld(part.south, part.west) else { return .outside }
      return box.contains(other) && isHeld(other.north, other.east) ? .inside : .across
    }

    func holds(_ circle: Circle) -> Bool { false }

    func box(grownByMeters meters: Double) -> BoundingBox? { box.grown(byMeters: meters) }

    func outline(steps: Int) -> [[Coordinate]] { [] }

    var lines: [[Coordinate]] { [] }
    var lengthMeters: Double? { nil }

    func offset(of point: Coordinate) -> LineOffset? { nil }
  }

  @Test(arguments: terrains.filter { $0.longitudes.upperBound <= 180 && $0.latitudes.upperBound < 90 })
  func `a shape that the index does not know is walked exactly`(terrain: Terrain) throws {
    var random = SeededRandom(17)
    let world = try Self.world(terrain)
    let content = world.index.content
    var state = SearchState()
    for _ in 0..<20 {
      let box = try Self.box(terrain, &random)
      guard !box.crossesAntimeridian, box.width > 0, box.height > 0 else { continue }
      let shape = Triangle(box: box)
      let walk = RegionWalk(content: content, partitions: content.allPartitions, region: ShapeRegion(shape: shape))
      #expect(walk.count(&state) == world.force.places.count { shape.contains($0.place.coordinate) }, "\(box)")
    }
  }

  @Test func `pages add up to the whole result`() throws {
    let world = try Self.world(Self.terrains[0])
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let query = try PlaceQuery(
      categories: [.group(.cafe), .group(.gas)],
      area: .circle(center: center, radius: .maximum)
    )
    let whole = try world.index.places(matching: query).places
    var joined: [FoundPlace] = []
    while joined.count < whole.count {
      joined += try world.index.places(matching: query, offset: joined.count, limit: 15).places
    }
    #expect(joined == whole)
    #expect(try world.index.places(matching: query, offset: whole.count + 5, limit: 15).places.isEmpty)
    #expect(try world.index.places(matching: query, limit: 0).totalCount == whole.count)
  }

  @Test func `an empty index has no results`() throws {
    let index = try PlaceIndexBuilder().makeIndex()
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    for area in [SearchArea.anywhere(center: nil), .circle(center: center, radius: .maximum)] {
      let result = try index.places(matching: try PlaceQuery(categories: [.group(.cafe)], area: area))
      #expect(result.places.isEmpty && result.totalCount == 0)
    }
  }

  /// A kind with a group, one with a broader kind, and one with neither.
  private static let kinds = ["dentist", "internist", "doctor", "bakery", "toilets", "bus-stop"].compactMap(
    Kind.init(slug:)
  )

  private struct World: Sendable {
    let index: PlaceIndex
    let force: BruteForce
  }

  /// The worlds of the terrains, which several tests search, by name.
  private static let worlds = Result {
    try Dictionary(uniqueKeysWithValues: terrains.map { ($0.name, try made($0)) })
  }

  private static func world(_ terrain: Terrain) throws -> World { try #require(try worlds.get()[terrain.name]) }

  private static func made(_ terrain: Terrain) throws -> World {
    var random = SeededRandom(7)
    let builder = PlaceIndexBuilder()
    var known: [BruteForce.IndexedPlace] = []
    for number in 0..<terrain.count {
      let groups = Set(
        terrain.groups.shuffled(using: &random).prefix([0, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1)
      )
      let place = Place(
        id: "\(number % 7)-\(UInt16.random(in: 0...UInt16.max, using: &random))-\(number)",
        name: "곳 \(number)",
        coordinate: try coordinate(terrain, &random, spread: 0),
        group: groups.min { $0.ordinal < $1.ordinal },
        categoryPath: groups.isEmpty ? "기타" : nil
      )
      let kinds = Set(Self.kinds.shuffled(using: &random).prefix([0, 0, 0, 1, 2].randomElement(using: &random) ?? 0))
      let words = number < 3 || number % 5 == 0 ? ["tag=\(number % 3)", "tag=\(number % 2)"] : []
      try builder.add(place, groups: groups, kinds: kinds, words: words)
      let all = groups.union(kinds.compactMap(\.group))
      known.append(BruteForce.IndexedPlace(place: place, groups: all, kinds: kinds, words: Set(words)))
    }
    return World(index: try builder.makeIndex(), force: BruteForce(places: known))
  }

  /// Returns a random point of the terrain at its granularity; with a spread, also outside its edges.
  private static func coordinate(
    _ terrain: Terrain,
    _ random: inout SeededRandom,
    spread: Double
  ) throws -> Coordinate {
    let latitude =
      Double.random(in: terrain.latitudes, using: &random) + spread * Double.random(in: -1...1, using: &random)
    let longitude =
      Double.random(in: terrain.longitudes, using: &random) + spread * Double.random(in: -1...1, using: &random)
    let snapped = ((longitude / terrain.grid).rounded() * terrain.grid * 1e7).rounded() / 1e7
    return try Coordinate(
      latitude: max(-90, min(90, ((latitude / terrain.grid).rounded() * terrain.grid * 1e7).rounded() / 1e7)),
      longitude: snapped > 180 ? ((snapped - 360) * 1e7).rounded() / 1e7 : max(-180, snapped)
    )
  }

  private static func box(_ terrain: Terrain, _ random: inout SeededRandom) throws -> BoundingBox {
    let first = try coordinate(terrain, &random, spread: 0)
    let second = try coordinate(terrain, &random, spread: 0)
    return try BoundingBox(
      west: first.longitude,
      south: min(first.latitude, second.latitude),
      east: second.longitude,
      north: max(first.latitude, second.latitude)
    )
  }

  private static func index(_ count: Int) throws -> PlaceIndex {
    let builder = PlaceIndexBuilder()
    let coordinate = try Coordinate(latitude: 37.5, longitude: 127)
    for number in 0..<count {
      // Three partitions, and unsorted ids.
      let group = [CategoryGroup.cafe, .bank, .gas][number % 3]
      let place = Place(
        id: String(number * 7919 % 1_000_003, radix: 36),
        name: "곳",
        coordinate: coordinate,
        group: group
      )
      try builder.add(place, groups: [.cafe])
    }
    return try builder.makeIndex()
  }

  @Test(arguments: [0, 1, 15, 599, 600, 900])
  func `places at one coordinate are sorted by id, however many there are`(limit: Int) throws {
    let index = try Self.index(600)
    try index.checkFormat()
    let ids = (0..<600).map { String($0 * 7919 % 1_000_003, radix: 36) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    for area in [
      SearchArea.anywhere(center: center), .circle(center: center, radius: .maximum), .anywhere(center: nil),
    ] {
      let query = try PlaceQuery(categories: [.group(.cafe)], area: area)
      let result = try index.places(matching: query, limit: limit)
      #expect(result.places.map(\.place.id) == Array(ids.prefix(limit)))
      #expect(result.totalCount == 600)
    }
  }
}
