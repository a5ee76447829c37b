import Domain
import Testing

@testable import PlaceIndex

@Suite struct CoverageTests {
  private func circle(_ latitude: Double, _ longitude: Double, _ meters: Double) throws -> SearchArea {
    let center = try Coordinate(latitude: latitude, longitude: longitude)
    return .circle(center: center, radius: try #require(Distance(meters: meters).flatMap(SearchRadius.init)))
  }

  private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> SearchArea {
    .box(try BoundingBox(west: west, south: south, east: east, north: north), center: nil)
  }

  private func index(covering areas: [SearchArea]) throws -> PlaceIndex {
    var description = IndexDescription()
    description.coverage = areas
    let builder = PlaceIndexBuilder(description: description)
    for (number, point) in [(37.49, 127.02), (37.51, 127.04)].enumerated() {
      let coordinate = try Coordinate(latitude: point.0, longitude: point.1)
      try builder.add(Place(id: "\(number)", name: "곳", coordinate: coordinate, group: .cafe))
    }
    return try builder.makeIndex()
  }

  @Test func `a coverage of polygons or a line is stored to the last digit and covers itself`() throws {
    let points = try [(127.0, 37.0), (127.123_456_789_012, 37), (127.1, 37.2)].map {
      try Coordinate(latitude: $0.1, longitude: $0.0)
    }
    let radius = try #require(Distance(meters: 750).flatMap(SearchRadius.init))
    let polygons = PolygonArea([Polygon([points]), Polygon([points])], name: "a.geojson")
    let area = SearchArea.polygons(polygons, center: nil)
    let corridor = SearchArea.corridor(Corridor(along: RouteLine([points, points], name: "b.gpx"), radius: radius))
    let index = try index(covering: [area, corridor])
    #expect(index.description.coverage == [area, corridor])
    #expect(index.summary.coverage.map { $0.drawn?.form.name } == ["a.geojson", "b.gpx"])
    #expect(index.gap(in: area) == nil && index.gap(in: corridor) == nil)
    #expect(index.gap(in: try circle(37.02, 127.09, 100)) == nil)
    #expect(index.gap(in: try circle(37.3, 127.09, 100)) != nil)
  }

  @Test func `an index of several inputs contains the places of each input, in its area and of its categories`() throws
  {
    let (first, second) = (try circle(37, 127, 1_000), try circle(35, 129, 1_000))
    func index(_ claims: (area: SearchArea?, words: [String])...) throws -> PlaceIndex {
      var description = IndexDescription()
      description.inputs = claims.enumerated().map { number, claim in
        var input = IndexInput("\(number)")
        input.coverage = claim.area.map { [$0] } ?? []
        input.coveredCategories = claim.words
        return input
      }
      return try PlaceIndexBuilder(description: description).makeIndex()
    }
    func isHeld(_ group: CategoryGroup, _ area: SearchArea, by index: PlaceIndex) throws -> Bool {
      index.gap(for: try PlaceQuery(categories: [.group(group)], area: area)) == nil
    }
    let apart = try index((first, []), (second, ["cafe"]))
    #expect(apart.description.coverage == [first, second] && apart.description.coveredCategories == ["cafe"])
    #expect(try isHeld(.gas, first, by: apart) && isHeld(.cafe, first, by: apart) && isHeld(.cafe, second, by: apart))
    #expect(try !isHeld(.gas, second, by: apart) && apart.isRequested(.group(.gas)))
    let other = try index((first, ["cafe"]), (second, ["gas"]))
    #expect(try isHeld(.cafe, first, by: other) && isHeld(.gas, second, by: other))
    #expect(try !isHeld(.gas, first, by: other) && !isHeld(.cafe, second, by: other))
    #expect(!other.isRequested(.group(.bank)))
    // An input without a declaration neither removes coverage nor adds any.
    let silent = try index((nil, []), (second, ["cafe"]))
    #expect(try !isHeld(.gas, second, by: silent) && !isHeld(.cafe, first, by: silent))
    #expect(try isHeld(.cafe, second, by: silent) && !silent.isRequested(.group(.gas)))
    let limited = try index((nil, []), (nil, ["cafe"]))
    #expect(try isHeld(.cafe, first, by: limited) && !isHeld(.gas, first, by: limited))
    // A download of one tag lacks the places with another tag of the same kind.
    let tagged = try index((first, ["amenity=dentist", "amenity=toilets"]))
    for (word, isHeld) in [
      ("amenity=dentist", true), ("healthcare=dentist", false), ("dentist", false), ("toilets", true),
    ] {
      let query = try PlaceQuery(categories: [PlaceCategory(word: word)], area: first)
      #expect((tagged.gap(for: query) == nil) == isHeld, "\(word)")
    }
  }

  @Test func `an input that was read several times covers the areas of each reading`() throws {
    let (first, second) = (try circle(37, 127, 1_000), try circle(35, 129, 1_000))
    typealias Claim = (area: SearchArea?, words: [String])
    func index(_ claims: Claim...) throws -> PlaceIndex {
      let builder = PlaceIndexBuilder()
      for claim in claims {
        builder.begin(IndexInput("nl"))
        // In the order of an archive: the input, then its contents.
        builder.begin(IndexInput("nl"))
        guard claim.area != nil || !claim.words.isEmpty else { continue }
        builder.changeClaim { input in
          input.coverage = claim.area.map { [$0] } ?? []
          input.coveredCategories = claim.words
        }
      }
      return try builder.makeIndex()
    }
    func isHeld(_ group: CategoryGroup, _ area: SearchArea, by index: PlaceIndex) throws -> Bool {
      index.gap(for: try PlaceQuery(categories: [.group(group)], area: area)) == nil
    }
    let alike = try index((first, ["any"]), (second, ["any"]))
    #expect(try isHeld(.gas, first, by: alike) && isHeld(.gas, second, by: alike))
    let same = try index((first, ["cafe"]), (first, ["gas"]))
    #expect(try isHeld(.gas, first, by: same) && isHeld(.cafe, first, by: same) && !isHeld(.bank, first, by: same))
    for others: [Claim] in [[(second, ["gas"])], [(second, ["any"])], [(nil, ["any"])], [(nil, [])]] {
      for claims in [[(first, ["cafe"])] + others, others + [(first, ["cafe"])]] {
        let index = try index(claims[0], claims[1])
        #expect(try !isHeld(.gas, first, by: index) && !isHeld(.bank, first, by: index), "\(claims)")
        #expect(try others[0].area != nil || isHeld(.cafe, first, by: index), "\(claims)")
      }
    }
    let narrow = try index((nil, ["any"]), (nil, ["cafe"]))
    #expect(try isHeld(.cafe, first, by: narrow) && !isHeld(.gas, first, by: narrow))
  }

  @Test func `elements without a coordinate are counted by input and make results incomplete`() throws {
    var description = IndexDescription()
    description.coverage = [try box(126, 37, 128, 38)]
    description.inputs = [IndexInput("a"), IndexInput("b")]
    description.inputs[1].unplacedCount = 3
    (description.release, description.latestRelease) = ("2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z")
    let builder = PlaceIndexBuilder(description: description)
    let index = try builder.makeIndex()
    #expect(index.description.coverage == description.coverage)
    #expect(index.description.inputs.map(\.coverage) == [description.coverage, description.coverage])
    #expect(index.summary.inputs.map(\.unplacedCount) == [0, 3])
    #expect(index.summary.latestRelease == "2026-11-22T00:00:00Z")
    let query = try PlaceQuery(categories: [.group(.cafe)], area: try circle(37.5, 127, 1_000))
    #expect(index.gap(for: query) == nil && index.shortfall(for: query) == .unplaced(3))
    let beyond = try PlaceQuery(categories: [.group(.cafe)], area: try circle(35, 127, 1_000))
    #expect(index.shortfall(for: beyond) == index.gap(for: beyond))
  }

  @Test func `without a coverage, rows without a coordinate do not affect completeness`() throws {
    var description = IndexDescription()
    description.inputs = [IndexInput("a")]
    description.inputs[0].unplacedCount = 3
    let index = try PlaceIndexBuilder(description: description).makeIndex()
    let query = try PlaceQuery(categories: [.group(.cafe)], area: try circle(37.5, 127, 1_000))
    #expect(index.shortfall(for: query) == nil)
  }

  private static let remark = #"runtime error: Query timed out in "query" at line 3 after 26 seconds."#

  private static let responses = [
    #"{"version":0.6,"osm3s":{},"elements":[{"type":"node","id":1,"lat":50,"lon":10,"tags":{"amenity":"cafe"}}],"#
      + #""remark":"runtime error: Query timed out in \"query\" at line 3 after 26 seconds."}"#,
    #"{"remark":"runtime error: Query timed out in \"query\" at line 3 after 26 seconds.","osm3s":{},"elements":["#
      + #"{"type":"node","id":1,"lat":50,"lon":10,"tags":{"amenity":"cafe"}}]}"#,
    #"{"version":0.6,"generator":"Overpass API","elements":[{"type":"node","id":1,"lat":50,"lon":10,"tags":"#
      + #"{"amenity":"cafe"}}],"remark":"runtime error: Query timed out in \"query\" at line 3 after 26 seconds."}"#,
    "<osm version=\"0.6\" generator=\"Overpass API\"><node id=\"1\" lat=\"50\" lon=\"10\">"
      + "<tag k=\"amenity\" v=\"cafe\"/></node><remark> runtime error: Query timed out in &quot;query&quot; at line 3 "
      + "after 26 seconds. </remark></osm>",
  ]

  @Test(arguments: responses) func `a truncated response of Overpass makes no result complete`(text: String) throws {
    var importer = PlaceImporter()
    try importer.read(Array(text.utf8), name: "a")
    #expect(importer.inputs.map(\.remark) == [Self.remark])
    let index = try importer.builder.makeIndex()
    let query = try PlaceQuery(categories: [.group(.cafe)], area: try circle(50, 10, 1_000))
    #expect(index.shortfall(for: query) == .cutShort(Self.remark))
    var again = PlaceImporter()
    try again.read(index)
    #expect(try again.builder.makeIndex().shortfall(for: query) == .cutShort(Self.remark))
  }

  @Test(arguments: [
    #"{"version":0.6,"osm3s":{},"elements":[{"type":"node","id":1,"lat":50,"lon":10,"tags":{"amenity":"cafe"}}]}"#,
    #"<osm version="0.6" generator="Overpass API"><node id="1" lat="50" lon="10"><tag k="amenity" v="cafe"/></node></osm>"#,
    #"{"version":"0.6","generator":"CGImap","elements":[{"type":"node","id":1,"lat":50,"lon":10,"tags":{"amenity":"cafe"}}]}"#,
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"@id":"node/1","amenity":"cafe"},"#
      + #""geometry":{"type":"Point","coordinates":[10,50]}}]}"#,
    "@type,@id,@lat,@lon,amenity\nnode,1,50,10,cafe\n",
  ])
  func `an extract of OpenStreetMap covers no area unless one is declared`(text: String) throws {
    func index(covering areas: [SearchArea]) throws -> PlaceIndex {
      var description = IndexDescription()
      description.coverage = areas
      var importer = PlaceImporter(description: description)
      try importer.read(Array(text.utf8), name: "a")
      return try importer.builder.makeIndex()
    }
    let area = try circle(50, 10, 1_000)
    let query = try PlaceQuery(categories: [.group(.cafe)], area: area)
    let open = try index(covering: [])
    #expect(open.shortfall(for: query) == .undeclaredCoverage(path: open.path))
    #expect(try index(covering: [area]).shortfall(for: query) == nil)
    // A kind without tags may be there under another tag; a kind with tags isn't.
    let church = PlaceCategory(word: "church")
    for (word, gap) in [
      ("church", PlaceCollection.Gap.untagged(church)), ("toilets", nil), ("any", nil),
      ("place=village", .beyondCategories([.any])),
    ] {
      let query = try PlaceQuery(categories: [PlaceCategory(word: word)], area: area)
      #expect(try index(covering: [area]).shortfall(for: query) == gap, "\(word)")
    }
  }

