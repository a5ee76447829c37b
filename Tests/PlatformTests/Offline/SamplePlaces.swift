import TestSupport

/// The source of the bundled sample: fictional places around 37.4979, 127.0276, always generated identically.
///
/// GeoJSON text with OSM tags, imported like any file. Names, addresses and telephone numbers are visibly fictional
/// (`샘플주유소 01`, `샘플로`, `02-000-00xx`); no real place is included.
enum SamplePlaces {
  /// The latitude of the sample's centre.
  static let latitude = 37.4979
  /// The longitude of the sample's centre.
  static let longitude = 127.0276
  /// The distance from the centre to the farthest places in metres.
  private static let radiusMeters = 2200.0

  /// A tag, the name of its places, and their number.
  private static let sourceCategories = """
    shop=supermarket 마트 16
    shop=convenience 편의점 60
    amenity=kindergarten 유치원 20
    amenity=school 학교 20
    amenity=prep_school 학원 32
    amenity=parking 주차장 32
    amenity=fuel 주유소 42
    station=subway 역 12
    amenity=bank 은행 24
    tourism=museum 미술관 16
    office=estate_agent 부동산 28
    amenity=townhall 주민센터 16
    tourism=attraction 명소 16
    tourism=hotel 호텔 20
    amenity=restaurant 식당 60
    amenity=cafe 카페 64
    amenity=clinic 의원 32
    amenity=pharmacy 약국 28
    """

  static var featureCollection: [UInt8] {
    var text = #"{"type":"FeatureCollection","features":["#
    var random = SeededRandom(20_261_121)
    var serial = 0
    for line in sourceCategories.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "=" }
      for number in 1...(Int(words[3]) ?? 1) {
        if serial > 0 { text += "," }
        serial += 1
        append(words, number: number, serial: serial, &random, to: &text)
      }
    }
    text += "]}\n"
    return Array(text.utf8)
  }

  private static func append(
    _ words: [Substring],
    number: Int,
    serial: Int,
    _ random: inout SeededRandom,
    to text: inout String
  ) {
    // Denser in the middle, like a town: the share of places within a distance is proportional to the distance.
    let (north, east) = pointInDisc(&random)
    let units = Int(((latitude + north) * 1e7).rounded())
    let eastUnits = Int(((longitude + east) * 1e7).rounded())
    text += #"{"type":"Feature","id":"sample/\#(serial)","properties":{"\#(words[0])":"\#(words[1])""#
    text += #","name":"샘플\#(words[2]) \#(padded(number, 2))""#
    text += #","addr:city":"샘플시","addr:street":"샘플로\#(1 + random.next(below: 30))길""#
    text += #","addr:housenumber":"\#(1 + random.next(below: 120))""#
    if random.next(below: 5) > 0 { text += #","phone":"02-000-\#(padded(serial, 4))""# }
    text += #"},"geometry":{"type":"Point","coordinates":["#
    text += "\(eastUnits / 10_000_000).\(padded(eastUnits % 10_000_000, 7))"
    text += ",\(units / 10_000_000).\(padded(units % 10_000_000, 7))]}}"
  }

  /// Returns a random point in the disc around the centre, in degrees from the centre.
  private static func pointInDisc(_ random: inout SeededRandom) -> (north: Double, east: Double) {
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

extension SeededRandom {
  fileprivate mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  fileprivate mutating func nextSigned() -> Double { Double(next() >> 11) * 0x1p-52 - 1 }
}
