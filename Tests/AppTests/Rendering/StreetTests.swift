import Domain
import Testing

@testable import App

/// Streets on the page and on the terminal's map.
struct StreetTests {
  /// Returns a grid of streets around Gangnam, `count` in each direction, 50 m apart.
  private static func grid(_ count: Int32, kind: Ground.Kind = .street) -> Ground {
    func point(_ north: Int32, _ east: Int32) -> Ground.Point {
      Ground.Point(latitude: 3_749_790 + north, longitude: 12_702_760 + east)
    }
    let numbers = (-count...count).map { $0 * 50 }
    let reach = count * 50
    return Ground(
      numbers.flatMap { number in
        [
          Ground.Feature(kind, name: "가로\(number)", points: [point(number, -reach), point(number, reach)]),
          Ground.Feature(kind, name: nil, points: [point(-reach, number), point(reach, number)]),
        ]
      },
      attribution: "© the streets"
    )
  }

  private func result(_ ground: Ground) throws -> PlaceResult {
    var result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: 5))
    result.ground.ground = ground
    return result
  }

  private func page(_ ground: Ground) throws -> String {
    var text = ""
    var output = ChunkedOutput { bytes throws(FileFailure) in text += String(decoding: bytes, as: UTF8.self) }
    try ResultPage().write(try result(ground), to: &output)
    try output.flush()
    return text
  }

  private func lines(_ ground: Ground, _ glyphs: MapGlyphs = .unicode) throws -> String {
    ResultMap(window: MapWindow(width: 120, height: 40, glyphs: glyphs, isColored: false))
      .lines(of: try result(ground)).joined(separator: "\n")
  }

  @Test func `a page has the streets, their names and their attribution`() throws {
    let page = try page(Self.grid(4))
    #expect(page.contains("\"names\":[[\"가로") && page.contains("<text class=\"street\" transform=\"translate("))
    #expect(page.split(separator: "<path id=\"k-street\"").count == 2, "the drawing and the canvas share paths")
    #expect(page.contains("streets: © the streets"))
    #expect(page.contains("<use href=\"#k-street\" class=\"k-road\""))
    #expect(try self.page(.none).contains("\"names\":[]"))
  }

  @Test(arguments: [500, 5_000])
  func `however many streets there are, a page grows by at most 60 kB`(count: Int32) throws {
    let size = try page(.none).utf8.count
    #expect(try page(Self.grid(count)).utf8.count < size + 60_000)
  }

  @Test func `thousands of ponds leave room for the roads`() throws {
    let ponds = (0..<3_000 as Range<Int32>).map { number in
      let (north, east) = (3_749_790 + (number / 60 - 25) * 40, 12_702_760 + (number % 60 - 30) * 40)
      let corners = [(0, 0), (0, 30), (30, 30), (30, 0)].map { (rise: Int32, run: Int32) in
        Ground.Point(latitude: north + rise, longitude: east + run)
      }
      return Ground.Feature(.water, name: nil, points: corners)
    }
    let road = Self.grid(10, kind: .motorway).features
    let page = try page(Ground(ponds + road))
    #expect(page.contains("<path id=\"k-water\"") && page.contains("<path id=\"k-motorway\""))
    #expect(try page.utf8.count < self.page(.none).utf8.count + 60_000)
  }

  @Test func `areas with too many points lose details instead of tiles`() throws {
    let forests = (0..<100 as Range<Int32>).map { number in
      let (north, east) = (3_749_790 + (number / 10 - 5) * 200, 12_702_760 + (number % 10 - 5) * 200)
      // A jagged edge in the south, and straight ones elsewhere.
      let south = (0..<200 as Range<Int32>).map { step in
        Ground.Point(latitude: north + step % 2 * 3, longitude: east + step)
      }
      let corners = [200, 0].map { Ground.Point(latitude: north + 200, longitude: east + $0) }
      return Ground.Feature(.park, name: nil, points: south + corners)
    }
    let page = try page(Ground(forests))
    let path = try #require(page.split(separator: "<path id=\"k-park\" d=\"").dropFirst().first?.prefix { $0 != "\"" })
    #expect(path.split(separator: "z").count == 100)
    #expect(try page.utf8.count < self.page(.none).utf8.count + 60_000)
  }

  @Test(arguments: [1, 8]) func `the name of a bent street is on it`(scale: Int32) throws {
    let bend = (-20...20 as ClosedRange<Int32>).map { step in
      Ground.Point(latitude: 3_749_790 + step * step / 2 * scale, longitude: 12_702_760 + step * 10 * scale)
    }
    let radius = try #require(Distance(meters: 2_000).flatMap { SearchRadius($0) })
    let area = SearchArea.circle(center: .gangnam, radius: radius)
    let frame = PageDrawing.frame(of: area, [])
    let street = Ground.Feature(.primary, name: "굽은길", points: bend)
    let name = try #require(PageGround(Ground([street]), in: frame).names.first)
    let middle = SIMD2(name.start.east + name.end.east, name.start.north + name.end.north) / 2
    let points = bend.map { frame.point(of: $0.coordinate) }.map { SIMD2($0.east, $0.north) }
    var nearest = Double.infinity
    for (start, end) in zip(points, points.dropFirst()) {
      for part in 0...20 {
        let way = start + (end - start) * (Double(part) / 20) - middle
        nearest = min(nearest, (way * way).sum().squareRoot())
      }
    }
    #expect(nearest < 4 * frame.metersPerDot)
  }

  /// The sea east of Gangnam with an island of 200 by 200 units, and a coast of many points.
  private static func sea(_ count: Int32) -> Ground {
    func point(_ north: Int32, _ east: Int32) -> Ground.Point {
      Ground.Point(latitude: 3_749_790 + north, longitude: 12_702_760 + east)
    }
    let coast = (0..<count).map { point(3_000 - 6_000 / count * $0, $0 % 2 * 5) }
    var ground = Ground.none
    ground.sea = [
      coast + [point(-3_000, 3_000), point(3_000, 3_000)],
      [point(100, 300), point(100, 500), point(-100, 500), point(-100, 300)],
    ]
    return ground
  }

  @Test func `a page has the sea with its islands, as precisely as there is room`() throws {
    let page = try page(Self.sea(2))
    let path = try #require(page.split(separator: "<path id=\"k-water\" d=\"").dropFirst().first?.prefix { $0 != "\"" })
    #expect(path.split(separator: "z").count == 2, "\(path)")
    #expect(page.contains("<use href=\"#k-water\" class=\"k-water\""))
    let isSmall = try self.page(Self.sea(6_000)).utf8.count < self.page(.none).utf8.count + 60_000
    #expect(isSmall)
  }

  @Test(arguments: [MapGlyphs.unicode, .ascii]) func `a terminal shows the sea without its islands`(glyphs: MapGlyphs) {
    let viewport = MapViewport(center: .gangnam, metersPerDot: 10)
    let frame = MapFrame(viewport: viewport, width: 60, height: 20)
    let map = MapDrawing.streets(of: Self.sea(2), in: frame, glyphs).lines
    func isWater(_ column: Int, _ row: Int) -> Bool { map[column, row].text != " " }
    #expect(!(0..<29).contains { isWater($0, 10) } && (31..<43).allSatisfy { isWater($0, 10) })
    // The island is 27 to 44 dots east of the middle, and 11 dots north and south of it.
    #expect(!(45..<51).contains { isWater($0, 10) } && (54..<60).allSatisfy { isWater($0, 10) })
    #expect((45..<51).allSatisfy { isWater($0, 2) && isWater($0, 17) })
    #expect(map[35, 10].style.color == .blue && (map[35, 10].text == "~") == (glyphs == .ascii))
  }

  @Test func `a path has relative coordinates in metres to the south, each point once`() throws {
    var bytes: [UInt8] = []
    let points = [(0.2, 0.4), (10, -20), (10.3, -20.1), (7, -20), (7, 0), (-3, 5)].map {
      MapProjection.Point(east: $0.0, north: $0.1)
    }
    bytes.appendPath(points, isClosed: true)
    bytes.appendPath(points, unit: 10)
    // Points on a straight line are left out.
    bytes.appendPath([0, 3, 6, 9, 6].map { MapProjection.Point(east: $0, north: 2 * $0) })
    #expect(String(decoding: bytes, as: UTF8.self) == "M0 0l10 20-3 0 0-20-10-5zM0 0l10 20 0-20-10-10M0 0l9-18-3 6")
  }

  @Test func `a terminal shows streets, the names of main ones, and fewer from afar`() throws {
    let bare = try lines(.none)
    let dots = { (text: String) in
      text.unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }.map { ($0.value & 0xFF).nonzeroBitCount }
        .reduce(0, +)
    }
    #expect(try dots(lines(Self.grid(10, kind: .tertiary))) > dots(bare) + 100)
    #expect(try !lines(Self.grid(10)).contains("가로"))
    #expect(try lines(Self.grid(10, kind: .primary)).contains("가로"))
    #expect(
      try lines(Self.grid(10, kind: .tertiary), .ascii).utf8.count { $0 == UInt8(ascii: ":") }
        > bare.utf8.count { $0 == 0x3A }
    )
    for number in 1...5 { #expect(try lines(Self.grid(10, kind: .primary)).contains("\(number) ")) }
    func map(_ kind: Ground.Kind, _ metersPerDot: Double) -> String {
      let viewport = MapViewport(center: .gangnam, metersPerDot: metersPerDot)
      let frame = MapFrame(viewport: viewport, width: 60, height: 20)
      let map = MapDrawing.streets(of: Self.grid(10, kind: kind), in: frame, .unicode).lines
      return map.lines(isColored: false).joined()
    }
    #expect(map(.street, 13).allSatisfy { $0 == " " })
    // Minor streets are dotted.
    let (minor, major) = (dots(map(.street, 5)), dots(map(.tertiary, 5)))
    #expect(minor > 200 && minor < major * 3 / 4, "\(minor) \(major)")
  }
}
