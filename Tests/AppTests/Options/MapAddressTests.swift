import Domain
import Foundation
import Testing

@testable import App

struct MapAddressTests {
  /// Each line of `map-addresses.txt` is a URL with its latitude and longitude.
  @Test func `an address of a map holds its coordinate`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "map-addresses.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 43)
    for cells in lines.map({ $0.split(separator: "\t") }) {
      let coordinate = try #require(MapAddress(String(cells[0]))?.coordinate, "\(cells[0])")
      let (latitude, longitude) = (try #require(Double(cells[1])), try #require(Double(cells[2])))
      let isNear =
        abs(coordinate.latitude - latitude) < 0.0002 && abs(coordinate.longitude - longitude) < 0.0002
      #expect(isNear, "\(cells[0])")
    }
  }

  @Test(arguments: [
    ("https://naver.me/5abcDEF", true), ("https://maps.app.goo.gl/abc", true), ("https://kko.to/abc", true),
    ("https://place.map.kakao.com/8190212", false), ("https://map.naver.com/p/search/강남역?c=15.00,0,0,0,dh", false),
    ("https://www.google.com/maps/place/Seoul", false), ("https://example.com/37.4979", false),
    ("https://map.kakao.com/link/map/95,200", false), ("https://osm.org/go/a!b", true),
    ("https://www.google.com/maps/dir/Seoul+Station/Gangnam/", false), ("https://map.kakao.com/?urlX=a&urlY=b", false),
    ("https://map.kakao.com/?itemId=8190212", false), ("https://map.naver.com/p/entry/place/13479535", false),
    ("https://what3words.com/a.b.c", false), ("https://www.openstreetmap.org/node/123", false),
    ("https://plus.codes/8Q98F2XG+5Q", false), ("https://yandex.ru/maps/213/moscow/?ll=37.6177%2C55.7558&z=13", false),
    ("https://www.geoportail.gouv.fr/carte?c=2.35,48.85&z=15", false),
    ("https://mygoogle.example/maps?q=2.35,48.85", false), ("https://notosm.org/?ll=2.35,48.85", false),
  ])
  func `an address without a coordinate is reported`(text: String, isShort: Bool) throws {
    let address = try #require(MapAddress(text))
    #expect(address.coordinate == nil)
    #expect(address.isShort == isShort)
  }

  @Test(arguments: [
    ("https://map.kakao.com/?urlX=506102&urlY=1110679&urlLevel=3&itemId=1", true),
    ("https://map.kakao.com/?urlX=a&urlY=b", false), ("https://map.kakao.com/link/map/a,37.5,127", false),
    ("https://example.com/?urlX=506102&urlY=1110679", false),
  ])
  func `a point on coordinates of Kakao's own is named, and not converted`(text: String, isInKakaoCoordinates: Bool)
    throws
  {
    let address = try #require(MapAddress(text))
    #expect(address.isInKakaoCoordinates == isInKakaoCoordinates)
    #expect(address.failure(of: .at).message.contains("coordinates of Kakao's own") == isInKakaoCoordinates)
  }

  @Test func `numbers without names are not read from sites whose order is unknown`() throws {
    let address = try #require(MapAddress("https://yandex.ru/maps/?ll=37.6177,55.7558"))
    #expect(
      address.failure(of: .at).message == """
        --at: placefind doesn't know where URLs of yandex.ru contain latitude and longitude. Pass them as LAT,LNG.
        """
    )
  }

  @Test(arguments: ["37.5,127", "geo:37.5,127", "", "://", "a b://c", "37.5://127"])
  func `other texts are not addresses`(text: String) { #expect(MapAddress(text) == nil) }

  @Test(arguments: [
    ("[127.0276,37.4979]", 37.4979, 127.0276), ("[127.0276, 37.4979, 12.5]", 37.4979, 127.0276),
    ("[37.4979,127.0276]", 37.4979, 127.0276), ("[10,20]", 20, 10), ("geo:37.4979,127.0276;u=35", 37.4979, 127.0276),
  ])
  func `brackets have longitude first, as in GeoJSON, unless that is impossible`(
    text: String,
    latitude: Double,
    longitude: Double
  ) throws {
    let coordinate = try CoordinateParser.coordinate(text)
    let expected = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(coordinate == expected)
  }

  @Test(arguments: ["[127]", "[1,2,3,4]", "[a,b]", "[200,300]"])
  func `other brackets contain no coordinate`(text: String) {
    #expect((try? CoordinateParser.coordinate(text)) == nil)
  }
}
