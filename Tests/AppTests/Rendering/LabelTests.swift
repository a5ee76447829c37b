import Domain
import TestSupport
import Testing

@testable import App

struct LabelTests {
  @Test func `labels never cover each other, in a thousand random layouts`() {
    var random = SeededRandom(1)
    for _ in 0..<1_000 {
      let (width, height) = (Int.random(in: 1..<120, using: &random), Int.random(in: 1..<50, using: &random))
      var layout = LabelLayout(width: width, height: height)
      var taken: [CellRectangle] = []
      for _ in 0..<80 {
        let boxes = (0..<4).map { _ in
          CellRectangle(
            column: .random(in: -5..<width + 5, using: &random),
            row: .random(in: -3..<height + 3, using: &random),
            width: .random(in: 1..<20, using: &random),
            height: .random(in: 1..<4, using: &random)
          )
        }
        guard let box = layout.takeFirst(of: boxes) else {
          for box in boxes { #expect(!box.isInside(width, height) || taken.contains { $0.overlaps(box) }) }
          continue
        }
        #expect(box.isInside(width, height) && !taken.contains { $0.overlaps(box) })
        taken.append(box)
      }
    }
  }

  @Test(arguments: [
    ("서울 강남구 강남대로 396", "강남대로", nil), ("서울 강남구 테헤란로4길 15 (역삼동)", "테헤란로4길", nil),
    ("서울 강남구 역삼동 820-8", nil, "역삼동"), ("전남 담양군 담양읍 객사리 1", nil, "객사리"),
    ("12 Main Street, Springfield", "Main Street", nil), ("Oudegracht 158", "Oudegracht", nil),
    ("Main Street", nil, nil), ("", nil, nil), ("로", nil, nil),
  ])
  func `addresses name roads and neighbourhoods`(address: String, road: String?, neighbourhood: String?) {
    #expect(MapContext.road(address) == road)
    #expect(MapContext.neighbourhood(address) == neighbourhood)
  }

  @Test func `the map context has each landmark once, and roads with three or more addresses`() throws {
    let center = try Coordinate(latitude: 37.5, longitude: 127)
    let station = { (id: String, name: String?) in Place(id: id, name: name, coordinate: center, group: .subway) }
    let shop = { (number: Int, road: String) in
      let coordinate = try Coordinate(latitude: 37.5, longitude: 127 + Double(number) / 1_000)
      return Place(id: "s\(number)", name: "shop", coordinate: coordinate, group: .cafe, roadAddress: road)
    }
    let around =
      try [station("1", "강남역"), station("2", "강남역"), station("3", nil), station("4", "답에 있는 역")]
      + (0..<5).map { try shop($0, "서울 강남구 강남대로 \($0)") } + [shop(5, "서울 강남구 외길 1"), shop(6, "서울 강남구 외길 2")]
    let ground = MapContext(surroundings: around, result: [FoundPlace(place: station("4", "답에 있는 역"), distance: nil)])
    #expect(ground.marks.map(\.name) == ["강남역", "강남대로"])
    #expect(ground.marks.map(\.isLandmark) == [true, false])
    #expect(ground.marks.last?.coordinate.longitude == 127.002)
  }

  @Test(arguments: [
    (0.0, 100.0, "↑"), (100, 100, "↗"), (100, 0, "→"), (100, -100, "↘"), (0, -100, "↓"), (-100, -100, "↙"),
    (-100, 0, "←"),
    (-100, 100, "↖"), (-1, 100, "↑"),
  ])
  func `an arrow shows the direction`(east: Double, north: Double, arrow: String) throws {
    #expect(MapGlyphs.unicode.arrow(toEast: east, north: north) == arrow)
    let point = MapProjection(center: .gangnam).coordinate(at: MapProjection.Point(east: east, north: north))
    let place = Place(id: "1", name: "a", coordinate: point, group: nil)
    let found = FoundPlace(place: place, distance: Distance(meters: 120))
    #expect(DistanceFormatter.directed(found, from: .gangnam, .unicode) == "\(arrow) 120 m")
    #expect(DistanceFormatter.directed(found, from: nil, .unicode) == "120 m")
  }

  @Test(arguments: [
    (999.9, "↗ 999 m"), (1_009, "↗ 1.00 km"), (99_999, "↗ 99.99 km"), (100_000, "↗ 100 km"), (20_015_087, "↗ 20015 km"),
  ])
  func `the distance of any place fits its column of a list`(meters: Double, text: String) throws {
    let point = MapProjection(center: .gangnam).coordinate(at: MapProjection.Point(east: 100, north: 100))
    let place = Place(id: "1", name: "a", coordinate: point, group: nil)
    let found = FoundPlace(place: place, distance: Distance(meters: meters))
    for glyphs in [MapGlyphs.unicode, .ascii] {
      let listing = PlaceListing(glyphs: glyphs, places: [found], center: .gangnam)
      var grid = CellGrid(width: 40, height: 1, ellipsis: glyphs.ellipsis)
      listing.draw(0, into: &grid, column: 0, row: 0, width: 40)
      let line = try #require(grid.lines(isColored: false).first)
      #expect(line.hasSuffix(" " + (glyphs == .unicode ? text : text.replacing("↗", with: "NE"))), "\(line)")
    }
  }

  @Test(arguments: [(1, 1), (5, 3), (6, 3), (7, 4)])
  func `the columns of a list have equal heights, without an empty row`(count: Int, height: Int) {
    let listing = PlaceListing(glyphs: .unicode, places: FoundPlace.around(.gangnam, count: count))
    var grid = CellGrid(width: 80, height: 10, ellipsis: "…")
    listing.draw(into: &grid, at: CellRectangle(column: 0, row: 0, width: 80, height: 10), columns: 2)
    let lines = grid.lines(isColored: false)
    let filled = lines.prefix { !$0.allSatisfy(\.isWhitespace) }
    #expect(filled.count == height && lines[0].contains(" 1 "), "\(lines)")
    // The second column begins in the first row.
    #expect(count <= height || lines[0].contains(" \(height + 1) "), "\(lines)")
  }

  @Test(arguments: [(0.0, "1 min on foot"), (120, "2 min on foot"), (4_999, "62 min on foot"), (5_000, nil)])
  func `a walk takes a minute for 80 m`(meters: Double, text: String?) throws {
    #expect(DistanceFormatter.walk(try #require(Distance(meters: meters)), in: .english) == text)
  }

  @Test(arguments: [400, 10_000])
  func `clusters of many places show their sizes, which add up, and leave room`(count: Int) throws {
    let result = try PlaceResult.samples(FoundPlace.around(.gangnam, count: count))
    let window = MapWindow(width: 80, height: 24, glyphs: .unicode, isColored: false)
    let lines = ResultMap(window: window).lines(of: result)
    let map = lines.dropFirst().dropLast().map { $0.prefix(44) }.joined(separator: " ")
    let sizes = map.split(separator: "×").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
    #expect(sizes.reduce(0, +) > count * 9 / 10 && (5...60).contains(sizes.count), "\(sizes)")
    #expect(lines.last?.contains("×7 = 7 places") == true)
    // Also next to the centre, no number runs into another one.
    for (width, height) in [(80, 24), (120, 40), (200, 50)] {
      let window = MapWindow(width: width, height: height, glyphs: .unicode, isColored: false)
      let text = ResultMap(window: window).lines(of: result).joined(separator: "\n")
      #expect(!text.contains(#/[0-9]×/#), "\(text)")
    }
  }
}

extension CellRectangle {
  fileprivate func isInside(_ width: Int, _ height: Int) -> Bool {
    column >= 0 && row >= 0 && column + self.width <= width && row + self.height <= height
  }

  fileprivate func overlaps(_ other: CellRectangle) -> Bool {
    column < other.column + other.width && other.column < column + width && row < other.row + other.height
      && other.row < row + height
  }
}
