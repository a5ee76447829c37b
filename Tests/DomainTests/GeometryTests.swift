import Domain
import TestSupport
import Testing

@Suite struct CoordinateTests {
  @Test(arguments: [(0.0, 0.0), (90, 180), (-90, -180), (37.4979, 127.0276)])
  func `degrees in range make a coordinate`(latitude: Double, longitude: Double) throws {
    let point = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(point.latitude == latitude)
    #expect(point.longitude == longitude)
  }

  @Test func `a latitude over 90 is refused and swapped degrees are detected`() throws {
    let swapped = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    #expect(throws: InvalidQuery.latitudeOutOfRange(127.0276, swapped: swapped)) {
      try Coordinate(latitude: 127.0276, longitude: 37.4979)
    }
    #expect(throws: InvalidQuery.latitudeOutOfRange(200, swapped: nil)) {
      try Coordinate(latitude: 200, longitude: 37)
    }
  }

  @Test(arguments: [180.000001, -181, .infinity])
  func `a longitude out of range is refused`(longitude: Double) {
    #expect(throws: InvalidQuery.longitudeOutOfRange(longitude)) {
      try Coordinate(latitude: 0, longitude: longitude)
    }
  }

  @Test func `NaN isn't a latitude`() {
    #expect(throws: InvalidQuery.self) { try Coordinate(latitude: .nan, longitude: 0) }
  }
}

@Suite struct DistanceTests {
  @Test func `metres are cut, not rounded, and never negative`() {
    #expect(Distance(meters: 223.999)?.wholeMeters == 223)
    #expect(Distance(meters: 0)?.wholeMeters == 0)
    #expect(Distance(meters: 0x1p62)?.wholeMeters == 1 << 62)
    #expect(Distance(meters: 0x1p63)?.wholeMeters == .max)
    #expect(Distance(meters: 1e300)?.wholeMeters == .max)
    #expect(Distance(meters: -0.1) == nil)
    #expect(Distance(meters: .nan) == nil)
    #expect(Distance(meters: .infinity) == nil)
  }

  @Test(arguments: [(0.999, false), (1, true), (20_040_000, true), (20_040_001, false)])
  func `a radius runs from one metre to half the globe`(meters: Double, fits: Bool) throws {
    let distance = try #require(Distance(meters: meters))
    #expect((SearchRadius(distance) != nil) == fits)
  }
}

@Suite struct BoundingBoxTests {
  @Test func `edges belong to the box`() throws {
    let box = try BoundingBox(west: 126, south: 37, east: 127, north: 38)
    #expect(box.contains(try Coordinate(latitude: 37, longitude: 126)))
    #expect(box.contains(try Coordinate(latitude: 38, longitude: 127)))
    #expect(!box.contains(try Coordinate(latitude: 38.0000001, longitude: 127)))
    #expect(!box.crossesAntimeridian)
  }

  @Test func `west greater than east crosses the antimeridian`() throws {
    let box = try BoundingBox(west: 170, south: -10, east: -170, north: 10)
    #expect(box.crossesAntimeridian)
    #expect(box.contains(try Coordinate(latitude: 0, longitude: 180)))
    #expect(box.contains(try Coordinate(latitude: 0, longitude: -175)))
    #expect(!box.contains(try Coordinate(latitude: 0, longitude: 0)))
  }

  @Test func `invalid corners are refused with the wrong number`() {
    #expect(throws: InvalidQuery.northBelowSouth(south: 38, north: 37)) {
      try BoundingBox(west: 126, south: 38, east: 127, north: 37)
    }
    #expect(throws: InvalidQuery.longitudeOutOfRange(181)) {
      try BoundingBox(west: 126, south: 37, east: 181, north: 38)
    }
    #expect(throws: InvalidQuery.latitudeOutOfRange(-91, swapped: nil)) {
      try BoundingBox(west: 126, south: -91, east: 127, north: 38)
    }
  }
}

@Suite struct AngleTests {
  @Test(arguments: [
    ("37.5665°", 37.5665), ("37.5665º", 37.5665), ("N37.5665", 37.5665), ("37.5665N", 37.5665),
    ("37.5665° N", 37.5665),
    ("S 33.5", -33.5), ("126.978도", 126.978), ("동경 126.978", 126.978), ("서경 0.5도", -0.5), ("37°33'59.4\"", 37.5665),
    ("37°33′59.4″N", 37.5665), ("N 37° 33' 59.4''", 37.5665), ("북위 37도 33분 59.4초", 37.5665), ("-33°30'", -33.5),
    ("18 28m 15.168s S", -18.47088), ("47 24m W", -47.4), ("-0°30'", -0.5), ("37°", 37),
    ("33 deg 27' 12.6\" S", -33.4535), ("373359.4N", 37.5665),
    ("0022103E", 2.350833333333333), ("S373000", -37.5),
    // Seven digits are a northing, and minutes are below 60.
    ("4485124N", 4_485_124), ("0026103E", 26_103),
  ])
  func `a coordinate is read as people write it`(text: String, degrees: Double) throws {
    let found = try #require(Angle(text))
    #expect(abs(found.degrees - degrees) < 1e-9)
  }

  @Test(arguments: [
    "", "N", "°", "37°61'", "37.5°33'", "N37.5S", "-37.5S", "37.5km", "north", "37°33'59\"12", "37,5°", "3호선", "12도로",
    "좌표없음",
  ])
  func `a text that only looks like a coordinate is refused`(text: String) {
    #expect(Angle(text) == nil)
  }

  private func value(_ text: String) -> Double? {
    DecimalNumber.value(of: Array(text.utf8).span)
  }

  @Test(arguments: [
    "0", "-0", "37.4979", "-122.4", "+5", ".5", "5.", "127.02760000000001", "0.1", "1e2", "123456789012345678",
    "0.00000000000000001", "179.99999999999999999", "12345678901234.5", "90",
  ])
  func `a number is read exactly as the standard library reads it`(text: String) {
    #expect(value(text)?.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: [
    "", " ", " 1", "1 ", "-", ".", "+.", "nan", "inf", "0x10", "37,5", "37.5N", "1 2", "--1", "1e", "3..4", "\0",
  ])
  func `a value that isn't a decimal number is refused`(text: String) {
    #expect(value(text) == nil)
  }

  @Test func `random coordinates are read exactly`() {
    var random = SeededRandom(1)
    for _ in 0..<2000 {
      let text = Double.random(in: -180...180, using: &random).description
      #expect(value(text) == Double(text), "\(text)")
    }
  }
}
