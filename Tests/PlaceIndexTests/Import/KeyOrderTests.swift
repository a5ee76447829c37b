import Domain
import TestSupport
import Testing

@testable import PlaceIndex

/// The reader predicts the keys and points of features, which must not change the result.
@Suite struct KeyOrderTests {
  private static let properties = [
    #""name":"가온 \#("1")""#, #""name":"b\"c""#, #""nam":"x""#, #""names":"y""#, #""phone":"02-1""#,
    #""phone" :"02-2""#, #""address":"서울 강남구 1""#, #""ph\u006fne":"02-3""#, #""category":"cafe""#, #""":"z""#,
    #""a_key_that_is_longer_than_24_bytes":1"#, #""addr:housenumber":"7""#, #""addr:housenumbex":"8""#,
    #""addr:street":"가람로""#, #""addr:street:name:prefix":"9""#, #""category": "bank""#, #""도로명주소":"서울 세종대로 1""#,
    #""x":{"name":"q"}"#,
  ]

  private static let points = [
    #"{"type":"Point","coordinates":[127.1,37.1]}"#, #"{"type": "Point", "coordinates": [127.2, 37.2]}"#,
    #"{ "type": "Point", "coordinates": [ 127.3, 37.3 ] }"#, #"{"type":"Point","coordinates":[127.4,37.4,12.5]}"#,
    #"{"type":"Point","coordinates":[ 127.5 , 37.5 ] }"#, #"{"coordinates":[127.6,37.6],"type":"Point"}"#,
    #"{"type":"Point","coordinates":[127.7,37.7],"bbox":[1]}"#, #"{"type":"Point","coordinates":["127.8",37.8]}"#,
    #"{"type":"Point","coordinates":[]}"#, #"{"type":"Point","coordinates":[1e999,37.8]}"#,
    #"{"type":"LineString","coordinates":[[127.1,37.1],[127.3,37.3]]}"#, "null",
  ]

  @Test func `a feature is read the same whatever features precede it`() throws {
    var random = SeededRandom(40)
    let features = (0..<Seeds.count(of: 300)).map { number in
      var chosen = Self.properties.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
      chosen.append("\"id\":\"n\(number)\"")
      if Bool.random(using: &random) { chosen.shuffle(using: &random) }
      let point = Self.points[Int.random(in: 0..<Self.points.count, using: &random)]
      return #"{"type":"Feature","geometry":\#(point),"properties":{\#(chosen.joined(separator: ","))}}"#
    }
    var alone: [ImportedPlaces.Row] = []
    for feature in features {
      if let imported = try? ImportedPlaces(feature + "\n") { alone += imported.rows }
    }
    let together = try ImportedPlaces(features.joined(separator: "\n") + "\n").rows
    #expect(together == alone && together.count > 25)
  }

  @Test func `the meaning of a key in one input does not affect the next`() throws {
    func features(_ properties: String) -> [UInt8] {
      let feature = #"{"type":"Feature","geometry":\#(Self.points[0]),"properties":{\#(properties)}}"# + "\n"
      return Array((feature + feature).utf8)
    }
    var importer = PlaceImporter()
    try importer.read(features(#""xname":"가온","id":"1""#), name: "a")
    try importer.read(features(#""xname":"구역","xcode":"1","yname":"나래","id":"2""#), name: "b")
    let index = try importer.builder.makeIndex(name: "index")
    for (id, name) in [("1", "가온"), ("2", "나래")] {
      #expect(try index.place(withID: id)?.places.first?.place.name == name)
    }
  }

  @Test(arguments: [
    #"{"name":"a",}"#, #"{,"name":"a"}"#, #"{"name":"a" "id":"1"}"#, #"{"name""a"}"#, #"{"name":}"#, #"{"name":"a""#,
  ])
  func `properties that are not JSON skip their row where keys are expected too`(properties: String) throws {
    let point = Self.points[0]
    let whole = #"{"type":"Feature","geometry":\#(point),"properties":{"name":"a","id":"1"}}"# + "\n"
    let broken = #"{"type":"Feature","geometry":\#(point),"properties":\#(properties)}"# + "\n"
    let imported = try ImportedPlaces(
      whole + broken + whole.replacing("37.1", with: "37.9").replacing("\"1\"", with: "\"2\"")
    )
    #expect(imported.rows.map(\.id) == ["1", "2"] && imported.skips == [.malformed: 1])
  }

  @Test func `objects of an array without a comma between them are an error`() {
    let first = #"{"name":"가온","lat":37.5,"lng":127}"#
    let second = #"{"name":"나래","lat":37.6,"lng":127}"#
    #expect((try? ImportedPlaces("[\(first), \(second)]").rows.map(\.name)) == ["가온", "나래"])
    #expect(throws: IndexFileError.self) { try ImportedPlaces("[\(first) \(second)]") }
  }
}
