import Domain
import TestSupport
import Testing

@testable import App

struct MapTests {
  private func lines(_ result: PlaceResult, _ width: Int, _ height: Int?, _ glyphs: MapGlyphs = .unicode) -> [String] {
    ResultMap(window: MapWindow(width: width, height: height, glyphs: glyphs, isColored: false)).lines(of: result)
  }

  @Test(arguments: [(37.4979, 127.0276), (-80.0, 0.5), (0.0, -179.9), (89.0, 10.0)])
  func `the plane keeps distance and direction, there and back`(latitude: Double, longitude: Double) throws {
    let projection = MapProjection(center: try Coordinate(latitude: latitude, longitude: longitude))
    for point in [
      MapProjection.Point(east: 0, north: 0), .init(east: 100, north: -200), .init(east: -20_000, north: 5_000),
      .init(east: 1_000_000, north: 2_000_000),
    ] {
      let back = projection.point(of: projection.coordinate(at: point))
      #expect(abs(back.east - point.east) < 0.1 && abs(back.north - point.north) < 0.1, "\(point) \(back)")
    }
  }

  @Test func `a degree on a great circle is its length`() throws {
    let projection = MapProjection(center: try Coordinate(latitude: 0, longitude: 0))
    let point = projection.point(of: try Coordinate(latitude: 0, longitude: 90))
    #expect(abs(point.east - 10_007_557) < 1)
    #expect(abs(point.north) < 1e-6)
  }

