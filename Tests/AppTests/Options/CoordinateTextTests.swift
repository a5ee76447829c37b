import Domain
import Testing

@testable import App

struct CoordinateTextTests {
  @Test(arguments: [
    "37.5,127", "37.5, 127", " 37.5 , 127 ", "37.5 127", "37.5\t127", "37.5;127", "37.5/127", "37.5，127",
    "(37.5, 127)", "+37.5,+127", "37.5N 127E", "37.5N,127E", "37.5n127e", "N37.5 E127", "N 37.5, E 127", "127E 37.5N",
    "E127,N37.5", "37.5°N, 127°E", "37.5° N 127.0° E", "37.5°, 127°", "37°30'N 127°0'E", "37°30'00\"N 127°00'00\"E",
    "37°30'00''N 127°00'00''E", "37° 30′ 0″ N, 127° 0′ 0″ E", "N37°30' E127°", "북위 37.5 동경 127", "북위 37도 30분 동경 127도",
    "３７.５，１２７", "37．5, 127", "37.5\u{A0}127", "37.5　127", "N37.5, E127.0", "37.5000° N, 127.0000° E",
    "37°30'0.0\"N 127°00'0.0\"E", "geo:0,0?q=37.5,127(label)", "geo:0,0?q=37.5,127.0",
    "geo:37,126?z=3&q=37.5,127.0(a b)",
    "geo:37.5,127?q=cafe", "geo:37.5,127", "GEO:37.5,127;u=35", "geo:37.5,127?z=15",
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
    "0x10,0x10", "inf,0", "geo:0,0?q=cafe", "geo:0,0?q=",
  ])
  func `anything but a point is refused`(text: String) throws {
    #expect(try CoordinateParser.coordinate(text) == nil)
  }

  @Test func `numbers that are out of range are reported`() {
    #expect(throws: CoordinateError.latitudeOutOfRange(127, looksSwapped: true)) {
      try CoordinateParser.coordinate("127,37.5")
    }
    #expect(throws: CoordinateError.longitudeOutOfRange(181)) { try CoordinateParser.coordinate("37.5,181") }
  }
}
