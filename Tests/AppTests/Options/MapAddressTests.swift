import Domain
import Testing

@testable import App

struct MapAddressTests {
  @Test(arguments: [
    ("https://map.kakao.com/link/map/강남역,37.4979,127.0276", 37.4979, 127.0276),
    ("https://map.kakao.com/link/to/%EA%B0%95%EB%82%A8%EC%97%AD,37.4979,127.0276", 37.4979, 127.0276),
    ("https://map.kakao.com/link/roadview/37.4979,127.0276", 37.4979, 127.0276),
    ("kakaomap://look?p=37.4979,127.0276", 37.4979, 127.0276),
    ("https://m.map.kakao.com/scheme/route?sp=37.53,126.96&ep=37.4979,127.0276&by=CAR", 37.4979, 127.0276),
    ("https://map.naver.com/?lng=127.0276&lat=37.4979&title=x", 37.4979, 127.0276),
    ("nmap://place?lat=37.4979&lng=127.0276&name=a&appname=b", 37.4979, 127.0276),
    ("nmap://route/public?dlat=37.4979&dlng=127.0276", 37.4979, 127.0276),
    ("https://map.naver.com/v5/?c=14140647.7,4508736.7,15,0,0,0,dh", 37.4979, 127.0276),
    ("https://map.naver.com/p?c=127.0276,37.4979,15,0,0,0,dh", 37.4979, 127.0276),
    ("https://www.google.com/maps/@37.4979,127.0276,15z", 37.4979, 127.0276),
    (
      "https://www.google.com/maps/place/Gangnam/@37.5,127.1,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d37.4979!4d127.0276!16s",
      37.4979, 127.0276
    ),
    ("https://www.google.com/maps/search/?api=1&query=37.4979%2C127.0276", 37.4979, 127.0276),
    ("https://maps.google.com/?q=37.4979,127.0276", 37.4979, 127.0276),
    ("https://maps.google.com/maps?q=loc:37.4979,127.0276&z=3", 37.4979, 127.0276),
    ("https://www.google.co.kr/maps/search/37.4979,+127.0276?entry=tts", 37.4979, 127.0276),
    ("https://maps.apple.com/?ll=37.4979,127.0276&q=Pin", 37.4979, 127.0276),
    ("https://maps.apple.com/place?coordinate=37.4979,127.0276&name=a", 37.4979, 127.0276),
    ("https://www.openstreetmap.org/#map=17/37.4979/127.0276", 37.4979, 127.0276),
    ("https://www.openstreetmap.org/?mlat=37.4979&mlon=127.0276#map=17/37.6/127.1", 37.4979, 127.0276),
    ("https://www.google.com/maps/@37.4979,127.0276,3a,75y,90t/data=!3m6!1e1", 37.4979, 127.0276),
    ("https://www.google.com/maps/dir/37.5,127/37.4979,127.0276/@37.6,127.1,15z/data=!3m1!4b1", 37.4979, 127.0276),
    ("https://www.google.com/maps/dir//37.4979,127.0276/@37.6,127.1,15z", 37.4979, 127.0276),
    (
      "https://www.google.com/maps/dir/Seoul+Station/Gangnam/@37.6,127.1,13z/data=!4m14!1m5!2m2!1d126.97!2d37.55!1m5!2m2!1d127.0276!2d37.4979!3e3",
      37.4979, 127.0276
    ),
    ("https://www.google.com/maps/dir/?api=1&origin=37.5,127&destination=37.4979,127.0276", 37.4979, 127.0276),
    ("https://www.google.com/maps/place/37%C2%B029'52.4%22N+127%C2%B001'39.4%22E/@37.6,127.1,17z", 37.4979, 127.0276),
    ("https://www.google.com/maps?q=37%C2%B029'52.4%22N+127%C2%B001'39.4%22E", 37.4979, 127.0276),
    ("https://www.google.com/maps/search/37.4979,127.0276/@37.6,127.1,17z", 37.4979, 127.0276),
    ("https://maps.apple.com/?daddr=37.4979,127.0276&dirflg=d", 37.4979, 127.0276),
    ("https://maps.apple.com/?q=Pin&sll=37.4979,127.0276", 37.4979, 127.0276),
    ("https://map.naver.com/p/search/cafe?c=127.0276,37.4979,15,0,0,0,dh", 37.4979, 127.0276),
    (
      "https://map.naver.com/p/directions/14135064,4518398,a,1,PLACE_POI/14140647,4508736,b,2,PLACE_POI/-/transit?c=15.00,0,0,0,dh",
      37.4979, 127.0276
    ),
    ("https://map.kakao.com/link/by/car/a,37.5,127/b,37.4979,127.0276", 37.4979, 127.0276),
    ("daummaps://look?p=37.4979,127.0276", 37.4979, 127.0276),
    ("https://www.bing.com/maps?cp=37.4979~127.0276&lvl=15", 37.4979, 127.0276),
    ("tmap://route?goalname=a&goalx=127.0276&goaly=37.4979", 37.4979, 127.0276),
    ("https://osm.org/go/55kzMMmLS--", 37.4979, 127.0276),
    ("https://osm.org/go/55kzMMmLS--?m=", 37.4979, 127.0276),
    ("  https://www.openstreetmap.org/node/1#map=17/-37.4979/-127.0276&layers=N ", -37.4979, -127.0276),
  ])
  func `an address of a map holds its coordinate`(text: String, latitude: Double, longitude: Double) throws {
    let coordinate = try #require(MapAddress(text)?.coordinate)
    #expect(abs(coordinate.latitude - latitude) < 0.0002)
    #expect(abs(coordinate.longitude - longitude) < 0.0002)
  }

  @Test(arguments: [
    ("https://naver.me/5abcDEF", true), ("https://maps.app.goo.gl/abc", true), ("https://kko.to/abc", true),
    ("https://place.map.kakao.com/8190212", false), ("https://map.naver.com/p/search/강남역?c=15.00,0,0,0,dh", false),
    ("https://www.google.com/maps/place/Seoul", false), ("https://example.com/37.4979", false),
    ("https://map.kakao.com/link/map/95,200", false), ("https://osm.org/go/a!b", true),
    ("https://www.google.com/maps/dir/Seoul+Station/Gangnam/", false), ("https://map.kakao.com/?urlX=a&urlY=b", false),
    ("https://map.kakao.com/?itemId=8190212", false), ("https://map.naver.com/p/entry/place/13479535", false),
    ("https://what3words.com/a.b.c", false), ("https://www.openstreetmap.org/node/123", false),
    ("https://plus.codes/8Q98F2XG+5Q", false),
  ])
  func `an address without a coordinate says so`(text: String, isShort: Bool) throws {
    let address = try #require(MapAddress(text))
    #expect(address.coordinate == nil)
    #expect(address.isShort == isShort)
  }

  @Test(arguments: [
    ("https://map.kakao.com/?urlX=506102&urlY=1110679&urlLevel=3&itemId=1", true),
    ("https://map.kakao.com/?urlX=a&urlY=b", false), ("https://map.kakao.com/link/map/a,37.5,127", false),
    ("https://example.com/?urlX=506102&urlY=1110679", false),
  ])
  func `a point on a grid of Kakao's own is named, and not converted`(text: String, isOnGrid: Bool) throws {
    let address = try #require(MapAddress(text))
    #expect(address.isOnGrid == isOnGrid)
    #expect(Failure.addressWithoutPoint(.at, address).message.contains("a grid of Kakao's own") == isOnGrid)
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
