import Domain
import TestSupport
import Testing

@testable import PlaceIndex

@Suite struct OSMElementReaderTests {
  private static let elements: [[(key: String, value: String)]] = [
    [("name", "가온커피"), ("name:en", "Gaon"), ("amenity", "cafe"), ("addr:street", "테헤란로"), ("addr:housenumber", "7")],
    [("name", "Utrecht Centraal"), ("railway", "station"), ("train", "yes")],
    [("railway", "station"), ("subway", "yes"), ("name", "역")],
    [("shop", "bakery"), ("amenity", "cafe"), ("phone", "02-1"), ("website", "https://a.example")],
    [("name", "옛집"), ("amenity", "cafe"), ("disused", "yes")],
    [("place", "city"), ("name", "서울"), ("addr:country", "KR")],
    [],
    [("name", "빈집"), ("shop", "vacant")], [("name", "없음"), ("amenity", "no")],
    [("name", "나래"), ("amenity", "cafe"), ("shop", "no")],
  ]

  @Test(arguments: elements.indices, [nil, "en"])
  func `an element is the place that an import makes of it`(number: Int, language: String?) throws {
    let point = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    let tags = Self.elements[number]
    var reader = OSMElementReader(language: language)
    // A previous element must not affect the next one.
    _ = reader.place(type: "way", number: "1", tags: [("name", "x"), ("shop", "books")], at: point)
    let place = reader.place(type: "node", number: "12000000002", tags: tags, at: point)
    let members = tags.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
    let element =
      #"{"elements":[{"type":"node","id":12000000002,"lat":37.4979,"lon":127.0276,"tags":{\#(members)}}]}"#
    var rules = ImportRules()
    rules.language = language
    var importer = PlaceImporter(rules: rules)
    try importer.read(Array(element.utf8), name: "answer")
    let index = try importer.builder.makeIndex(name: "answer")
    let query = try PlaceQuery(categories: [.any], area: .circle(center: point, radius: .standard))
    #expect(try index.places(matching: query, limit: 1).places.first?.place == place)
    #expect((place == nil) == [4, 7, 8].contains(number))
  }
}
