import Domain
import Testing

@testable import App

struct MapTests {
  private func lines(_ answer: Answer, _ width: Int, _ height: Int?, _ glyphs: MapGlyphs = .unicode) -> [String] {
    AnswerMap(window: MapWindow(width: width, height: height, glyphs: glyphs, isColored: false)).lines(of: answer)
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
  func `every line fits the window, and a default answer is listed completely`(width: Int, height: Int) throws {
    let answer = try Answer.samples(FoundPlace.around(.gangnam, count: 15))
    for glyphs in [MapGlyphs.unicode, .ascii] {
      let lines = lines(answer, width, height, glyphs)
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

  @Test func `places in one cell are one marker that says how many`() throws {
    let answer = try Answer.samples(Array(repeating: FoundPlace.around(.gangnam, count: 1)[0], count: 7))
    for (glyphs, sign) in [(MapGlyphs.unicode, "×7"), (.ascii, "x7")] {
      let text = lines(answer, 80, 24, glyphs).joined()
      #expect(text.contains(sign) && text.contains("5 카페 한글 1 ") && text.contains("2 more"), "of one spot")
    }
  }

  @Test func `what is not listed is counted`() throws {
    let answer = try Answer.samples(FoundPlace.around(.gangnam, count: 500), totalCount: 900)
    let lines = lines(answer, 80, 24)
    #expect(lines.count == 23)
    #expect(lines[0].contains("500 of 900 places"))
    #expect(lines.last?.contains("more not listed: --format table") == true)
    let whole = self.lines(answer, 80, nil)
    #expect(whole.joined().contains("500 카페 한글 500"))
    let wide = self.lines(answer, 120, nil)
    #expect(wide.joined().contains("500 카페 한글 500"))
    #expect(wide.firstIndex { $0.contains(MapGlyphs.unicode.center) }.map { $0 < 25 } == true, "the map comes first")
  }

  @Test func `markers never cover each other`() {
    var clusters = MarkerClusters(width: 40, height: 10, labelWidth: 4)
    var random = SystemRandomNumberGenerator()
    for position in 0..<400 {
      clusters.add(position, column: .random(in: -2..<42, using: &random), row: .random(in: 0..<10, using: &random))
    }
    for marker in clusters.markers {
      for other in clusters.markers where other != marker && other.row == marker.row {
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
      // The first line has the north arrow, the last one the scale.
      for row in 1..<11 {
        let hits = (0..<30).map { drawing.position(atColumn: $0, row: row) != nil }
        #expect(hits == (0..<30).map { grid[$0, row].style.isBold }, "step \(step), row \(row)")
      }
    }
  }

  @Test func `the nearest of many are shown large enough to distinguish`() throws {
    let answer = try Answer.samples(FoundPlace.around(.gangnam, count: 15), totalCount: 400, radius: 20_000)
    let text = lines(answer, 80, 24).joined(separator: "\n")
    #expect(!text.contains("×9") && text.contains("500 m"))
  }

  @Test func `no radius is too small or too large`() throws {
    for radius in [1, 50, 1_000, 20_000, 1_000_000, 20_040_000.0] {
      let answer = try Answer.samples(FoundPlace.around(.gangnam, count: 5), radius: radius)
      #expect(lines(answer, 80, 24).count == 23)
    }
  }

  @Test func `a rectangle is drawn as one, and nowhere shows the places`() throws {
    let box = try BoundingBox(west: 179, south: -20, east: -179, north: -18)
    for area in [SearchArea.box(box, center: nil), .anywhere(center: nil)] {
      let places = [FoundPlace(place: FoundPlace.named("x").place, distance: nil)]
      let answer = Answer(
        .collection(places),
        to: try PlaceQuery(categories: [.group(.cafe)], area: area),
        limit: .standard
      )
      #expect(lines(answer, 80, 24).count == 23)
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
  /// Places in a spiral around a point, of several categories.
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
