import Domain
import IndexChecks
import Tables
import Testing

@testable import PlaceIndex

struct OSMFileTests {
  /// Returns whether an element of the miniature is a place.
  private static func isPlace(_ tags: OSMElements.Tags) -> Bool {
    tags.contains { ["amenity", "shop", "leisure", "man_made", "railway"].contains($0.key) }
  }

  private static let expected = Result { () throws(IndexFileError) in
    try ImportedPlaces(OSMElements.miniature.overpass(isPlace))
  }

  private static let forms: [(String, OSMFileWriter)] = {
    func form(_ name: String, _ change: (inout OSMFileWriter) -> Void) -> (String, OSMFileWriter) {
      var writer = OSMFileWriter()
      change(&writer)
      return (name, writer)
    }
    return [
      form("as most are") { _ in },
      form("plain nodes") { $0.isDense = false },
      form("not compressed") { $0.isCompressed = false },
      form("unpacked lists") { $0.isPacked = false },
      form("plain nodes, unpacked") {
        $0.isDense = false
        $0.isPacked = false
      },
      form("lists of two runs") { $0.hasRuns = true },
      form("fields in reverse") { $0.isReversed = true },
      form("a finer grid") { $0.granularity = 1 },
      form("a finer grid that follows") {
        $0.granularity = 20
        $0.isReversed = true
      },
      form("offsets") {
        $0.latitudeOffset = 52_000_000_000
        $0.longitudeOffset = -5_000_000_000
      },
      form("ways with positions") { $0.hasLocations = true },
      form("backwards") {
        $0.isBackwards = true
        $0.optional = []
      },
      form("in no declared order") { $0.optional = [] },
      form("one element a part") { $0.elementsPerBlob = 1 },
      form("one part a kind") { $0.elementsPerBlob = 100 },
      form("all visible") { $0.areAllVisible = true },
      form("parts without elements") {
        $0.elementsPerBlob = 1
        $0.emptyParts = 2
      },
    ]
  }()

  @Test(arguments: forms)
  func `each variant of a file has the places that Overpass returns`(name: String, form: OSMFileWriter) throws {
    let expected = try Self.expected.get()
    let places = try ImportedPlaces(form.file(.miniature))
    #expect(Set(places.rows) == Set(expected.rows), "\(name)")
    #expect(places.rows.count == 6 && expected.rows.count == 6)
    #expect(places.skips == expected.skips)
    #expect(places.skips == [.closed: 1])
    #expect(places.input?.partialCount == 0)
  }

