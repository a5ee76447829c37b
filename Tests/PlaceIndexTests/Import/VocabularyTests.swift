import Domain
import Testing

@testable import PlaceIndex

/// Every vocabulary puts a type of place into the same group, which is that of Kakao.
@Suite struct VocabularyTests {
  /// A type of place, in the words of each vocabulary that has some; several are separated by `|`.
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

  static let placeTypes = String(decoding: PackageResources.placeTypes_txt, as: UTF8.self)
    .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(PlaceType.init)

  /// Imports a row for each word and gives the groups of those rows, by what the row is called.
  private func groups(
    _ words: (PlaceType) -> String,
    header: String = "",
    file: String = "input",
    row: (_ word: String, _ name: String, _ number: Int) -> String
  ) throws -> [String: CategoryGroup?] {
    var text = header
    var number = 0
    for placeType in Self.placeTypes {
      for word in words(placeType).split(separator: "|") {
        number += 1
        text += row(String(word), "\(placeType.name): \(word)", number) + "\n"
      }
    }
    return Dictionary(uniqueKeysWithValues: try ImportedPlaces(text, name: file).rows.map { ($0.name, $0.group) })
  }

  private func expect(_ groups: [String: CategoryGroup?], are words: (PlaceType) -> String, in vocabulary: String) {
    for placeType in Self.placeTypes {
      for word in words(placeType).split(separator: "|") {
        let found = groups["\(placeType.name): \(word)"]
        #expect(found == .some(placeType.group), "\(vocabulary): \(placeType.name): \(word)")
      }
    }
  }

  @Test func `every vocabulary of open data puts a type of place into the same group`() throws {
    let json = { (number: Int, name: String, rest: String) in
      #"{"id":"\#(number)","lat":37.\#(100 + number),"lng":127.1,"name":"\#(name)",\#(rest)}"#
    }
    expect(
      try groups(\.osm) { word, name, number in
        let parts = word.split(separator: "=")
        return json(number, name, #""\#(parts[0])":"\#(parts[1])""#)
      },
      are: \.osm,
      in: "osm"
    )
    expect(
      try groups(\.overture) { word, name, number in json(number, name, #""categories":{"primary":"\#(word)"}"#) },
      are: \.overture,
      in: "overture"
    )
    expect(
      try groups(\.foursquare) { word, name, number in
        #"{"fsq_place_id":"\#(number)","latitude":37.\#(100 + number),"longitude":127.1,"name":"\#(name)","fsq_category_labels":["\#(word)"]}"#
      },
      are: \.foursquare,
      in: "foursquare"
    )
    expect(
      try groups(\.semas, header: "상가업소번호,상호명,상권업종소분류코드,상권업종소분류명,경도,위도\n") { word, name, number in
        "\(number),\(name),\(word),,127.1,37.\(100 + number)"
      },
      are: \.semas,
      in: "semas"
    )
    expect(
      try groups(\.industry, header: "상가업소번호,상호명,상권업종소분류코드,표준산업분류코드,경도,위도\n") { word, name, number in
        "\(number),\(name),,\(word),127.1,37.\(100 + number)"
      },
      are: \.industry,
      in: "ksic"
    )
    expect(
      try groups(\.licence, header: "관리번호,인허가일자,사업장명,업태구분명,좌표정보(X),좌표정보(Y)\n", file: "인허가.csv") { word, name, number in
        "\(number),20200101,\(name),\(word),\(198_000 + number),451000.5"
      },
      are: \.licence,
      in: "localdata"
    )
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
}
