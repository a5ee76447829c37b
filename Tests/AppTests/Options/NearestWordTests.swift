import Testing

@testable import App

@Suite
struct NearestWordTests {
  @Test(arguments: [
    ("gass", "gas"), ("gsa", "gas"), ("cofee", "coffee"), ("pharmcy", "pharmacy"), ("CAFFE", "cafe"), ("주유", "주유소"),
    ("convenience_stor", "convenience-store"),
  ])
  func `a typing error finds its word`(typed: String, word: String) {
    #expect(NearestWord.of(typed, among: ["gas", "cafe", "coffee", "pharmacy", "주유소", "convenience-store"]) == word)
  }

  @Test(arguments: [
    ("이마트", nil), ("스타벅스", nil), ("올리브영", nil), ("까페", "카페"), ("약극", "약국"), ("병언", "병원"), ("주유", "주유소"),
    ("GS25", nil), ("atm", nil), ("bus", nil), ("CU", nil), ("resturant", "restaurant"),
  ])
  func `a typed name is corrected only to a similar word`(typed: String, word: String?) {
    let words = ["gas", "cafe", "bar", "pub", "restaurant", "마트", "카페", "약국", "병원", "주유소", "CE7"]
    #expect(NearestWord.of(typed, among: words) == word)
  }

  @Test func `a part of a word finds it`() {
    #expect(NearestWord.of("name", among: ["id", "place_name", "address_name"]) == "place_name")
    #expect(NearestWord.of("station", among: ["gas-station"]) == "gas-station")
    #expect(NearestWord.of("nam", among: ["place_name"]) == nil)
    #expect(NearestWord.of("--out", among: ["--color", "--output"]) == "--output")
  }

  @Test(arguments: ["", "xyzzy", "q", String(repeating: "gas", count: 50)])
  func `a word without a similar one finds none`(typed: String) {
    #expect(NearestWord.of(typed, among: ["gas", "cafe", "coffee"]) == nil)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("same", "same", 0)])
  func `an edit is an insertion, a deletion, a replacement or a transposition`(from: String, to: String, distance: Int)
  {
    #expect(NearestWord.editDistance(Array(from), Array(to)) == distance)
  }
}