  @Test func `elements have their ids and the middle of their parts`() throws {
    let rows = try ImportedPlaces(OSMFileWriter().file(.miniature)).rows
    #expect(
      rows.map(\.id) == [
        "node/1", "node/7000000000", "node/7000000001", "node/7000000002", "way/10", "relation/20",
      ]
    )
    let school = try #require(rows.first { $0.id == "way/10" })
    #expect(school.latitude == 52.1000508)
    let park = try #require(rows.first { $0.id == "relation/20" })
    #expect(park.kinds == ["park"])
    #expect(rows.first { $0.id == "node/7000000002" }?.group == .subway)
  }

  @Test func `deleted elements are ignored`() throws {
    for isDense in [true, false] {
      var writer = OSMFileWriter()
      writer.isDense = isDense
      writer.areAllVisible = false
      #expect(try ImportedPlaces(writer.file(.miniature)).rows.isEmpty)
    }
  }

  @Test func `a file has its licence and time, and no coverage until one is declared`() throws {
    var importer = PlaceImporter()
    try importer.read(OSMFileWriter().file(.miniature), name: "a.osm.pbf")
    let index = try importer.builder.makeIndex()
    let description = index.description
    #expect(description.inputs.first?.attribution == OpenStreetMapNotice.attribution)
    #expect(description.inputs.first?.license == OpenStreetMapNotice.license)
    #expect(description.release == "2026-09-21T14:13:20Z")
    #expect(description.coverage.isEmpty && description.coveredCategories == ["any"])
    #expect(index.summary.undeclaredExtracts.map(\.name) == ["a.osm.pbf"])
    try index.checkFormat()
    let place = try #require(
      index.places(matching: PlaceQuery(categories: [.any], area: .anywhere(center: nil))).places.first
    )
    let inside = SearchArea.circle(center: place.place.coordinate, radius: .standard)
    let query = try PlaceQuery(categories: [.group(.cafe)], area: inside)
    #expect(index.gap(for: query) == .undeclaredCoverage(path: ""))
    let box = try BoundingBox(west: 5, south: 52, east: 6, north: 53)
    importer.builder.declare([.box(box, center: nil)])
    let declared = try importer.builder.makeIndex()
    #expect(declared.summary.undeclaredExtracts.isEmpty && declared.gap(for: query) == nil)
    let crossing = try PlaceQuery(categories: [PlaceCategory(word: "highway=crossing")], area: inside)
    #expect(declared.gap(for: crossing) != nil)
  }

  @Test func `polygons that the user names are the coverage of a file, not its box`() throws {
    let corners = try [(5.0, 52.0), (5.5, 52.0), (5.5, 52.5), (5.0, 52.0)].map {
      try Coordinate(latitude: $0.1, longitude: $0.0)
    }
    var given = IndexDescription()
    given.coverage = [.polygons(PolygonArea([Polygon([corners])], name: "nl.geojson"), center: nil)]
    var importer = PlaceImporter(description: given)
    try importer.read(OSMFileWriter().file(.miniature), name: "a.osm.pbf")
    let index = try importer.builder.makeIndex()
    #expect(index.description.coverage == given.coverage)
    func gap(_ latitude: Double, _ longitude: Double) throws -> PlaceCollection.Gap? {
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      let area = SearchArea.circle(center: center, radius: .standard)
      return index.shortfall(for: try PlaceQuery(categories: [.group(.cafe)], area: area))
    }
    #expect(try gap(52.2, 5.4) == nil)
    #expect(try gap(52.2, 5.2) == .beyondCoverage(given.coverage))
    #expect(try gap(52.4, 5.1) == .outsideCoverage(given.coverage))
  }

  @Test func `overlapping files give each place once, and the range of their times`() throws {
    var east = OSMFileWriter()
    east.area = [6, 7, 53, 52]
    east.seconds += 86_400
    var importer = PlaceImporter()
    try importer.read(OSMFileWriter().file(.miniature), name: "a.osm.pbf")
    try importer.read(east.file(.miniature), name: "b.osm.pbf")
    let index = try importer.builder.makeIndex()
    #expect(index.placeCount == 6)
    let description = index.description
    #expect(description.coveredCategories == ["any"])
    #expect(description.release == "2026-09-21T14:13:20Z" && description.latestRelease == "2026-09-22T14:13:20Z")
    #expect(description.inputs.map(\.name) == ["a.osm.pbf", "b.osm.pbf"])
  }

  @Test func `files under one name cover the areas of all, and a file without an area adds none`() throws {
    var importer = PlaceImporter()
    for west in [5.0, 6, nil] {
      var input = IndexInput("nl")
      input.coverage =
        try west.map { west in
          [.box(try BoundingBox(west: west, south: 52, east: west + 1, north: 53), center: nil)]
        } ?? []
      try importer.read(OSMFileWriter().file(.miniature), name: "a.osm.pbf", as: input)
    }
    let description = try importer.builder.makeIndex().description
    #expect(description.inputs.map(\.name) == ["nl"] && description.coveredCategories == ["any"])
    #expect(description.coverage.count == 2 && description.inputs[0].isExtract)
  }

  @Test func `one thread and several make the same index`() throws {
    var writer = OSMFileWriter()
    writer.elementsPerBlob = 1
    let file = writer.file(.miniature)
    let indexes = try [1, 2, 5].map { threads in
      var importer = PlaceImporter(rules: ImportRules(), pace: ImportPace(threads: threads, chunkBytes: 1 << 18))
      try importer.read(file, name: "a.osm.pbf")
      let bytes = try importer.builder.assemble()
      return withExtendedLifetime(bytes) { bytes.view.array }
    }
    #expect(indexes[0] == indexes[1] && indexes[0] == indexes[2])
  }

  @Test func `the area and the time from the user take precedence`() throws {
    var description = IndexDescription()
    description.release = "yesterday"
    description.coverage = [.circle(center: try Coordinate(latitude: 52, longitude: 5), radius: .standard)]
    var importer = PlaceImporter(description: description)
    try importer.read(OSMFileWriter().file(.miniature), name: "a.osm.pbf")
    #expect(importer.builder.description.inputs.first?.release == "yesterday")
    #expect(importer.builder.description.inputs.first?.coverage == description.coverage)
  }

  @Test(arguments: [
    ("pharmacy,school", ["way/10"]), ("cafe", ["node/1", "node/7000000000"]), ("subway", ["node/7000000002"]),
    ("park", ["relation/20"]), ("highway=crossing", ["node/4"]), ("building=*", ["way/10", "way/13"]),
    ("landuse=forest, bakery", ["node/7000000000", "relation/21"]),
  ])
  func `categories of the user select the elements to read`(word: String, ids: [String]) throws {
    var rules = ImportRules()
    rules.forcedCategory = PlaceCategory(word: word)
    let places = try ImportedPlaces(OSMFileWriter().file(.miniature), rules: rules)
    #expect(places.rows.map(\.id).sorted() == ids.sorted())
  }

  @Test func `a category without tags is refused`() throws {
    var rules = ImportRules()
    rules.forcedCategory = .source("나만의 것")
    #expect(throws: IndexFileError.self) {
      try ImportedPlaces(OSMFileWriter().file(.miniature), rules: rules)
    }
  }
}
