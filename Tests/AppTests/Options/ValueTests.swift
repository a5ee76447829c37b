import Domain
import Testing

@testable import App

struct ValueTests {
  @Test(arguments: [
    ("37.5", 37.5), ("-122.4", -122.4), ("+1", 1), (".5", 0.5), ("5.", 5), ("1e3", 1_000), ("\u{2212}3", -3),
  ])
  func `a number is read`(text: String, number: Double) {
    #expect(NumberParser.number(text) == number)
  }

  @Test(arguments: ["", " 1", "1 ", "0x10", "inf", "nan", "1,5", "1_000", "１", "1e999", "--1", "e", "."])
  func `anything but a number is refused`(text: String) {
    #expect(NumberParser.number(text) == nil)
  }

  @Test(arguments: [
    ("800", 800.0), ("800m", 800), ("800 m", 800), ("1.5km", 1_500), ("1.5KM", 1_500), ("1mi", 1_609.344),
    ("2000ft", 609.6), ("0", 0),
  ])
  func `a length has a unit or counts metres`(text: String, meters: Double) throws {
    let length = try #require(LengthParser.length(text))
    #expect(abs(length.meters - meters) < 1e-9)
  }

  @Test(arguments: ["", "m", "km", "1k", "-1", "1 cm", "1,5km", "1e999km", "near"])
  func `anything but a length is refused`(text: String) {
    #expect(LengthParser.length(text) == nil)
  }

  @Test(arguments: [
    ("10s", Duration.seconds(10)), ("10 s", .seconds(10)), ("10", .seconds(10)), ("500ms", .milliseconds(500)),
    ("2m", .seconds(120)), ("1d", .seconds(86_400)),
    ("1.5h", .seconds(5_400)), ("0.25s", .milliseconds(250)), ("24h", .seconds(86_400)), ("1ms", .milliseconds(1)),
  ])
  func `a duration has a unit or counts seconds`(text: String, duration: Duration) {
    #expect(DurationParser.duration(text) == duration)
  }

  @Test(arguments: ["", "s", "0", "-1s", "0.1ms", "25h", "2d", "1 0s", " s", "soon"])
  func `anything but a duration up to a day is refused`(text: String) {
    #expect(DurationParser.duration(text) == nil)
  }

  @Test(arguments: [
    (0.4, "0 m"), (1.0, "1 m"), (250, "250 m"), (999.4, "999 m"), (999.6, "1 km"), (1_000, "1 km"), (1_250, "1.25 km"),
    (1_500, "1.5 km"), (1_609.344, "1.61 km"), (20_000, "20 km"),
  ])
  func `a length is written for a person`(meters: Double, text: String) throws {
    #expect(DistanceFormatter.short(try #require(Distance(meters: meters))) == text)
  }

  @Test(arguments: [
    (Duration.seconds(10), "10 s"), (.milliseconds(1_250), "1.25 s"), (.milliseconds(250), "250 ms"),
    (.microseconds(400), "0.4 ms"), (.zero, "0 ms"), (.seconds(86_400), "1 day"), (.seconds(30 * 86_400), "30 days"),
  ])
  func `a duration is written for a person`(duration: Duration, text: String) {
    #expect(DurationParser.text(of: duration) == text)
  }

  @Test func `a rectangle is read in the order of GeoJSON`() throws {
    let box = try BoundingBox(west: 127, south: 37.4, east: 127.1, north: 37.5)
    for text in ["127,37.4,127.1,37.5", "127, 37.4, 127.1, 37.5", "127 37.4 127.1 37.5"] {
      #expect(try BoundingBoxParser.box(text) == box)
    }
    for text in ["", "127,37.4,127.1", "1,2,3,4,5", "a,b,c,d"] { #expect(try BoundingBoxParser.box(text) == nil) }
    #expect(throws: InvalidQuery.northBelowSouth(south: 37.5, north: 37.4)) {
      try BoundingBoxParser.box("127,37.5,127.1,37.4")
    }
  }

  @Test(arguments: [
    "37.5,127", "37.5, 127", " 37.5 , 127 ", "37.5 127", "37.5\t127", "37.5;127", "37.5/127", "37.5，127",
    "(37.5, 127)", "+37.5,+127", "37.5N 127E", "37.5N,127E", "37.5n127e", "N37.5 E127", "N 37.5, E 127", "127E 37.5N",
    "E127,N37.5", "37.5°N, 127°E", "37.5° N 127.0° E", "37.5°, 127°", "37°30'N 127°0'E", "37°30'00\"N 127°00'00\"E",
    "37°30'00''N 127°00'00''E", "37° 30′ 0″ N, 127° 0′ 0″ E", "N37°30' E127°", "북위 37.5 동경 127", "북위 37도 30분 동경 127도",
    "３７.５，１２７", "37．5, 127", "37.5\u{A0}127", "37.5　127", "N37.5, E127.0", "37.5000° N, 127.0000° E",
    "37°30'0.0\"N 127°00'0.0\"E", "geo:0,0?q=37.5,127(label)", "geo:0,0?q=37.5,127.0",
    "geo:37,126?z=3&q=37.5,127.0(a b)",
    "geo:37.5,127?q=cafe", "geo:37.5,127", "GEO:37.5,127;u=35", "geo:37.5,127?z=15",
    "3.75e1, 127e0", "geo:37.5,127,15", "geo:37.5,127,-1.5;u=35", "geo:37.5,127,15?z=3",
  ])
  func `every notation that people paste gives the same point`(text: String) throws {
    #expect(try CoordinateParser.coordinate(text) == Coordinate(latitude: 37.5, longitude: 127))
  }

  @Test(arguments: [
    ("-33.8688,151.2093", -33.8688, 151.2093), ("33.8688S 151.2093E", -33.8688, 151.2093),
    ("37.7749,-122.4194", 37.7749, -122.4194), ("\u{2212}33.5,\u{2212}70.5", -33.5, -70.5),
    ("37.5N 122.25W", 37.5, -122.25), ("-0°30',0°30'", -0.5, 0.5), ("남위 33.5 서경 70.5", -33.5, -70.5),
    ("0,0", 0, 0), ("90,180", 90, 180), ("-90,-180", -90, -180),
  ])
  func `south and west are negative`(text: String, latitude: Double, longitude: Double) throws {
    #expect(try CoordinateParser.coordinate(text) == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    "", " ", ",", "37.5", "37.5,", ",127", "37.5,127,15", "37.5,,127", "a,b", "37.5N 127", "37.5 127E", "37.5N 127N",
    "-37.5S 127E", "37.5x127", "37°61'N 127°E", "37.5,127 Seoul", "[127,37.5", "geo:", "37,5,127,0", "nan,nan",
    "0x10,0x10", "inf,0", "geo:0,0?q=cafe", "geo:0,0?q=", "geo:37.5,127,x", "geo:37.5,127,", "geo:37.5,127,15,1",
  ])
  func `anything but a point is refused`(text: String) throws {
    #expect(try CoordinateParser.coordinate(text) == nil)
  }

  @Test func `numbers that are out of range are reported`() throws {
    let swapped = try Coordinate(latitude: 37.5, longitude: 127)
    #expect(throws: InvalidQuery.latitudeOutOfRange(127, swapped: swapped)) {
      try CoordinateParser.coordinate("127,37.5")
    }
    #expect(throws: InvalidQuery.longitudeOutOfRange(181)) { try CoordinateParser.coordinate("37.5,181") }
  }
}
