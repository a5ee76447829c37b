import Tables
import Testing

@testable import Rows

/// Both coordinates in one text.
struct CoordinateTextTests {
  @Test(arguments: [
    ("37.5, 127.1", true), ("37.5;127.1", true), ("37.5/127.1", true), ("127.1 37.5", true), ("[127.1, 37.5]", true),
    ("POINT Z (127.1 37.5 12)", true), ("1 Main St (37.5, 127.1)", true),
    ("37.5N 127.1E", true), ("E127.1 N37.5", true), ("37°30' 127°6'", true), ("37.5N 127.1", false),
    ("37.5N 127.1S", false),
    ("Latitude: 37.5 Longitude: 127.1", true), ("longitud=127.1, latitud=37.5", true),
    ("Lat 37.5° / Long 127.1°", true), ("Lat: 37.5 Lat: 127.1", false), ("Latitude: 37.5, 127.1", false),
    ("Latitude: x Longitude: y", false),
    // A height follows only in the order of GeoJSON.
    ("[127.1, 37.5, 12]", true), ("37.5, 127.1, 12", false), ("[127.1, 37.5, 12, 1]", false),
    (#"["127.1", "37.5"]"#, true), ("['127.1', '37.5']", true), (#"{"lat":"37.5","lng":"127.1"}"#, true),
    ("{'lat': 37.5, 'lng': 127.1}", true),
    ("{'latitude': '37.5', 'longitude': '127.1', 'needs_recoding': False}", true),
    (#"{'latitude': '37.5', 'longitude': '127.1', 'human_address': '{"address": "1 Main St", "zip": ""}'}"#, true),
    ("{'type': 'Point', 'coordinates': [127.1, 37.5]}", true),
    (#"{'n': "Joe's", 'x': None, 'lat': 37.5, 'lng': 127.1}"#, true),
    ("{'lat': 'north', 'lng': 127.1}", false), ("{'lat': 37.5", false), ("\"37.5, 127.1\"", false),
    ("37.5", false), ("37.5, x", false), ("1 Main St(37.5, 127.1)", false),
  ])
  func `two numbers are a coordinate, and nothing else is`(text: String, isCoordinate: Bool) {
    let found = ByteView.over(Array(text.utf8)) { CoordinateTextParser.parse($0) }
    #expect(found.map { [$0.latitude, $0.longitude] } == (isCoordinate ? [37.5, 127.1] : nil))
  }
}