  @Test(arguments: [
    #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A","amenity":"cafe","#
      + #""description":{"@type":"html","value":"x"}},"geometry":{"type":"Point","coordinates":[10,50]}}]}"#,
    #"{"@graph":[{"@type":"CafeOrCoffeeShop","@id":"https://example.org/1","name":"A","#
      + #""geo":{"@type":"GeoCoordinates","latitude":50,"longitude":10}}]}"#,
    "@type,@id,name,lat,lng\nCafe,1,A,50,10\n", "osm_type,name,lat,lng\n,A,50,10\n",
  ])
  func `a type alone does not make a file an extract of OpenStreetMap`(text: String) throws {
    var importer = PlaceImporter()
    try importer.read(Array(text.utf8), name: "a")
    let query = try PlaceQuery(categories: [.any], area: try circle(50, 10, 1_000))
    #expect(try importer.builder.makeIndex().shortfall(for: query) == nil)
  }

  @Test func `a table may have places of a kind for which OpenStreetMap has no tag`() throws {
    let area = try circle(50, 10, 1_000)
    let query = try PlaceQuery(categories: [PlaceCategory(word: "church")], area: area)
    var description = IndexDescription()
    description.coverage = [area]
    var importer = PlaceImporter(description: description)
    try importer.read(Array("name,category,lat,lng\na,church,50,10\n".utf8), name: "a.csv")
    #expect(try importer.builder.makeIndex().shortfall(for: query) == nil)
  }

