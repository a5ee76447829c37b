import Domain
import TestSupport
import Testing

@testable import PlaceIndex
@testable import Rows

/// Every vocabulary assigns a type of place to the same group, which is Kakao's.
@Suite struct VocabularyTests {
  /// A type of place, in the words of each vocabulary that has it, separated by `|`.
  struct PlaceType: Sendable, CustomTestStringConvertible {
    let name: String
    let group: CategoryGroup?
    let words: [String]
    var testDescription: String { name }
    var osm: String { words[0] }
    var overture: String { words[1] }
    var foursquare: String { words[2] }
    var semas: String { words[3] }
    var industry: String { words[4] }
    var licence: String { words[5] }
    var everyday: String { words[6] }

    init(line: Substring) {
      let parts = line.split(separator: "; ").map { $0 == "-" ? "" : String($0) }
      name = parts[0]
      group = CategoryGroup.allCases.first { "\($0)" == parts[1] }
      words = Array(parts[2...])
    }
  }

  static let placeTypes = text(named: "placeTypes.txt")
    .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(PlaceType.init)

  /// Imports a row for each word, and expects the place in the group of its type.
  private func check(
    _ vocabulary: KeyPath<PlaceType, String>,
    header: String = "",
    file: String = "input",
    row: (_ word: Substring, _ name: String, _ number: Int) -> String
  ) throws {
    let types = Self.placeTypes.flatMap { type in
      type[keyPath: vocabulary].split(separator: "|").map { (type: type, word: $0) }
    }
    let rows = types.enumerated().map { row($1.word, "\($1.type.name): \($1.word)", $0 + 1) + "\n" }
    let places = try ImportedPlaces(header + rows.joined(), name: file).rows
    try #require(places.count == types.count)
    for (place, (type, word)) in zip(places, types) {
      #expect(place.group == type.group && place.name == "\(type.name): \(word)", "\(vocabulary)")
    }
  }

  @Test func `every vocabulary of open data puts a type of place into the same group`() throws {
    let json = { (number: Int, name: String, rest: String) in
      #"{"id":"\#(number)","lat":37.\#(100 + number),"lng":127.1,"name":"\#(name)",\#(rest)}"#
    }
    try check(\.osm) { word, name, number in
      let parts = word.split(separator: "=")
      return json(number, name, #""\#(parts[0])":"\#(parts[1])""#)
    }
    try check(\.overture) { json($2, $1, #""categories":{"primary":"\#($0)"}"#) }
    try check(\.foursquare) { word, name, number in
      #"{"fsq_place_id":"\#(number)","latitude":37.\#(100 + number),"longitude":127.1,"name":"\#(name)","#
        + #""fsq_category_labels":["\#(word)"]}"#
    }
    try check(\.semas, header: "상가업소번호,상호명,상권업종소분류코드,상권업종소분류명,경도,위도\n") {
      "\($2),\($1),\($0),,127.1,37.\(100 + $2)"
    }
    try check(\.industry, header: "상가업소번호,상호명,상권업종소분류코드,표준산업분류코드,경도,위도\n") {
      "\($2),\($1),,\($0),127.1,37.\(100 + $2)"
    }
    try check(\.licence, header: "관리번호,인허가일자,사업장명,업태구분명,좌표정보(X),좌표정보(Y)\n", file: "인허가.csv") {
      "\($2),20200101,\($1),\($0),\(198_000 + $2),451000.5"
    }
  }

  @Test func `a slug or typed word is a word of a category column, also as this program writes it`() throws {
    let words = PlaceCategory.everyWord.map { (word: $0, category: PlaceCategory(word: $0)) }
    let rows = words.enumerated().map { "\($0),\($1.word),,,\(30 + 0.001 * Double($0)),127" }
    let header = "name,category,category_name,kind,lat,lng"
    let tags = [
      "a,cafe,shop=bakery,bakery,37,127", "b,,amenity=toilets,,37,127", "c,,amenity=fuel,,37,127",
      "d,cafe,amenity=cafe;bank,,37,127", "e,cafe,cafe;bank,,37,127\n",
    ]
    let places = try ImportedPlaces(([header] + rows + tags).joined(separator: "\n")).rows
    for (place, (word, category)) in zip(places, words) {
      let kinds = if case .kind(let kind) = category { [kind] + kind.wider } else { [Kind]() }
      #expect(place.group == category.group && Set(place.kinds) == Set(kinds.map(\.slug)), "\(word)")
    }
    #expect(places.suffix(5).map(\.kinds) == [["bakery"], ["toilets"], [], [], []])
    #expect(places.suffix(5).map(\.group) == [.cafe, nil, .gas, .cafe, .cafe] && places.count == words.count + 5)
    #expect(places.suffix(2).allSatisfy { Set($0.groups) == [.cafe, .bank] })
  }

  @Test(arguments: [
    ("Schools", "school"), ("Mexican, Restaurants", "restaurant"), ("PHARMACIES", "pharmacy"), ("Churches", "church"),
    ("gas stations", "gas"), ("Public_Toilets", "toilets"), ("farmacias", "pharmacy"), ("Hotels, Motels", "hotel"),
    ("Cafés", "cafe"), ("Glass", nil), ("Ads", nil),
  ])
  func `a plural in a category column means its singular`(word: String, category: String?) throws {
    let rows = try ImportedPlaces("name,category,lat,lng\n가,\"\(word)\",37,127\n").rows
    let known = category.map { PlaceCategory(word: $0) }
    #expect(rows.map { $0.groups.isEmpty && $0.kinds.isEmpty } == [category == nil])
    if case .kind(let kind)? = known { #expect(rows[0].kinds.contains(kind.slug)) }
    if let group = known?.group { #expect(rows[0].groups.contains(group)) }
  }

  @Test func `every line of the table has nine parts, and a group that exists`() {
    #expect(Self.placeTypes.count == 38 && Self.placeTypes.allSatisfy { $0.words.count == 7 })
    #expect(Self.placeTypes.count { $0.group == nil } == 9)
  }

  @Test(arguments: placeTypes) func `everyday words mean the same`(placeType: PlaceType) {
    for word in placeType.everyday.split(separator: "|") {
      #expect(PlaceCategory(word: String(word)).group == placeType.group, "\(word)")
    }
  }

  @Test func `each tag of the table has a key that gives a category`() {
    for row in CategoryTable.standard.rows {
      for tag in row.words(in: .osm) {
        #expect(OSMTags.categoryKeys.contains(String(tag.prefix { $0 != "=" })), "\(tag)")
      }
    }
  }

  @Test func `a service's own names of kinds are read in its paths, besides the words that people type`() throws {
    let documents = [("1", "음식점 > 간식 > 떡,빵집"), ("2", "가정 > 빵집")].map {
      #"{"id":"\#($0)","place_name":"a","x":"127","y":"37.5","category_group_code":"","category_name":"\#($1)"}"#
    }
    let text = #"{"documents":[\#(documents.joined(separator: ","))]}"#
    func kinds(_ names: [Service.KindName]) throws -> [[String]] {
      var rules = ImportRules()
      rules.pathNames = names
      return try ImportedPlaces(text, rules: rules, name: "a.json").rows.sorted { $0.id < $1.id }.map(\.kinds)
    }
    #expect(try kinds([]) == [[], ["bakery"]])
    #expect(try kinds([.init("bakery", "떡,빵집")]) == [["bakery"], ["bakery"]])
  }
}
