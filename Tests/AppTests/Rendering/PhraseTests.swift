import Domain
import TestSupport
import Testing

@testable import App

struct PhraseTests {
  @Test(arguments: Phrase.allCases)
  func `a phrase has the same values in both languages`(phrase: Phrase) {
    let texts = Language.allCases.map { phrase.text($0) }
    let values = texts.map { text in ["{0}", "{1}"].filter(text.contains) }
    #expect(values[0] == values[1] && texts.allSatisfy { !$0.isEmpty }, "\(texts)")
    for language in Language.allCases {
      let text = phrase.text(language, "<a>", "<b>")
      #expect(!text.contains("{") && text.contains("<a>") == values[0].contains("{0}"), "\(text)")
    }
  }

  @Test func `counts are in the plural where a language has one`() {
    #expect(Phrase.count(of: 1, in: .english) == "1 place" && Phrase.count(of: 2, in: .english) == "2 places")
    #expect(Phrase.count(of: 2, total: 5, isComplete: false, in: .korean) == "장소 5곳 중 2")
    #expect(Phrase.count(of: 5, total: 5, isComplete: false, in: .english) == "5 places")
    #expect(Phrase.count(of: 0, total: 5, isComplete: true, in: .english) == "0 of 5 places")
  }

  @Test(arguments: Language.allCases)
  func `every place anywhere is said without repeating a word`(language: Language) throws {
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let words = query.sentence(in: language).split(separator: " ").filter { $0 != "·" }
    #expect(Set(words).count == words.count, "\(words)")
  }

  @Test(arguments: [
    ("", "en_US.UTF-8", false), ("", "ko_KR.UTF-8", true), ("--lang en", "ko_KR.UTF-8", false),
    ("--lang ko", "C.UTF-8", true),
  ])
  func `the option, or else the locale, chooses the language`(option: String, locale: String, isKorean: Bool) async {
    let places = FoundPlace.around(.gangnam, count: 3)
    let run = Run(environment: ["LANG": locale], provider: StubProvider(.success(.collection(places, source: .sample))))
    let page = await run("-c cafe --at 37.4979,127.0276 -f html \(option)").output
    #expect(page.contains("<html lang=\"ko\">") == isKorean && page.contains(">거리</th>") == isKorean)
    #expect(page.contains("<h1>cafe within 1 km of 37.4979,127.0276</h1>") != isKorean)
    #expect(page.contains("37.4979,127.0276에서 1 km 이내") == isKorean)
    let table = await run("-c cafe --at 37.4979,127.0276 -f table \(option)").output
    #expect(table.contains("거리  이름") == isKorean && table.contains("DISTANCE") != isKorean, "\(table)")
    let json = await run("-c cafe --at 37.4979,127.0276 -f json").output
    #expect(json.contains("\"category\":[\"cafe\"]") && !json.contains("거리"))
  }

  @Test func `a language without words is refused`() async {
    #expect(await Run()("-c cafe --at 37.4979,127.0276 -f html --lang fr").status == 2)
    #expect(await Run()("-c cafe --at 37.4979,127.0276 -f json --lang ko").status == 2)
  }
}