  private static let heads: [(head: String, release: String?)] = [
    (#""osm3s":{"timestamp_osm_base":"2026-11-01T07:00:00Z","copyright":"x"},"elements""#, "2026-11-01T07:00:00Z"),
    (#""osm3s":{"timestamp_osm_base":"2026-11-01T07:00:00Z"},"elements""#, "2026-11-01T07:00:00Z"),
    (#""osm3s":{"timestamp_osm_base":"garbage"},"elements""#, nil),
    (
      #""copyright":"from www.openstreetmap.org","timestamp":"2026-11-01T07:00:00Z","features""#,
      "2026-11-01T07:00:00Z"
    ),
    (#""timestamp":"2026-11-01T07:00:00Z","features""#, nil),
  ]

  @Test(arguments: heads)
  func `a response of Overpass has the time that it names`(head: String, release: String?) throws {
    let text = #"{\#(head):[{"type":"node","id":1,"lat":50,"lon":10,"timestamp":"2020-01-01T00:00:00Z","tags":{}}]}"#
    for given in [nil, "2026-10-01"] {
      var description = IndexDescription()
      description.release = given
      var importer = PlaceImporter(description: description)
      try importer.read(Array(text.utf8), name: "a")
      #expect(importer.builder.description.inputs.map(\.release) == [given ?? release])
    }
  }

  @Test func `another remark does not mark a response as truncated`() throws {
    for text in [
      #"{"type":"FeatureCollection","features":[],"remark":"runtime error: x"}"#,
      #"{"osm3s":{},"elements":[],"remark":" "}"#,
      #"{"osm3s":{},"elements":[{"type":"node","id":1,"lat":50,"lon":10,"tags":{"amenity":"cafe","remark":"runtime error: x"}}]}"#,
    ] {
      var importer = PlaceImporter()
      try importer.read(Array(text.utf8), name: "a")
      #expect(importer.inputs.map(\.remark) == [nil])
    }
  }

  @Test func `the members after many elements of an Overpass response are read`() throws {
    let element = #"{"id":1,"lat":50,"lon":10,"tags":{"amenity":"cafe"},"type":"node"},"#
    let text =
      #"{"elements":["# + String(repeating: element, count: 1_000).dropLast()
      + #"],"generator":"Overpass API","osm3s":{"copyright":"x","timestamp_osm_base":"2026-11-01T07:00:00Z"},"#
      + #""remark":"runtime error: x","version":0.6}"#
    var importer = PlaceImporter()
    try importer.read(Array(text.utf8), name: "a")
    let input = try #require(importer.builder.description.inputs.first)
    #expect(input.remark == "runtime error: x" && input.isExtract && input.release == "2026-11-01T07:00:00Z")
    #expect(input.attribution == OpenStreetMapNotice.attribution && input.license == OpenStreetMapNotice.license)
  }

  /// Two rows with the ids from a number.
  private static func rows(from id: Int = 1) -> String {
    (id..<id + 2).map { #"{"id":"\#($0)","name":"a","lat":50,"lng":10,"total":9}"# }.joined(separator: ",")
  }

  private static let pages: [(text: String, remark: String?)] = [
    (#"{"exceededTransferLimit":true,"features":[ROWS]}"#, "exceededTransferLimit: true, rows: 2"),
    (#"{"features":[ROWS],"exceededTransferLimit":true}"#, "exceededTransferLimit: true, rows: 2"),
    (#"{"properties":{"exceededTransferLimit":true},"features":[ROWS]}"#, "exceededTransferLimit: true, rows: 2"),
    (#"{"exceededTransferLimit":false,"features":[ROWS]}"#, nil),
    (#"{"features":[ROWS],"numberMatched":3,"numberReturned":2}"#, "numberMatched: 3, rows: 2"),
    (#"{"features":[ROWS],"numberMatched":2,"links":[{"rel":"next","href":"x"}]}"#, nil),
    (#"{"features":[ROWS],"numberMatched":"unknown"}"#, nil),
    (#"{"links":[{"rel":"self"},{"href":"x","rel":"next"}],"features":[ROWS]}"#, "links: next, rows: 2"),
    (#"{"links":[{"rel":"self"}],"features":[ROWS]}"#, nil),
    (#"{"_links":{"next":{"href":"x"}},"places":[ROWS]}"#, "links: next, rows: 2"),
    (#"{"next_page_token":"secret","results":[ROWS]}"#, "next_page_token, rows: 2"),
    (#"{"next":null,"previous":null,"count":9,"results":[ROWS]}"#, "count: 9, rows: 2"),
    (#"{"next":"https://x/?key=secret","count":9,"results":[ROWS]}"#, "count: 9, rows: 2"),
    (#"{"next":"https://x/?key=secret","count":2,"results":[ROWS]}"#, "next, rows: 2"),
    (#"{"documents":[ROWS],"meta":{"is_end":false}}"#, "is_end: false, rows: 2"),
    (#"{"meta":{"is_end":true,"total_count":3},"documents":[ROWS]}"#, "total_count: 3, rows: 2"),
    (#"{"businesses":[ROWS],"total":3,"region":{"center":{"latitude":50,"longitude":10}}}"#, "total: 3, rows: 2"),
    (#"{"summary":{"total":3,"cafes":2},"places":[ROWS]}"#, nil),
    (#"{"page":{"total":"3","current":"1"},"places":[ROWS]}"#, nil),
    (
      #"{"response":{"header":{"resultCode":"00"},"body":{"items":[ROWS],"numOfRows":2,"pageNo":1,"totalCount":"3"}}}"#,
      "totalCount: 3, rows: 2"
    ),
    (#"{"x":{"list_total_count":3,"row":[ROWS]}}"#, "list_total_count: 3, rows: 2"),
    (#"{"x":[{"head":[{"list_total_count":9}]},{"row":[ROWS]}]}"#, "list_total_count: 9, rows: 3"),
    (#"{"hits":{"total":{"value":3,"relation":"eq"},"hits":[ROWS]}}"#, "total: 3, rows: 2"),
    (#"{"hits":{"total":{"value":2,"relation":"eq"},"hits":[ROWS]}}"#, nil),
    (#"{"hits":{"total":{"value":2,"relation":"gte"},"hits":[ROWS]}}"#, "total: gte, rows: 2"),
    (#"{"success":true,"result":{"records":[ROWS],"_links":{"next":"/x"},"total":2}}"#, nil),
    (#"{"total":4,"rows":[ROWS]}{"total":4,"rows":[NEXT]}"#, nil),
    (#"{"total":2,"has_more":true,"rows":[ROWS]}"#, "has_more: true, rows: 2"),
    (#"{"total":4,"rows":[ROWS]}{"total":4,"rows":[ROWS]}"#, "total: 4, a page repeated, rows: 4"),
    (#"{"total":3,"rows":[ROWS]}{"total":4,"rows":[NEXT]}"#, "total: 3, total: 4, rows: 4"),
    (#"{"has_more":true,"rows":[ROWS]}{"has_more":false,"rows":[NEXT]}"#, nil),
  ]

  /// Members next to two rows, and the sign of a missing page.
  private static let signs: [(members: String, sign: String?)] = [
    // Numbers of rows.
    (#""count":3"#, "count: 3"),
    (#""@odata.count":3"#, "@odata.count: 3"),
    (#""hydra:totalItems":3"#, "hydra:totalItems: 3"),
    (#""opensearch:totalResults":"3""#, "opensearch:totalResults: 3"),
    (#""numFound":3,"start":0"#, "numFound: 3"),
    (#""nbHits":3,"hitsPerPage":2"#, "nbHits: 3"),
    (#""iTotalRecords":3,"iTotalDisplayRecords":3"#, "iTotalRecords: 3"),
    (#""recordsTotal":3,"recordsFiltered":3"#, "recordsTotal: 3"),
    (#""items_total":3"#, "items_total: 3"),
    (#""totalNumberOfRecords":3"#, "totalNumberOfRecords: 3"),
    (#""Total-Results-Count":3"#, "Total-Results-Count: 3"),
    (#""limit":2,"offset":0,"count":3"#, "count: 3"),
    (#""resultCount":3"#, "resultCount: 3"),
    (#""meta":{"count":3}"#, "count: 3"),
    (#""count":2"#, nil),
    (#""count":2,"limit":2,"offset":0"#, nil),
    (#""@odata.count":2"#, nil),
    (#""numFound":2,"start":0,"numFoundExact":true"#, nil),
    (#""totalBikes":300,"total_capacity":300,"subtotal":300"#, nil),
    (#""numOfRows":1000,"pageNo":1,"totalCount":2"#, nil),
    (#""stats":{"count":300},"summary":{"count":300}"#, nil),
    // Numbers of pages.
    (#""page":1,"total_pages":2"#, "total_pages: 2, pages: 1"),
    (#""page":2,"totalPages":2"#, "totalPages: 2, pages: 1"),
    (#""current_page":1,"last_page":2"#, "last_page: 2, pages: 1"),
    (#""nbPages":2"#, "nbPages: 2, pages: 1"),
    (#""pageCount":"2""#, "pageCount: 2, pages: 1"),
    (#""pages":2,"count":2"#, "pages: 2, pages: 1"),
    (#""pagination":{"page":1,"pageCount":2}"#, "pageCount: 2, pages: 1"),
    (#""page":{"number":0,"totalPages":2}"#, "totalPages: 2, pages: 1"),
    (#""total_pages":2,"per_page":2"#, "total_pages: 2, pages: 1"),
    (#""page":1,"total_pages":1"#, nil),
    (#""page":0,"totalPages":0"#, nil),
    (#""total_pages":2,"per_page":1"#, nil),
    (#""total_pages":2,"total":2"#, nil),
    // Booleans.
    (#""last":false"#, "last: false"),
    (#""isLast":false"#, "isLast: false"),
    (#""lastPage":"False""#, "lastPage: False"),
    (#""is_last_page":false"#, "is_last_page: false"),
    (#""done":false"#, "done: false"),
    (#""has_more":1"#, "has_more: 1"),
    (#""hasMoreRecords":true"#, "hasMoreRecords: true"),
    (#""isTruncated":true"#, "isTruncated: true"),
    (#""first":false,"last":true"#, "first: false"),
    (#""pageInfo":{"hasNextPage":false,"hasPreviousPage":true}"#, "hasPreviousPage: true"),
    (#""last":true,"first":true,"isLast":true,"done":true,"hasMore":false,"truncated":0"#, nil),
    // Links and tokens.
    (#""@odata.nextLink":"https://x/?$skip=2""#, "@odata.nextLink"),
    (#""nextUrl":"/x?page=2""#, "nextUrl"),
    (#""next_url":"/x?page=2""#, "next_url"),
    (#""next_page_url":"/x?page=2""#, "next_page_url"),
    (#""nextHref":"/x""#, "nextHref"),
    (#""nextCursorMark":"AoE""#, "nextCursorMark"),
    (#""next_results":"?max_id=2""#, "next_results"),
    (#""nextRecordsUrl":"/x""#, "nextRecordsUrl"),
    (#""offset":"itrA/recB""#, "offset"),
    (#""LastEvaluatedKey":{"id":"2"}"#, "LastEvaluatedKey"),
    (#""response_metadata":{"next_cursor":"x"}"#, "next_cursor"),
    (#""pagination":{"next":2}"#, "next"),
    (#""pagination":{"next":{"page":2,"limit":2}}"#, "next"),
    (#""hydra:view":{"hydra:next":"/x?page=2"}"#, "view: next"),
    (#""links":{"next":"/x?page=2"}"#, "links: next"),
    (#""links":[{"rel":"prev","href":"/x"}]"#, "links: previous"),
    (#""previous":"https://x/?page=1","next":null"#, "previous"),
    (#""prev_page_url":"/x?page=1","next_page_url":null"#, "prev_page_url"),
    (#""previous":"https://x/?page=1","next":null,"count":2"#, nil),
    (#""next":null,"nextUrl":"","next_page":null,"nextOffset":0,"offset":0,"nextPageToken":null"#, nil),
    (#""next":"Gangnam","nextUpdate":"2026-12-01T00:00:00Z","next_id":57,"nextSyncToken":"x","offset":"+09:00""#, nil),
    (#""links":{"self":"/x","next":null},"pagination":{"next":null,"prev":null}"#, nil),
  ]

  @Test(arguments: signs)
  func `signs of a page have many spellings`(members: String, sign: String?) throws {
    for text in [#"{\#(members),"places":[ROWS]}"#, #"{"places":[ROWS],\#(members)}"#] {
      var importer = PlaceImporter()
      try importer.read(Self.page(text), name: "a")
      #expect(importer.inputs.map(\.remark) == [sign.map { "\($0), rows: 2" }])
    }
  }

  @Test(arguments: [
    (#"{"pages":2,"page":1,"rows":[ROWS]}{"pages":2,"page":2,"rows":[NEXT]}"#, nil),
    (#"{"pages":3,"page":1,"rows":[ROWS]}{"pages":3,"page":2,"rows":[NEXT]}"#, "pages: 3, pages: 2, rows: 4"),
    (#"{"next":"/2","rows":[ROWS]}{"previous":"/1","next":null,"rows":[NEXT]}"#, nil),
    (#"{"count":4,"next":"/2","rows":[ROWS]}{"count":4,"previous":"/1","next":null,"rows":[NEXT]}"#, nil),
    (#"{"count":5,"next":"/2","rows":[ROWS]}{"count":5,"next":null,"rows":[NEXT]}"#, "count: 5, rows: 4"),
  ])
  func `a file with all pages of a response is complete`(text: String, remark: String?) throws {
    var importer = PlaceImporter()
    try importer.read(Self.page(text), name: "a")
    #expect(importer.inputs.map(\.remark) == [remark])
  }

  private static func page(_ text: String) -> [UInt8] {
    Array(text.replacing("ROWS", with: rows()).replacing("NEXT", with: rows(from: 3)).utf8)
  }

  @Test(arguments: pages) func `a page of a response makes no result complete`(text: String, remark: String?) throws {
    var importer = PlaceImporter()
    try importer.read(Self.page(text), name: "a")
    #expect(importer.inputs.map(\.remark) == [remark])
    #expect(importer.builder.description.inputs.map(\.remark) == [remark])
  }

  @Test(arguments: [
    ([#"{"total":4,"rows":[ROWS]}"#, #"{"rows":[NEXT],"total":4}"#], true),
    ([#"{"total":4,"rows":[ROWS]}"#, #"{"total":4,"rows":[ROWS]}"#], false),
    ([#"{"total":5,"rows":[ROWS]}"#, #"{"total":5,"rows":[NEXT]}"#], false),
    ([#"{"total":4,"rows":[ROWS]}"#, #"{"totalCount":4,"rows":[NEXT]}"#], false),
    ([#"{"count":4,"next":"/2","rows":[ROWS]}"#, #"{"count":4,"previous":"/1","rows":[NEXT]}"#], true),
    ([#"{"pages":4,"rows":[ROWS]}"#, #"{"pages":4,"rows":[NEXT]}"#], false),
  ])
  func `files with all pages of a response are complete`(texts: [String], isComplete: Bool) throws {
    var importer = PlaceImporter()
    for (number, text) in texts.enumerated() { try importer.read(Self.page(text), name: "\(number)") }
    #expect(importer.inputs.allSatisfy { $0.remark == nil } == isComplete)
    #expect(importer.builder.description.settledInputs.allSatisfy { $0.remark == nil } == isComplete)
  }

  @Test(arguments: [
    ([#"{"total":4,"rows":[ROWS]}"#, #"{"rows":[NEXT],"total":4}"#], true),
    ([#"{"total":4,"rows":[ROWS]}"#, #"{"total":4,"rows":[ROWS]}"#], false),
    ([#"{"total":5,"rows":[ROWS]}"#, #"{"total":5,"rows":[NEXT]}"#], false),
  ])
  func `an index is complete while it has all pages of a response`(texts: [String], isComplete: Bool) throws {
    var index: PlaceIndex?
    for (number, text) in texts.enumerated() {
      var importer = PlaceImporter()
      if let index { try importer.read(index, isTrusted: true) }
      try importer.read(Self.page(text), name: "\(number)")
      index = try importer.builder.makeIndex()
    }
    let whole = try #require(index)
    #expect(whole.summary.inputs.allSatisfy { $0.remark == nil } == isComplete)
    #expect((whole.dataGap == nil) == isComplete)
    var importer = PlaceImporter()
    try importer.read(whole, without: ["1"], isTrusted: true)
    let rest = try importer.builder.makeIndex()
    #expect(rest.summary.inputs.map(\.remark) == ["total: \(texts[0].contains("5") ? 5 : 4), rows: 2"])
    #expect(rest.dataGap != nil)
  }

  @Test func `an index of several inputs has the earliest and the latest release`() {
    func joined(_ one: String?, _ other: String?, until last: String? = nil) -> [String?] {
      var description = IndexDescription()
      description.addRelease(one, until: nil)
      description.addRelease(other, until: last)
      return [description.release, description.latestRelease]
    }
    let days = (20...22).map { "2026-11-\($0)T00:00:00Z" }
    #expect(joined(nil, days[0], until: days[1]) == [days[0], days[1]])
    #expect(joined(days[2], days[0], until: days[1]) == [days[0], days[2]])
    #expect(joined(days[1], days[1]) == [days[1], nil])
    #expect(joined(days[1], nil) == [days[1], nil])
    #expect(joined("spring", days[1]) == ["spring", nil])
    #expect(joined(days[1], "spring") == [days[1], nil])
  }

  @Test func `a query within the coverage has no gap, and a query beyond or outside it has one`() throws {
    let coverage = [try box(126, 37, 128, 38), try circle(35.1, 129, 20_000)]
    let index = try index(covering: coverage)
    #expect(index.description.coverage == coverage)
    #expect(index.summary.coverage == coverage)
    for area in [
      try circle(37.5, 127, 1_000), try circle(35.1, 129, 20_000), try circle(35.15, 129, 10_000),
      try box(126, 37, 128, 38), try box(128.95, 35.05, 129.05, 35.15),
    ] {
      #expect(index.gap(in: area) == nil, "\(area)")
    }
    for area in [
      try circle(37.5, 127, 90_000), try circle(37.995, 127, 1_000), try circle(35.15, 129, 15_000),
      try box(126, 37, 128.1, 38), try box(128.8, 35.1, 129, 35.2), .anywhere(center: nil),
    ] {
      #expect(index.gap(in: area) == .beyondCoverage(coverage), "\(area)")
    }
    for area in [try circle(0, 0, 1_000), try circle(36.3, 127, 1_000), try box(129, 37, 130, 38)] {
      #expect(index.gap(in: area) == .outsideCoverage(coverage), "\(area)")
    }
  }

  @Test func `a coverage may cross the antimeridian, or be the whole Earth`() throws {
    let pacific = try index(covering: [try box(170, -20, -170, 20)])
    #expect(pacific.gap(in: try circle(0, 179.999, 1_000)) == nil)
    #expect(pacific.gap(in: try box(175, -5, -175, 5)) == nil)
    #expect(pacific.gap(in: try box(-175, -5, 175, 5)) != nil)
    #expect(pacific.gap(in: try circle(0, 169.999, 1_000)) != nil)
    let earth = try index(covering: [try box(-180, -90, 180, 90)])
    for area in [try circle(90, 0, 1_000), try box(175, -5, -175, 5), .anywhere(center: nil)] {
      #expect(earth.gap(in: area) == nil, "\(area)")
    }
  }

  @Test func `without a coverage, an area beyond every place has a gap`() throws {
    let index = try index(covering: [])
    let bounds = try #require(index.summary.bounds)
    #expect(index.gap(in: try circle(35.1, 129, 20_000)) == .beyondBounds([bounds]))
    #expect(index.gap(in: try box(-10, 0, 10, 20)) == .beyondBounds([bounds]))
    #expect(index.gap(in: try circle(90, -53, 1_000)) == .beyondBounds([bounds]))
    for area in [try circle(37.5, 127.03, 10), try circle(37.48, 127.02, 2_000), .anywhere(center: nil)] {
      #expect(index.gap(in: area) == nil, "\(area)")
    }
    // The bounding boxes of these areas contain places, but the areas don't.
    let corner = SearchArea.circle(
      center: try Coordinate(latitude: bounds.north + 0.0015, longitude: bounds.east + 0.0018),
      radius: try #require(Distance(meters: 200).flatMap(SearchRadius.init))
    )
    let west = try ring((126, 36), (126.2, 36), (126.2, 39), (126, 39))
    let east = try ring((128, 36), (128.2, 36), (128.2, 39), (128, 39))
    for area in [corner, .polygons(PolygonArea([west, east], name: ""), center: nil)] {
      #expect(area.mayTouch(bounds) && index.gap(in: area) == .beyondBounds([bounds]), "\(area)")
    }
  }

  private func ring(_ corners: (Double, Double)...) throws -> Polygon {
    let points = try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
    return Polygon([points + [try #require(points.first)]])
  }
}
