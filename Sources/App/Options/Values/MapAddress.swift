import Domain
import System

/// Reads the coordinate in a map URL of Kakao, Naver, Google, Apple, OpenStreetMap, Bing or Waze.
///
/// Makes no request. URLs of other sites are read only if they name or mark latitude and longitude, because some sites,
/// such as Yandex, write longitude first.
struct MapAddress {
  /// Hosts of short links, which contain no coordinate.
  private static let shortHosts = [
    "goo.gl", "maps.app.goo.gl", "g.co", "naver.me", "kko.to", "kko.kakao.com", "osm.org", "bit.ly", "me2.do",
  ]

  /// Domains and schemes of app links that write latitude first.
  private static let knownHosts = [
    "kakao.com", "daum.net", "naver.com", "apple.com", "openstreetmap.org", "osm.org", "bing.com", "waze.com",
    "kakaomap", "daummaps", "nmap", "tmap", "comgooglemaps", "waze",
  ]

  /// The host, or the scheme of an app link.
  let host: String
  /// The names and values of the query and the fragment.
  private let parameters: [(name: String, value: String)]
  /// The decoded parts of the path.
  private let path: [String]
  /// The whole decoded URL.
  private let text: String

  /// Parses a URL; returns `nil` for other text.
  init?(_ text: String) {
    let text = text.trimmed
    guard let mark = text.firstRange(of: "://"), !text.contains(where: \.isWhitespace) else {
      return nil
    }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard !scheme.isEmpty, scheme.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "+" }) else { return nil }
    let rest = text[mark.upperBound...]
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let host = rest[..<hostEnd].lowercased()
    self.host = scheme == "http" || scheme == "https" ? String(host.prefix { $0 != ":" }) : scheme
    let tail = rest[hostEnd...]
    let pathEnd = tail.firstIndex { "?#".contains($0) } ?? tail.endIndex
    path = tail[..<pathEnd].split(separator: "/").map(Self.decoded)
    parameters = tail[pathEnd...].split { "?#&".contains($0) }.map { part in
      let name = part.prefix { $0 != "=" }
      return (name.lowercased(), Self.decoded(part.dropFirst(name.count + 1)))
    }
    self.text = Self.decoded(tail)
  }

  var isShort: Bool { Self.shortHosts.contains(host) }

  /// Whether two numbers without names are a latitude and a longitude.
  var isKnown: Bool {
    Self.knownHosts.contains { host == $0 || host.hasSuffix(".\($0)") } || host.split(separator: ".").contains("google")
  }

  /// The coordinate in the URL; `nil` if it has none.
  ///
  /// The end of a route and a marker take precedence over the centre of the map.
  var coordinate: Coordinate? {
    isKnown ? routeEnd ?? marker ?? pair ?? single ?? shortCode ?? inPath ?? middle : pair ?? middle
  }

  /// The end of a Google route: `/maps/dir/37.5,127/37.4979,127.0276/@…`, or `!1d127.0276!2d37.4979` after names.
  private var routeEnd: Coordinate? {
    guard path.contains("dir") else { return nil }
    for part in path.reversed() where !part.hasPrefix("@") && !part.hasPrefix("data=") {
      if let coordinate = Self.coordinate(atStartOf: part) { return coordinate }
      break
    }
    return numbers(after: "!1d", "!2d").last.flatMap { Self.coordinate($0.second, $0.first) }
  }

  /// A Google marker: `!3d37.4979!4d127.0276`.
  private var marker: Coordinate? {
    numbers(after: "!3d", "!4d").compactMap { Self.coordinate($0.first, $0.second) }.last
  }

  /// Returns the pairs of numbers that follow two prefixes.
  private func numbers(after first: String, _ second: String) -> [(first: Substring, second: Substring)] {
    text[...].split(separator: first, omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let number = part.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      let rest = part.dropFirst(number.count)
      guard rest.hasPrefix(second) else { return nil }
      return (number, rest.dropFirst(second.count).prefix { $0.isNumber || $0 == "." || $0 == "-" })
    }
  }

  /// An OpenStreetMap short code, `osm.org/go/0EEQjE--`.
  ///
  /// Each letter holds three bits of longitude and three of latitude, alternating.
  private var shortCode: Coordinate? {
    guard ["osm.org", "www.osm.org", "openstreetmap.org", "www.openstreetmap.org"].contains(host), path.count == 2,
      path[0] == "go"
    else { return nil }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")
    var x: UInt64 = 0
    var y: UInt64 = 0
    var bits: UInt64 = 0
    // Older URLs use `@` instead of `~`; `-` and `=` encode the zoom.
    for letter in path[1].prefix(10) where letter != "-" && letter != "=" {
      guard let digit = letters.firstIndex(of: letter == "@" ? "~" : letter) else { return nil }
      for pair in stride(from: 4, through: 0, by: -2) {
        x = x << 1 | UInt64(digit >> (pair + 1) & 1)
        y = y << 1 | UInt64(digit >> pair & 1)
      }
      bits += 3
    }
    guard bits > 0 else { return nil }
    // The centre of the cell that these bits identify.
    let cells = Double(UInt64(1) << bits)
    return try? Coordinate(
      latitude: (Double(y) + 0.5) / cells * 180 - 90,
      longitude: (Double(x) + 0.5) / cells * 360 - 180
    )
  }

  /// Whether the point uses Kakao's own coordinate system, `urlX=506189&urlY=1110914`, which isn't converted.
  var isInKakaoCoordinates: Bool {
    coordinate == nil && (host.hasSuffix("kakao.com") || host.hasSuffix("daum.net"))
      && [("urlx", "urly"), ("x", "y")].contains { x, y in
        [x, y].allSatisfy { name in self[name].flatMap { NumberParser.number($0) } != nil }
      }
  }

  /// A latitude parameter and a longitude parameter.
  private var pair: Coordinate? {
    for (latitude, longitudes) in [
      ("mlat", ["mlon"]), ("lat", ["lng", "lon", "long"]), ("latitude", ["longitude"]), ("dlat", ["dlng"]),
      ("y", ["x"]), ("goaly", ["goalx"]),
    ] {
      guard let first = self[latitude], let second = longitudes.lazy.compactMap({ self[$0] }).first else { continue }
      if let coordinate = Self.coordinate(first, second) { return coordinate }
    }
    return nil
  }

  /// The coordinate in a single parameter, latitude first.
  ///
  /// Naver's map centre has longitude first, or metres.
  private var single: Coordinate? {
    for name in [
      "q", "query", "daddr", "destination", "coordinate", "ll", "center", "viewpoint", "cbll", "sll", "near", "p", "ep",
      "rp", "loc", "location", "at", "cp", "dest",
    ] {
      if let value = self[name], let coordinate = Self.coordinate(atStartOf: value) { return coordinate }
    }
    guard let numbers = self["c"]?.split(separator: ",").map({ NumberParser.number($0) }), numbers.count >= 2,
      let first = numbers[0], let second = numbers[1]
    else { return nil }
    if abs(first) > 180 { return Self.coordinate(eastingInMeters: first, northingInMeters: second) }
    // `c=15.00,0,0,0,dh` has only a zoom.
    guard numbers.count < 4 || first > 90 || second > 90 else { return nil }
    return abs(first) > 90
      ? try? Coordinate(latitude: second, longitude: first) : try? Coordinate(latitude: first, longitude: second)
  }

  /// The centre of the map: `@37.4979,127.0276,15z`, `#map=17/37.4979/127.0276`.
  private var middle: Coordinate? {
    if let value = self["map"] {
      let numbers = value.split(separator: "/")
      if numbers.count >= 3, let coordinate = Self.coordinate(numbers[1], numbers[2]) { return coordinate }
    }
    for part in path where part.hasPrefix("@") {
      if let coordinate = Self.coordinate(atStartOf: String(part.dropFirst())) { return coordinate }
    }
    return nil
  }

  /// A part of the path: `/link/map/강남역,37.4979,127.0276`, `/search/37.4979,+127.0276`, `/place/37°29'52"N+127°1'39"E`;
  /// or the end of a Naver route in metres: `/directions/…/14140647,4508736,강남역/-/transit`.
  private var inPath: Coordinate? {
    for part in path.reversed() where !part.hasPrefix("@") && !part.hasPrefix("data=") {
      let words = part.split(separator: ",").map { word in String(word.drop { $0 == "+" || $0 == " " }) }
      if words.count >= 2 {
        if let coordinate = Self.coordinate(words[words.count - 2], words[words.count - 1]) { return coordinate }
        if let x = NumberParser.number(words[0]), let y = NumberParser.number(words[1]), abs(x) > 180 {
          return Self.coordinate(eastingInMeters: x, northingInMeters: y)
        }
      }
      if let coordinate = Self.angles(part) { return coordinate }
    }
    return nil
  }

  private subscript(name: String) -> String? { parameters.first { $0.name == name && !$0.value.isEmpty }?.value }

  /// Returns the coordinate at the start of a value such as `37.5,127,17z` or `loc:37.5,127`.
  private static func coordinate(atStartOf value: String) -> Coordinate? {
    let value = value.hasPrefix("loc:") ? Substring(value.dropFirst(4)) : value[...]
    let words = value.split { $0 == "," || $0 == "~" || $0 == "'" }
      .map { word in String(word.drop { $0 == "+" || $0 == " " }) }
    if words.count >= 2, let coordinate = coordinate(words[0], words[1]) { return coordinate }
    return angles(String(value))
  }

  /// Reads degrees, minutes and seconds, with plus signs instead of spaces.
  private static func angles(_ text: String) -> Coordinate? {
    guard text.contains("°") else { return nil }
    return try? CoordinateParser.coordinate(String(text.map { $0 == "+" ? " " : $0 }))
  }

  private static func coordinate(_ latitude: some StringProtocol, _ longitude: some StringProtocol) -> Coordinate? {
    guard let latitude = NumberParser.number(latitude), let longitude = NumberParser.number(longitude) else {
      return nil
    }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Converts spherical Mercator coordinates (EPSG:3857), which older Naver URLs use.
  private static func coordinate(eastingInMeters easting: Double, northingInMeters northing: Double) -> Coordinate? {
    let radius = 6_378_137.0
    let latitude = (2 * atan(exp(northing / radius)) - .pi / 2) * 180 / .pi
    return try? Coordinate(latitude: latitude, longitude: easting / radius * 180 / .pi)
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let digits = String(rest.prefix(2)),
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
