import TestSupport

/// The source of the bundled sample: fictional places around 37.4979, 127.0276, generated and always the same.
///
/// It is text in GeoJSON, with OSM tags, and imported as every file is. Names, addresses and telephone numbers
/// are visibly made up (`샘플주유소 01`, `샘플로`, `02-000-00xx`); no real place is among them.
enum SamplePlaces {
  /// The centre of the sample, degrees north.
  static let latitude = 37.4979
  /// The centre of the sample, degrees east.
  static let longitude = 127.0276
  /// Metres from the centre to the farthest places.
  private static let radiusMeters = 2200.0

  private struct PlaceType {
    let tag: (key: String, value: String)
    let name: String
    let count: Int
  }

  private static let sourceCategories = [
    PlaceType(tag: ("shop", "supermarket"), name: "마트", count: 16),
    PlaceType(tag: ("shop", "convenience"), name: "편의점", count: 60),
    PlaceType(tag: ("amenity", "kindergarten"), name: "유치원", count: 20),
    PlaceType(tag: ("amenity", "school"), name: "학교", count: 20),
    PlaceType(tag: ("amenity", "prep_school"), name: "학원", count: 32),
    PlaceType(tag: ("amenity", "parking"), name: "주차장", count: 32),
    PlaceType(tag: ("amenity", "fuel"), name: "주유소", count: 42),
    PlaceType(tag: ("station", "subway"), name: "역", count: 12),
    PlaceType(tag: ("amenity", "bank"), name: "은행", count: 24),
    PlaceType(tag: ("tourism", "museum"), name: "미술관", count: 16),
    PlaceType(tag: ("office", "estate_agent"), name: "부동산", count: 28),
    PlaceType(tag: ("amenity", "townhall"), name: "주민센터", count: 16),
    PlaceType(tag: ("tourism", "attraction"), name: "명소", count: 16),
    PlaceType(tag: ("tourism", "hotel"), name: "호텔", count: 20),
    PlaceType(tag: ("amenity", "restaurant"), name: "식당", count: 60),
    PlaceType(tag: ("amenity", "cafe"), name: "카페", count: 64),
    PlaceType(tag: ("amenity", "clinic"), name: "의원", count: 32),
    PlaceType(tag: ("amenity", "pharmacy"), name: "약국", count: 28),
  ]

  /// The sample as a GeoJSON FeatureCollection.
  static var featureCollection: [UInt8] {
    var text = #"{"type":"FeatureCollection","features":["#
    var random = StubRandom(seed: 20_261_121)
    var serial = 0
    for sourceCategory in sourceCategories {
      for number in 1...sourceCategory.count {
        if serial > 0 { text += "," }
        serial += 1
        append(sourceCategory, number: number, serial: serial, &random, to: &text)
      }
    }
    text += "]}\n"
    return Array(text.utf8)
  }

  private static func append(
    _ sourceCategory: PlaceType,
    number: Int,
    serial: Int,
    _ random: inout StubRandom,
    to text: inout String
  ) {
    // Crowded in the middle, as towns are: the share of places within a distance grows with the distance.
    let (north, east) = pointInDisc(&random)
    let units = Int(((latitude + north) * 1e7).rounded())
    let eastUnits = Int(((longitude + east) * 1e7).rounded())
    text += #"{"type":"Feature","id":"sample/\#(serial)","properties":{""#
    text +=
      #"\#(sourceCategory.tag.key)":"\#(sourceCategory.tag.value)","name":"샘플\#(sourceCategory.name) \#(padded(number, 2))""#
    text += #","addr:city":"샘플시","addr:street":"샘플로\#(1 + random.next(below: 30))길""#
    text += #","addr:housenumber":"\#(1 + random.next(below: 120))""#
    if random.next(below: 5) > 0 { text += #","phone":"02-000-\#(padded(serial, 4))""# }
    text += #"},"geometry":{"type":"Point","coordinates":["#
    text += "\(eastUnits / 10_000_000).\(padded(eastUnits % 10_000_000, 7))"
    text += ",\(units / 10_000_000).\(padded(units % 10_000_000, 7))]}}"
  }

  /// A point in the disc around the centre, as differences in degrees.
  private static func pointInDisc(_ random: inout StubRandom) -> (north: Double, east: Double) {
    let metersPerDegree = 111_195.0
    // The cosine of the centre's latitude.
    let narrowing = 0.7934
    while true {
      let (x, y) = (random.nextSigned(), random.nextSigned())
      let square = x * x + y * y
      guard square <= 1 else { continue }
      let pull = square.squareRoot() * radiusMeters / metersPerDegree
      return (y * pull, x * pull / narrowing)
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension StubRandom {
  fileprivate mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  fileprivate mutating func nextSigned() -> Double { Double(next() >> 11) * 0x1p-52 - 1 }
}
