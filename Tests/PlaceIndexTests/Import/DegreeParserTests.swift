import Domain
import Testing

@testable import PlaceIndex

@Suite struct DegreeParserTests {
  @Test(
    arguments: [
      ("37.5665°", 37.5665), ("37.5665º", 37.5665), ("N37.5665", 37.5665), ("37.5665N", 37.5665),
      ("37.5665° N", 37.5665),
      ("S 33.5", -33.5), ("126.978도", 126.978), ("동경 126.978", 126.978), ("서경 0.5도", -0.5), ("37°33'59.4\"", 37.5665),
      ("37°33′59.4″N", 37.5665), ("N 37° 33' 59.4''", 37.5665), ("북위 37도 33분 59.4초", 37.5665), ("-33°30'", -33.5),
      ("-0°30'", -0.5), ("37°", 37),
    ]
  )
  func `a coordinate is read as people write it`(text: String, degrees: Double) throws {
    let found = try #require(ByteView.over(Array(text.utf8), DegreeParser.parse))
    #expect(abs(found.degrees - degrees) < 1e-9)
  }

  @Test(
    arguments: [
      "", "N", "°", "37°61'", "37.5°33'", "N37.5S", "-37.5S", "37.5km", "north", "37°33'59\"12", "37,5°", "3호선", "12도로",
      "좌표없음",
    ]
  )
  func `a text that only looks like a coordinate is refused`(text: String) {
    #expect(ByteView.over(Array(text.utf8), DegreeParser.parse)?.degrees == nil)
  }
}
