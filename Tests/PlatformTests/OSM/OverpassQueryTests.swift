import Domain
import Foundation
import PlaceIndex
import TestSupport
import Testing

@testable import Platform
@testable import Rows

struct OverpassQueryTests {
  private func query(_ categories: [PlaceCategory], text: String? = nil, in area: SearchArea) throws -> OverpassQuery {
    try OverpassQuery(PlaceQuery(categories: categories, text: text.flatMap(SearchText.init), area: area))
  }

  @Test func `a query asks for nodes in the area, for outlines around it and for shapes that surround it`() throws {
    let box = try BoundingBox(west: 127, south: 37.5, east: 127.01, north: 37.51)
    let text = try query([.source("amenity=cafe"), .source("shop=coffee")], in: .box(box, center: nil)).text(
      in: OverpassTiles.box(around: .box(box, center: nil))
    )
    #expect(
      text == #"""
        [out:json][timeout:25][maxsize:67108864];
        is_in(37.5050000,127.0050000)->.a;
        (node["amenity"~"^(.*; *)?(cafe)( *;.*)?$",i](37.4999990,126.9999990,37.5100010,127.0100010);
        wr["amenity"~"^(.*; *)?(cafe)( *;.*)?$",i](37.4820118,126.9773236,37.5279882,127.0326764);
        wr["amenity"~"^(.*; *)?(cafe)( *;.*)?$",i](pivot.a);
        node["shop"~"^(.*; *)?(coffee)( *;.*)?$",i](37.4999990,126.9999990,37.5100010,127.0100010);
        wr["shop"~"^(.*; *)?(coffee)( *;.*)?$",i](37.4820118,126.9773236,37.5279882,127.0326764);
        wr["shop"~"^(.*; *)?(coffee)( *;.*)?$",i](pivot.a);
        );
        out count;
        out tags center qt;

        """#
    )
  }

  @Test func `the categories of a query share one clause a key`() throws {
    let filters = try query([.group(.gas), .group(.bank), .group(.subway)], in: Fixture.circle()).filters
    #expect(
      filters == [
        #"["amenity"~"^(.*; *)?(fuel|charging[ _-]station|bank|atm)( *;.*)?$",i]"#,
        #"["station"~"^(.*; *)?(subway|light[ _-]rail|monorail)( *;.*)?$",i]"#,
        #"["railway"="station"][~"^(subway|light_rail|monorail)$"~"^yes$"]"#,
        #"["public_transport"="station"][~"^(subway|light_rail|monorail)$"~"^yes$"]"#,
      ]
    )
  }

  @Test(
    arguments: [
      ("कैफ", ["name": "कैफे"], true), ("οδος", ["name:el": "ΟΔΟΣ"], true), ("cafe", ["NAME": "Cafe\u{301}"], true),
      ("A1", ["brand": "Ａ１"], true), ("--", ["name": "a--b"], true), ("cafe", ["name": "Bar"], false),
      ("ㅅㅌㅂ", ["name": "스타벅스"], true), ("ㅅㅌㄱ", ["name": "스타벅스"], false), ("ㅅㅌ", ["name:ko": "ㅅ타"], true),
      ("cafe", ["note": "cafe"], false),
    ] as [(String, [String: String], Bool)]
  )
  func `an element whose name has the word is expected`(word: String, tags: [String: String], isAccepted: Bool) throws {
    let expected = try query([], text: word, in: Fixture.circle()).expected
    #expect(expected.accept(tags) == isAccepted)
  }

  @Test(
    arguments: [
      (["amenity": "bar ;Charging station"], true), (["railway": "station", "subway": "yes"], true),
      (["station": "light-rail"], true), (["shop": "gas"], false), ([:], false),
    ] as [([String: String], Bool)]
  )
  func `an element that fits one clause of several is expected`(tags: [String: String], isAccepted: Bool) throws {
    let expected = try query([.group(.gas), .group(.subway)], in: Fixture.circle()).expected
    #expect(expected.accept(tags) == isAccepted)
  }

  @Test(
    arguments: [
      ("amenity=cafe;bar", "cafe;bar", true), ("amenity=cafe; Bar", "pub; cafe ;bar", true),
      ("amenity=cafe;bar", "cafe", false), ("amenity=bar;cafe", "cafe;bar", false),
      ("amenity=ice cream", "bar;ice_cream", true), ("AMENITY = Ice-Cream", "ice cream", true),
    ]
  )
  func `a tag in another spelling, or with several values, is queried and expected`(
    tag: String,
    value: String,
    isAccepted: Bool
  ) throws {
    let query = try query([.source(tag)], in: Fixture.circle())
    #expect(query.expected.accept(["amenity": value]) == isAccepted)
    let filter = try #require(query.filters.first)
    let pattern = try #require(filter.wholeMatch(of: #/\["amenity"~"(.*)",i\]/#)).output.1
    let expression = try NSRegularExpression(pattern: String(pattern), options: .caseInsensitive)
    let isMatch = expression.firstMatch(in: value, range: NSRange(value.startIndex..., in: value)) != nil
    #expect(isMatch == isAccepted, "\(filter)")
  }

  @Test(
    arguments: [
      ("shop=", "shop=*"), ("=cafe", nil), ("amenity!=cafe", "amenity=*"), ("amenity=caf*", "amenity=*"),
      ("amenity==cafe", "amenity=*"), ("amenity=;", "amenity=*"), ("AMENITY>=1", "amenity=*"), ("a*=b", "a=*"),
    ] as [(String, String?)]
  )
  func `an invalid tag is refused`(tag: String, nearest: String?) throws {
    #expect(throws: PlaceSearchError.unsupported(.category(tag, nearest: nearest))) {
      try query([.source(tag)], in: Fixture.circle())
    }
    #expect(!Service.osm.supports(.source(tag)))
  }

  @Test func `a kind is queried by its tags, a tag as written, and an invalid tag is refused`() throws {
    let dentist = try #require(Kind(slug: "dentist"))
    #expect(
      try query([.kind(dentist)], in: Fixture.circle()).filters == [
        #"["amenity"~"^(.*; *)?(dentist)( *;.*)?$",i]"#, #"["healthcare"~"^(.*; *)?(dentist)( *;.*)?$",i]"#,
      ]
    )
    let tags = try query([.source("shop=*"), .source("amenity=toilets")], in: Fixture.circle()).filters
    #expect(tags == [#"["shop"]"#, #"["amenity"~"^(.*; *)?(toilets)( *;.*)?$",i]"#])
    // Everything with a key that only places have, as in an OpenStreetMap file, and certain values of other keys.
    let all = try query([.any], in: Fixture.circle()).filters
    #expect(all.contains(#"["amenity"]"#) && all.contains(#"["leisure"]"#), "\(all)")
    #expect(all.contains { $0.hasPrefix(#"["highway"~"^(.*; *)?(bus[ _-]stop"#) }, "\(all)")
    #expect(throws: PlaceSearchError.unsupported(.category("고양이 카페 2"))) {
      try query([.source("고양이 카페 2")], in: Fixture.circle())
    }
  }

  @Test(arguments: [
    ("a ㅅㅌ", #"[~"name|brand"~"[ㅅ사-싷][ㅌ타-팋]",i]"#), ("12 ㅅ강", "[~\"name|brand\"~\"ㅅ(강|\u{1100}\u{1161}\u{11BC})\",i]"),
    (#"a 9"7"#, #"[~"name|brand"~"(9|⑨|⑲|９)(\"|«|»|“|”|„|‟|″|＂)(7|⑦|７)",i]"#),
    (#"a 9\7"#, #"[~"name|brand"~"(9|⑨|⑲|９)(\\\\|＼)(7|⑦|７)",i]"#),
    ("a (7.)", #"[~"name|brand"~"(\\(|（)(7|⑦|７)(\\.|．)(\\)|）)",i]"#),
  ])
  func `a name is queried by its longest word, escaped for an expression and a string`(
    text: String,
    filter: String
  ) throws {
    func filters(_ categories: [PlaceCategory]) throws -> [String] {
      try query(categories, text: text, in: Fixture.circle()).filters.map {
        $0.replacing(OverpassNamePattern.dropped, with: "")
      }
    }
    let own = try filters([])
    #expect(own.map { Array($0.utf8) } == [Array(filter.utf8)], "\(own)")
    #expect(try filters([.group(.pharmacy)]).allSatisfy { $0.hasSuffix(filter) })
  }
}

/// The server ignores case only; its result must contain all places that a local search finds.
struct OverpassWordTests {
  private static let names = [
    "Café Zoë", "İstanbul Kebap", "Łódzka", "Große Straße", "ΟΔΟΣ ΚΑΦΕΣ", "Ёлки", "O’Reilly’s", "Smørrebrød", "Nguyễn",
    "ＡＢＣ", "Œuvre", "Coca‑Cola", "Æbler", "스타벅스", "C+A (Haus)", "Rua “A”", "㈜한솥", "№15", "자이Ⅱ", "①번가",
    "ﾄｳｷｮｳ", "ｶﾞｽﾄ", "ﬁne", "zero\u{200B}width", "Ame\u{301}lie",
    "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "ⅷⅰ",
  ]

  @Test(
    arguments: [
      ("cafe zoe", 0), ("CAFÉ", 0), ("istanbul", 1), ("ISTANBUL", 1), ("lodzka", 2), ("strasse", 3), ("STRAßE", 3),
      ("οδος", 4), ("καφές", 4), ("елки", 5), ("o'reilly's", 6), ("O’REILLY", 6), ("smorrebrod", 7), ("nguyen", 8),
      ("abc", 9), ("oeuvre", 10), ("coca-cola", 11), ("aebler", 12), ("스타벅", 13), ("(haus)", 14), ("c+a", 14),
      ("\"a\"", 15), ("(주)한솥", 16), ("주)한", 16), ("no15", 17), ("o1", 17), ("자이ii", 18), ("이Ⅱ", 18),
      ("1번가", 19), ("トウキョウ", 20), ("ガスト", 21), ("fine", 22), ("ine", 22), ("zerowidth", 23), ("amelie", 24),
      ("한글", 25), ("ㅅㅌㅂㅅ", 13), ("ㅎㅅ", 16), ("viiii", 26), ("iiii", 26),
    ]
  )
  func `the expression of a word matches the names that a local search matches`(text: String, number: Int) throws {
    let sought = try #require(SearchText(text))
    let query = try OverpassQuery(PlaceMatch(categories: [], text: sought))
    let filter = try #require(query.filters.first)
    let pattern = try #require(filter.wholeMatch(of: #/\[~"name\|brand"~"(.*)",i\]/#)).output.1.replacing(
      #/\\(.)/#
    ) { $0.output.1 }
    let expression = try NSRegularExpression(pattern: String(pattern), options: .caseInsensitive)
    let matching = Self.names.indices.filter { index in
      let name = Self.names[index]
      return expression.firstMatch(in: name, range: NSRange(name.startIndex..., in: name)) != nil
    }
    // More than four letters that may be parts of characters are matched loosely.
    #expect(text == "viiii" ? matching.contains(number) : matching == [number])
    #expect(Self.names.indices.filter { query.expected.accept(["name": Self.names[$0]]) } == [number])
  }
}

struct OverpassTilesTests {
  private func parts(_ area: SearchArea, text: String? = nil) throws -> [BoundingBox] {
    let categories: [PlaceCategory] = text == nil ? [.group(.cafe)] : []
    let sought = text.flatMap(SearchText.init)
    return try OverpassTiles.tiles(of: PlaceQuery(categories: categories, text: sought, area: area))
  }

  private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> SearchArea {
    .box(try BoundingBox(west: west, south: south, east: east, north: north), center: nil)
  }

  @Test func `the box of a circle holds all of it, also across the antimeridian and at a pole`() throws {
    for (latitude, longitude) in [
      (0.0, 0.0), (37.5, 127), (-16.8, 179.99), (78.2, 15.6), (89.999, -30), (-60, -179.995),
    ] {
      let center = try Coordinate(latitude: latitude, longitude: longitude)
      let area = try OverpassTiles.box(around: .circle(center: center, radius: Fixture.radius(20_000)))
      for step in 0..<360 {
        // The point at 20 km in a direction, by the spherical law of cosines.
        let (angle, bearing, first) = (20_000 / 6_371_008.8, Double(step) * .pi / 180, latitude * .pi / 180)
        let sine = sin(first) * cos(angle) + cos(first) * sin(angle) * cos(bearing)
        let east = atan2(sin(bearing) * sin(angle) * cos(first), cos(angle) - sin(first) * sine)
        let point = (latitude: asin(sine) * 180 / .pi, longitude: longitude + east * 180 / .pi)
        #expect(area.south <= point.latitude && point.latitude <= area.north)
        let aside = (point.longitude - area.west + 720).truncatingRemainder(dividingBy: 360)
        #expect(aside <= area.width, "\(latitude) \(longitude) \(step)")
      }
    }
    let date = try Coordinate(latitude: 0, longitude: 179.99)
    let box = try OverpassTiles.box(around: .circle(center: date, radius: Fixture.radius(20_000)))
    #expect(box.overpassText == "-0.1798733,179.8101267,0.1798733,-179.8301267")
  }

  @Test func `a large area is queried in parts that cover it`() throws {
    let parts = try parts(box(126, 36, 129, 38))
    #expect(parts.count == 8)
    #expect(abs(parts.reduce(0) { $0 + $1.width * ($1.north - $1.south) } - 6) < 0.001)
    #expect(parts.allSatisfy { $0.width * ($0.north - $0.south) <= 1 })
    let across = try self.parts(box(179.9, -1, -179.9, 1))
    #expect(across.map(\.overpassText) == ["-1.0000010,179.8999990,1.0000010,-179.8999990"])
  }

  @Test(arguments: [-90, -89.99, -89.96, 85, 89.96, 90], [1_000, 5_000, 50_000.0])
  func `an area at a pole takes few requests`(latitude: Double, meters: Double) throws {
    let center = try Coordinate(latitude: latitude, longitude: 10)
    #expect(try parts(.circle(center: center, radius: Fixture.radius(meters))).count <= 8)
  }

  @Test func `a query that public servers forbid is refused before a request`() throws {
    #expect(throws: PlaceSearchError.unsupported(.categoryWithoutArea)) { try parts(.anywhere(center: nil)) }
    #expect(throws: PlaceSearchError.unsupported(.areaTooLarge(.osm, isText: false))) {
      try parts(box(-180, -60, 180, 60))
    }
    #expect(throws: PlaceSearchError.unsupported(.areaTooLarge(.osm, isText: true))) {
      try parts(box(1, 1, 3, 3), text: "x")
    }
    let tooFar = PlaceSearchError.unsupported(.radiusTooLarge(maximum: Service.osm.maximumRadius))
    #expect(throws: tooFar) { try parts(Fixture.circle(100_001)) }
  }

  @Test func `the tags of a group include those of its kinds`() {
    #expect(OSMTags.tags(of: .group(.gas)) == ["amenity=fuel", "amenity=charging_station"])
    #expect(OSMTags.tags(of: PlaceCategory(word: "doctor")) == ["amenity=doctors", "healthcare=doctor"])
    #expect(OSMTags.tags(of: .source("amenity=*")) == ["amenity=*"])
    #expect(OSMTags.tags(of: .source("gelato_shop")) == ["amenity=ice_cream"])
    #expect(OSMTags.tags(of: .source("invented")).isEmpty)
    #expect(OSMTags.tags(of: .source(" Public-Transport = Stop Area")) == ["public_transport=Stop Area"])
    #expect(OSMTags.tags(of: .source("ref:FR:FINESS=*")) == ["ref:FR:FINESS=*"])
  }
}
