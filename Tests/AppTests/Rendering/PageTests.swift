import Domain
import TestSupport
import Testing

@testable import App

struct PageTests {
  private func page(_ places: [FoundPlace], attribution: String? = nil) throws -> String {
    try text(of: .samples(places, attribution: attribution))
  }

  private func text(of result: PlaceResult, in language: Language = .english) throws -> String {
    var text = ""
    var output = ChunkedOutput { bytes throws(FileFailure) in text += String(decoding: bytes, as: UTF8.self) }
    try ResultPage(language: language).write(result, to: &output)
    try output.flush()
    return text
  }

  @Test func `the policy names the script and the style by their hashes`() async throws {
    for (name, bytes) in [("script-src", Array(ResultPage.script)), ("style-src", ResultPage.style)] {
      let command = "sha256sum || shasum -a 256"
      var program = Invocation("/bin/sh", ["-c", command], environment: ["PATH": "/usr/bin:/bin"])
      program.input = String(decoding: bytes, as: UTF8.self)
      let digits = try await program.run().output.prefix(64)
      let sum = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
      try #require(sum.count == 32)
      let hash = Base64.text(of: sum)
      #expect(ResultPage.policy.contains("\(name) 'sha256-\(hash)';"), "\(name): the hash is now \(hash)")
    }
  }

  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("주", "7KO8")])
  func `bytes are base64`(text: String, base64: String) {
    #expect(Base64.text(of: Array(text.utf8)) == base64)
  }

  @Test func `a name cannot break out of its cell`() throws {
    let evil = "</script><script>alert(1)</script>\"'&\u{202E}\u{0}"
    let page = try page([.named(evil)], attribution: evil)
    #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;"))
    #expect(page.components(of: "<script").count == 3)
    #expect(page.components(of: "</script>").count == 3)
    #expect(!page.contains("\u{202E}"))
  }

  @Test func `a map of places on both sides of the antimeridian shows the small box around them`() throws {
    let places = [try FoundPlace.at(1, 179), try FoundPlace.at(-1, -179)]
    let query = try PlaceQuery(categories: [.any], area: .anywhere(center: nil))
    let page = try text(of: PlaceResult(.collection(places, source: .index), to: query))
    #expect(page.contains(#""extent":[11119"#))
    #expect(try !text(of: PlaceResult(.collection([], source: .index), to: query)).contains("\"extent\":"))
  }

  @Test func `a made-up place leads nowhere, and a real one without a page to its point on a map`() throws {
    let place = FoundPlace.named("카페")
    let madeUp = try page([place])
    #expect(madeUp.contains(">카페</th>"))
    // Before the script, the only links are in the table; the script uses the same addresses.
    let table = madeUp.components(of: "<script").first.map(String.init) ?? ""
    #expect(!table.contains("<a "))
    let query = try PlaceQuery(categories: [.group(.cafe)], area: .anywhere(center: nil))
    let real = try text(of: PlaceResult(.collection([place], source: .index), to: query))
    #expect(real.contains("<a target=\"_blank\" rel=\"noopener noreferrer\" data-page=\"no\" href=\"https://"))
    let script = String(decoding: Array(ResultPage.script), as: UTF8.self)
    #expect(script.contains("const isMadeUp = result.meta.source === \"sample\";"))
    #expect(madeUp.contains("\"source\":\"sample\""))
  }

  @Test func `a name and an address are in the language of their letters, and the page in English`() throws {
    let page = try page([.named("강남역 카페", roadAddress: "서울 강남구 강남대로 1"), .named("Café"), .full])
    #expect(page.contains("<html lang=\"en\">"))
    #expect(page.contains("<th scope=\"row\" dir=\"auto\" lang=\"ko\">강남역 카페</th>"))
    #expect(page.contains("<td lang=\"ko\">서울 강남구 강남대로 1</td>"))
    #expect(page.contains("<th scope=\"row\" dir=\"auto\" lang=\"\">Café</th>"))
    #expect(page.contains("lang=\"ko\">강남역 카페</text>") || page.contains("×3"))
    #expect(page.contains("<td class=\"kind\">cafe</td>"))
  }

  @Test(arguments: [
    ("cafe near a", "cafe near a"), ("cafe near 강남역", "cafe near <span lang=\"ko\">강남역</span>"),
    ("ㅋ b 서울 강남구 1 <c>", "<span lang=\"ko\">ㅋ</span> b <span lang=\"ko\">서울 강남구</span> 1 &lt;c&gt;"),
    ("강남역 カフェ", "<span lang=\"ko\">강남역</span> <span lang=\"ja\">カフェ</span>"), ("", ""), (" a  b", " a  b"),
  ])
  func `names within a sentence are in their language`(sentence: String, html: String) {
    var bytes: [UInt8] = []
    bytes.appendHTML(sentence: sentence)
    #expect(String(decoding: bytes, as: UTF8.self) == html)
  }

  @Test func `a page loads nothing from outside`() throws {
    let page = try page(FoundPlace.around(.gangnam, count: 3))
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
    for word in ["src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "eval(", "style=\""] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    ("https://place.map.kakao.com/1", "https://place.map.kakao.com/1"),
    ("http://a.example/?a=1&b=\"", "http://a.example/?a=1&b=\""),
    ("javascript:alert(1)", nil), ("data:text/html,x", nil), ("//a.example", nil), ("https:a", nil), ("", nil),
    ("https://a b", nil), ("-https://a", nil), ("JavaScript://x%0aalert(1)", nil),
    ("https://a/;https://b/", "https://a/"), ("https://a/;x=1; HTTP://b/", "https://a/;x=1"),
    ("https://a/;jsessionid=1", "https://a/;jsessionid=1"),
  ])
  func `only pages are linked`(url: String, address: String?) {
    let place = Place(id: "1", name: "a", coordinate: .gangnam, group: nil, url: url)
    #expect(place.pageAddress == address)
    #expect(place.browserAddress.hasPrefix("http"))
  }

  @Test func `query, completeness, source and attribution are at the top`() throws {
    let page = try page(FoundPlace.around(.gangnam, count: 2), attribution: "© OpenStreetMap contributors")
    #expect(
      page.contains("<h1>cafe within 1 km of 37.4979,127.0276</h1><p>2 places, complete · source: the bundled sample")
    )
    #expect(page.contains("· © OpenStreetMap contributors</p>"))
    #expect(page.components(of: "<tr data-lat").count == 3)
  }

  @Test func `the licence is a link`() throws {
    let page = try page(
      [.full],
      attribution: "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"
    )
    let link = "<a target=\"_blank\" rel=\"noopener noreferrer\" href=\"https://www.openstreetmap.org/copyright\">"
    #expect(page.contains("\(link)© OpenStreetMap contributors, ODbL 1.0</a></p>"))
    #expect(
      try !self.page([.full], attribution: "x, https://a b").contains(
        "<a target=\"_blank\" rel=\"noopener noreferrer\" href=\"https://a"
      )
    )
  }

  @Test(arguments: [
    (Language.english, "Mon–Fri 9:00–18:00 · wheelchair yes · takeaway only"),
    (.korean, "월–금 9:00–18:00 · 휠체어 가능 · 포장 전용"),
  ])
  func `what visitors ask for first is apart from the other attributes`(language: Language, text: String) throws {
    let attributes = [
      ("cuisine", "coffee"), ("opening_hours", "Mo-Fr 09:00-18:00"), ("takeaway", "only"), ("wheelchair", "yes"),
    ].map { PlaceAttribute(key: $0.0, value: $0.1) }
    let place = Place(id: "node/<1>", name: "a", coordinate: .gangnam, group: .cafe, attributes: attributes)
    let page = try self.text(of: .samples([FoundPlace(place: place, distance: nil)]), in: language)
    #expect(page.contains(">\(text)</td>") && page.contains(">cuisine coffee</td></tr>"))
    #expect(page.contains("data-id=\"node/&lt;1&gt;\""))
  }

  @Test func `along a line, a place has its offset and its distance from the line`() throws {
    let place = FoundPlace.named("a").place
    let found = FoundPlace(place: place, distance: Distance(meters: 98), along: Distance(meters: 2_310))
    #expect(try page([found]).contains("<td class=\"short\">2.3 km · 98 m off</td>"))
    #expect(try text(of: .samples([found]), in: .korean).contains("<td class=\"short\">2.3 km · 옆 98 m</td>"))
  }

  @Test func `a column that is empty for all places is left out, and coordinates have five decimals`() throws {
    let place = Place(id: "1", name: "a", coordinate: try Coordinate(latitude: 37.4979123, longitude: 127), group: nil)
    let page = try page([FoundPlace(place: place, distance: nil)])
    let headings = page.split(separator: "data-key=\"").dropFirst().compactMap { $0.split(separator: "\"").first }
    #expect(headings.suffix(3) == ["number", "name", "at"], "\(headings)")
    #expect(page.contains("<td class=\"at\">37.49791,127</td>") && page.contains("data-lat=\"37.4979123\""))
    #expect(try self.page([.full]).contains("data-key=\"phone\""))
  }

  @Test func `what is outside a declared coverage is hatched, and nothing without one`() throws {
    let radius = try #require(Distance(meters: 300).flatMap(SearchRadius.init))
    let query = try PlaceQuery(categories: [.any], area: .circle(center: .gangnam, radius: .standard))
    func page(_ gap: PlaceCollection.Gap?) throws -> String {
      let collection = PlaceCollection.collection([.named("카페")], isComplete: gap == nil, gap: gap, source: .index)
      return try text(of: PlaceResult(collection, to: query))
    }
    let hatched = try page(.beyondCoverage([.circle(center: .gangnam, radius: radius)]))
    let box = SearchArea.box(try BoundingBox(west: 127.02, south: 37.49, east: 127.03, north: 37.5), center: nil)
    #expect(box.rings.count == 1 && box.rings[0].count == 260)
    #expect(hatched.contains("hatched: outside the coverage of the index"))
    #expect(hatched.contains("<p>1 place; the area extends beyond the data · "))
    #expect(hatched.contains("fill=\"url(#hatch)\" mask=\"url(#outside)\""))
    #expect(hatched.contains("<path class=\"covered\" d=\"M"))
    for gap in [nil, PlaceCollection.Gap.undeclaredCoverage(path: "a.pfx")] {
      let page = try page(gap)
      #expect(!page.contains("url(#hatch)") && !page.contains("<path class=\"covered\""))
    }
  }

  @Test func `a place has its opening hours if the query asks for them`() throws {
    let coordinate = Coordinate.gangnam
    let minute = try #require(LocalTime("2026-11-28T12:00")).minute
    let openings = ["10:00-22:00", "14:00-22:00", nil].map { text in
      guard let hours = text.flatMap(OpeningHours.init) else { return PlaceOpening.unknown }
      let locality = Locality(coordinate: coordinate, holidays: nil, zone: TimeZoneRules(secondsAheadOfUTC: 0))
      return PlaceOpening(hours.status(at: minute, in: locality), at: minute, since: nil, in: locality.zone)
    }
    var match = PlaceMatch(categories: [.group(.cafe)])
    let plain = PlaceCollection.collection([.named("카페")], source: .index)
    #expect(
      try !text(of: PlaceResult(plain, to: PlaceQuery(match, area: .anywhere(center: nil)))).contains("data-state")
    )
    var collection = PlaceCollection.collection(openings.map { FoundPlace.named("카페").opening($0) }, source: .index)
    match.opening = OpeningCondition(time: LocalTime("2026-11-28T12:00").map(OpeningCondition.Time.local))
    collection.undecidedCount = 2
    let page = try text(of: PlaceResult(collection, to: PlaceQuery(match, area: .anywhere(center: nil))))
    #expect(page.contains("2 places with unknown opening hours left out"))
    for cell in ["open\">open until 22:00", "closed\">closed, opens 14:00", "unknown\">hours unknown"] {
      #expect(page.contains("<td class=\"short\" data-state=\"\(cell)</td>"), "\(cell)")
    }
  }

  @Test(arguments: [("", "/run/page.html"), ("-o -x.html", "./-x.html"), ("-o a.html -f html", "a.html")])
  func `a page is opened after it was written`(options: String, address: String) async {
    let run = Run(desktop: StubDesktop())
    let outcome = await run("-c gas --at 37.4979,127.0276 --open \(options)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(run.desktop?.opened == [address])
    #expect(outcome.errors.contains("Opened "))
    #expect(await run("-c gas --at 37.4979,127.0276 --open -o b.html --quiet").errors.isEmpty)
    #expect(run.files[address.hasPrefix("./") ? "-x.html" : address]?.hasPrefix("<!doctype html>") == true)
  }

  @Test func `a query that fails leaves no page`() async {
    let run = Run(provider: StubProvider(.failure(.keyMissing(.kakao))), desktop: StubDesktop())
    #expect(await run("-c gas --at 37.4979,127.0276 --open").status == 3)
    #expect(run.files["/run/page.html"] == nil && run.desktop?.opened == [])
  }

  @Test(arguments: [("-f json", 2), ("-o -", 2), ("-o x.csv", 2), ("", 1)])
  func `a page that cannot be opened is reported`(options: String, status: Int32) async {
    let run = Run(desktop: StubDesktop(opens: false))
    let outcome = await run("-c gas --at 37.4979,127.0276 --open \(options)")
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(status == 2 || outcome.errors.contains("/run/page.html, but xdg-open could not open it (exit status 3)"))
    #expect(!outcome.errors.contains("Opened "))
  }
}

extension String {
  fileprivate func components(of separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
