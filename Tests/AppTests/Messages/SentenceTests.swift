import Domain
import Testing

@testable import App

struct SentenceTests {
  private func report(used: Int) -> QuotaReport {
    QuotaReport(
      service: .kakao,
      day: "2026-11-22",
      uses: [QuotaUse(call: .keyword, today: used, month: used)],
      resetsAtSeconds: 7_200,
      nowSeconds: 0
    )
  }

  @Test(
    arguments: [
      (0, 100_000, nil), (99_990, 10, nil), (99_990, 11, "it takes 2 days"), (0, 100_001, "it takes 2 days"),
      (100_000, 1, "it takes from 2 h 0 min on, 1 day"), (0, 250_000, "it takes 3 days"),
    ] as [(Int, Int, String?)]
  )
  func `requests beyond the allowance are reported, with their days`(used: Int, requests: Int, part: String?) {
    let sentence = QuotaSentence(report: report(used: used), call: .keyword, requests: requests).sentence
    #expect((sentence == nil) == (part == nil))
    if let part { #expect(sentence?.contains(part) == true, "\(sentence ?? "")") }
  }

  @Test func `a query is written as its command line`() throws {
    let query = try PlaceQuery(
      categories: [.group(.cafe), .group(.bank)],
      text: SearchText("a b"),
      area: .circle(center: Coordinate(latitude: 37.5, longitude: 127), radius: .standard)
    )
    let asked = AskedQuery(query: query, amount: .collection(.all))
    #expect(CommandLineFormatter(asked: asked).line == "-c cafe,bank -q 'a b' --at 37.5,127 -n all")
  }

  @Test(arguments: [(0.0, "north"), (44, "north-east"), (180, "south"), (359, "north"), (270, "west")])
  func `directions`(bearing: Double, name: String) { #expect(PlaceCard.direction(bearing) == name) }
}