  @Test(arguments: [(60, 20), (80, 24), (99, 30), (100, 24), (200, 50)])
  func `every line fits the window, and a default result is listed completely`(width: Int, height: Int) throws {
    let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: 15))
    for glyphs in [MapGlyphs.unicode, .ascii] {
      let lines = lines(result, width, height, glyphs)
      #expect(lines.count == height - 1)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
      let text = lines.joined(separator: "\n")
      for number in 1...15 { #expect(text.contains("\(number) 카페 한글 \(number)"), "\(number)") }
      #expect(text.contains("1 km"))
      #expect(text.contains(glyphs.north))
      #expect(text.contains(glyphs.center))
      #expect(!text.contains("more not listed"))
    }
  }

  @Test func `a locale without UTF-8 gets lines of ASCII`() async throws {
    let places = FoundPlace.around(.gangnam, count: 3, name: "cafe")
    let run = Run(environment: ["LANG": "C"], provider: StubProvider(.success(.collection(places, source: .sample))))
    let output = await run("-c cafe --at 37.4979,127.0276 -f map").output
    #expect(output.utf8.allSatisfy { $0 < 0x80 })
    var utf8 = run
    utf8.environment = ["LANG": "ko_KR.UTF-8"]
    #expect(await utf8("-c cafe --at 37.4979,127.0276 -f map").output.contains("⠈"))
  }

  @Test func `places in one cell are one marker with their number`() throws {
    let result = try PlaceResult.samples(Array(repeating: FoundPlace.around(.gangnam, count: 1)[0], count: 7))
    for (glyphs, sign) in [(MapGlyphs.unicode, "×7"), (.ascii, "x7")] {
      let text = lines(result, 80, 24, glyphs).joined()
      #expect(text.contains(sign) && text.contains("5 카페 한글 1 ") && text.contains("2 more"), "of one spot")
    }
  }

  @Test(arguments: [24, 40, 60]) func `a narrow title has the count`(width: Int) throws {
    let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: 500), totalCount: 900)
    #expect(lines(result, width, 24)[0].contains("500 of 900 places"))
  }

  @Test func `an empty map has the whole reason at any width`() throws {
    var result = try PlaceResult.samples([])
    result.emptySentence = "Nothing found within 1.5 km. The coverage of the extract isn't declared."
    // The whole sentence, whatever its length.
    for width in [20, 60, 200] {
      let text = lines(result, width, 24).suffix(8).map { $0.split(separator: " ").joined(separator: " ") }
        .joined(separator: " ")
      #expect(text.contains("Nothing found within 1.5 km. The coverage of the extract isn't declared."), "\(text)")
    }
  }

  @Test func `a map for which no places were requested does not claim that there are none`() throws {
    for (count, isEmpty) in [(26, false), (0, true)] {
      let found = try PlaceResult.samples([], totalCount: count)
      let result = PlaceResult(found.collection, to: found.query.limited(to: .nothing))
      #expect(lines(result, 60, 24).joined().contains("Nothing found.") == isEmpty)
    }
  }

  @Test func `a name is nearer to its own number than to another one`() throws {
    for count in 2...60 {
      let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: count))
      for line in lines(result, 80, 24) {
        // The map, left of the list.
        let map = line.prefix(44)
        #expect(!map.contains(/[0-9] 카페 한글 [0-9]+ [×0-9]/), "\(line)")
      }
    }
  }

  @Test func `places beyond the list are counted`() throws {
    let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: 500), totalCount: 900)
    let lines = lines(result, 80, 24)
    #expect(lines.count == 23)
    #expect(lines[0].contains("500 of 900 places"))
    let listed = (1...500).count { number in lines.contains { $0.contains("\(number) 카페 한글 \(number) ") } }
    #expect(listed > 0 && lines.last?.contains("\(500 - listed) more not listed: -f table") == true)
    let whole = self.lines(result, 80, nil)
    #expect(whole.joined().contains("500 카페 한글 500"))
    let wide = self.lines(result, 120, nil)
    #expect(wide.joined().contains("500 카페 한글 500"))
    #expect(wide.firstIndex { $0.contains(MapGlyphs.unicode.center) }.map { $0 < 25 } == true, "the map comes first")
  }

  @Test func `markers never cover each other`() {
    var clusters = MarkerClusters(width: 40, height: 10, labelWidth: 4)
    var random = SeededRandom(1)
    for position in 0..<400 {
      clusters.add(position, column: .random(in: -2..<42, using: &random), row: .random(in: 0..<10, using: &random))
    }
    let markers = clusters.markers()
    for marker in markers {
      for other in markers where other != marker && other.row == marker.row {
        #expect(abs(other.column - marker.column) > 3)
      }
    }
  }

  @Test func `a marker is found wherever its label is drawn, at an edge too`() {
    let places = FoundPlace.around(.gangnam, count: 15)
    let projection = MapProjection(center: .gangnam)
    for step in 0..<40 {
      let offset = MapProjection.Point(east: Double(step) * 50 - 1_000, north: 0)
      let viewport = MapViewport(center: projection.coordinate(at: offset), metersPerDot: 20)
      let frame = MapFrame(viewport: viewport, width: 30, height: 12)
      var drawing = MapDrawing(glyphs: .unicode, frame: frame, area: .anywhere(center: nil), places: places)
      drawing.selection = step % 15
      var grid = CellGrid(width: 30, height: 12)
      drawing.draw(into: &grid, at: CellRectangle(column: 0, row: 0, width: 30, height: 12))
      // The first line has the north arrow and the last line the scale.
      for row in 1..<11 {
        let hits = (0..<30).map { drawing.position(atColumn: $0, row: row) != nil }
        #expect(hits == (0..<30).map { grid[$0, row].style.isBold }, "step \(step), row \(row)")
      }
    }
  }

  @Test func `the nearest of many are shown large enough to distinguish`() throws {
    let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: 15), totalCount: 400, radius: 20_000)
    let text = lines(result, 80, 24).joined(separator: "\n")
    #expect(!text.contains("×9") && text.contains("500 m"))
  }

  @Test(arguments: [150, 1_000, 20_000, 1_000_000, 20_040_000.0])
  func `a circle of any radius is a map of its places, from the centre to the edge`(radius: Double) throws {
    let projection = MapProjection(center: .gangnam)
    let places = [0.3, 0.6, 0.9].map { part in
      // In the middle of the centre's row; the centre itself is on the row's upper edge.
      let point = MapProjection.Point(east: part * radius, north: -0.05 * radius)
      let place = Place(id: "\(part)", name: "x", coordinate: projection.coordinate(at: point), group: .cafe)
      return FoundPlace(place: place, distance: Distance(meters: part * radius))
    }
    let viewport = MapViewport(area: try Self.circle(radius), places: places, width: 60, height: 20)
    let frame = MapFrame(viewport: viewport, width: 60, height: 20)
    let drawing = MapDrawing(glyphs: .unicode, frame: frame, area: try Self.circle(radius), places: places)
    var grid = CellGrid(width: 60, height: 20)
    drawing.draw(into: &grid, at: CellRectangle(column: 0, row: 0, width: 60, height: 20))
    let middle = try #require((0..<60).first { grid[$0, 10].text == MapGlyphs.unicode.center })
    let columns = try ["1", "2", "3"].map { number in
      try #require((0..<60).first { grid[$0, 10].text == number }, "\(grid.lines(isColored: false))")
    }
    #expect(middle < columns[0] && columns == columns.sorted() && Set(columns).count == 3)
    // Equal distances are equal on the map, within a cell.
    #expect(abs((columns[2] - columns[1]) - (columns[1] - columns[0])) <= 1)
    #expect(grid.lines(isColored: false).joined().contains(DistanceFormatter.short(meters: radius)))
  }

  @Test func `a circle of one metre shows the streets around it`() throws {
    let viewport = MapViewport(area: try Self.circle(1), places: [], width: 60, height: 20)
    #expect(viewport.visibleRadius(width: 60, height: 20) == 150)
  }

  private static func circle(_ meters: Double) throws -> SearchArea {
    .circle(center: .gangnam, radius: try #require(Distance(meters: meters).flatMap(SearchRadius.init)))
  }

  /// Returns a map of an area with 60 columns and 20 rows.
  private func map(of area: SearchArea, _ places: [FoundPlace]) -> CellGrid {
    let viewport = MapViewport(area: area, places: places, width: 60, height: 20)
    let frame = MapFrame(viewport: viewport, width: 60, height: 20)
    var grid = CellGrid(width: 60, height: 20)
    MapDrawing(glyphs: .unicode, frame: frame, area: area, places: places)
      .draw(into: &grid, at: CellRectangle(column: 0, row: 0, width: 60, height: 20))
    return grid
  }

  @Test func `a rectangle is drawn with its four edges, over the antimeridian too`() throws {
    let box = try BoundingBox(west: 179.99, south: -0.005, east: -179.99, north: 0.005)
    let grid = map(of: .box(box, center: nil), [])
    func isLine(_ column: Int, _ row: Int) -> Bool {
      grid[column, row].text.unicodeScalars.first.map { (0x2801...0x28FF).contains($0.value) } ?? false
    }
    // Two kilometres wide and one high: as wide as the map, and half as high as wide.
    let rows = (0..<20).filter { row in (10..<50).count { isLine($0, row) } >= 38 }
    #expect(rows.count == 2)
    let (top, bottom) = (try #require(rows.first), try #require(rows.last))
    #expect((12...16).contains(bottom - top))
    for row in top + 1..<bottom {
      let columns = (0..<60).filter { isLine($0, row) }
      #expect(columns.contains { $0 <= 2 } && columns.contains { $0 >= 57 }, "row \(row): \(columns)")
      #expect(columns.allSatisfy { $0 <= 2 || $0 >= 57 }, "row \(row): \(columns)")
    }
  }

  @Test func `a map of no area shows all places, and nothing else`() throws {
    let corners = [(37.49, 127.01), (37.49, 127.05), (37.51, 127.01), (37.51, 127.05)]
    let grid = map(of: .anywhere(center: nil), try corners.map { try FoundPlace.at($0, $1) })
    let spots = try (1...4).map { number in
      let cells = (0..<20 * 60).filter { grid[$0 % 60, $0 / 60].style.isBold }
      return try #require(cells.first { grid[$0 % 60, $0 / 60].text == String(number) }, "\(number)")
    }
    // North and south of each other, and west and east of each other.
    #expect(spots[0] / 60 > spots[2] / 60 && spots[0] % 60 < spots[1] % 60)
    #expect(spots[0] / 60 == spots[1] / 60 && spots[2] % 60 == spots[0] % 60)
    #expect(!grid.lines(isColored: false).joined().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
  }

  @Test(arguments: [400, 60])
  func `markers do not cover the scale`(count: Int) throws {
    // Everywhere on the map but in a corner.
    let places = try (0..<count).map { number in
      let (across, up) = (Double(number % 20) / 19, Double(number / 20) / Double(max(1, count / 20 - 1)))
      let isCorner = across > 0.5 && up < 0.1
      return try FoundPlace.at(isCorner ? 37.505 : 37.49 + 0.02 * up, 127.01 + 0.04 * across)
    }
    let grid = map(of: .anywhere(center: nil), places)
    let text = grid.lines(isColored: false)
    let scale = "\(MapGlyphs.unicode.scaleStart)\(MapGlyphs.unicode.scaleLine)"
    let row = try #require(text.last { $0.contains(scale) }, "\(text)")
    #expect("\(row) ".contains(" m ") || "\(row) ".contains(" km "), "\(text)")
    #expect(row.contains(MapGlyphs.unicode.scaleEnd))
    #expect(text[0].contains(MapGlyphs.unicode.north))
    // No number is covered: every place is in a marker.
    let viewport = MapViewport(area: .anywhere(center: nil), places: places, width: 60, height: 20)
    let frame = MapFrame(viewport: viewport, width: 60, height: 20)
    let drawing = MapDrawing(glyphs: .unicode, frame: frame, area: .anywhere(center: nil), places: places)
    for row in 0..<20 {
      for column in 0..<60 where drawing.position(atColumn: column, row: row) != nil {
        #expect(grid[column, row].style.isBold, "column \(column), row \(row): \(text[row])")
      }
    }
  }

  @Test func `a wide character keeps its columns when it is written over`() {
    var grid = CellGrid(width: 6, height: 1)
    grid.put("주유소", column: 0, row: 0)
    grid.put("x", column: 1, row: 0)
    #expect(grid.lines(isColored: false) == [" x유소"])
    grid.put("y", column: 2, row: 0)
    #expect(grid.lines(isColored: false) == [" xy 소"])
    grid.put("한", column: 5, row: 0)
    #expect(grid.lines(isColored: false) == [" xy 소"])
    grid.put("a\u{1B}[31m\u{202E}b", column: 0, row: 0)
    #expect(grid.lines(isColored: false) == ["a[31mb"])
  }
}

extension FoundPlace {
  /// Places in a spiral around a point, in several categories.
  static func around(_ center: Coordinate, count: Int, name: String = "카페 한글") -> [FoundPlace] {
    let projection = MapProjection(center: center)
    return (0..<count).map { position in
      let (turn, radius) = (Double(position) * 2.4, 350 + 550 * Double(position + 1) / Double(count))
      let circle = MapProjection.circle(radius: radius, steps: 360)
      let coordinate = projection.coordinate(at: circle[Int(turn * 57.3) % 360])
      let groups: [CategoryGroup] = [.cafe, .bank, .gas, .pharmacy]
      return FoundPlace(
        place: Place(
          id: "p\(position)",
          name: "\(name) \(position + 1)",
          coordinate: coordinate,
          group: groups[position % 4],
          phone: "02-123-\(1_000 + position)",
          roadAddress: "서울 강남구 강남대로 \(position + 1)",
          url: "https://place.map.kakao.com/\(position)"
        ),
        distance: Distance(meters: radius)
      )
    }
  }
}
