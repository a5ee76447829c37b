import Testing

@testable import App

struct NearestWordTests {
  @Test(arguments: [
    ("gass", "gas"), ("gsa", "gas"), ("cofee", "coffee"), ("pharmcy", "pharmacy"), ("CAFFE", "cafe"), ("주유", "주유소"),
    ("convenience_stor", "convenience-store"), ("resturant", "restaurant"), ("까페", "카페"), ("약극", "약국"),
    ("병언", "병원"), ("이마트", nil), ("스타벅스", nil), ("올리브영", nil), ("GS25", nil), ("atm", nil), ("bus", nil),
    ("CU", nil), ("", nil), ("xyzzy", nil), ("q", nil), (String(repeating: "gas", count: 50), nil),
  ])
  func `a typing error finds its word, and a name of its own none`(typed: String, word: String?) {
    let words = [
      "gas", "cafe", "coffee", "pharmacy", "convenience-store", "bar", "pub", "restaurant", "주유소", "마트", "카페", "약국",
      "병원", "CE7",
    ]
    #expect(NearestWord.of(typed, among: words) == word)
  }

  @Test func `a part of a word finds it`() {
    #expect(NearestWord.of("name", among: ["id", "place_name", "address_name"]) == "place_name")
    #expect(NearestWord.of("station", among: ["gas-station"]) == "gas-station")
    #expect(NearestWord.of("nam", among: ["place_name"]) == nil)
    #expect(NearestWord.of("--out", among: ["--color", "--output"]) == "--output")
  }
}
