import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// What an earlier version has kept is used for as long as it is fresh.
@Suite(.timeLimit(.minutes(5))) struct EarlierAnswersTests {
  private let directory = TemporaryDirectory()
  private let silent = StubExchange { _ throws(HTTPFailure) in throw .unreachable(detail: "not asked") }

  /// Writes a file as the version before did: a header, what was asked, the answer.
  private func write(_ answer: JSONTree, to key: JSONTree, atSeconds: Int64 = 990) throws {
    let text = String(decoding: key.line, as: UTF8.self)
    let entry = StoredEntry(kind: .answer, key: text, storedAtSeconds: atSeconds, content: answer.line)
    let folder = directory.file("cache/answers")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(entry.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(StoredEntry.name(of: text, .answer))"))
  }

  private func key(_ kind: String, _ asked: JSONTree) -> JSONTree {
    .members(["service": .text("https://a"), "kind": .text(kind), "asked": asked])
  }

  private func answers(_ service: Service = .kakao) throws -> EarlierAnswers {
    EarlierAnswers(
      source: try Fixture.places(over: silent),
      store: Fixture.stores(directory).makeResponses(),
      service: service,
      address: "https://a"
    )
  }

  @Test func `the form of the file is that of the version before`() throws {
    let entry = StoredEntry(kind: .answer, key: "\"q\"", storedAtSeconds: 7, content: Array("1".utf8))
    let text = String(decoding: entry.bytes, as: UTF8.self)
    #expect(text == "{\"placefind\":\"answer\",\"version\":1,\"at\":7,\"checksum\":\"\(checksum)\"}\n\"q\"\n1\n")
  }

  private var checksum: String {
    String(
      "\"q\"\n1\n".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 },
      radix: 16
    )
  }

  @Test func `a collection, a name and an address are given as they were kept, with their age`() async throws {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let collection = JSONTree.members([
      "source": .text("kakao"), "complete": .bool(true), "total_count": .integer(1),
      "places": .list([.place(try Fixture.found("7"))]),
    ])
    try write(
      .members(["limit": .text("all"), "answer": collection]),
      to: key("places", .query(query, isKey: true))
    )
    let found = try await answers().places(matching: query, limit: .all, progress: nil)
    #expect(found.places.map(\.place.id) == ["7"] && found.isComplete && found.provenance.age == .seconds(10))
    await #expect(throws: PlaceSearchError.self) {
      try await answers().places(matching: query, limit: Fixture.first(3), progress: nil)
    }
    // Every place came at once from this service, whatever the limit.
    let first = try await answers(.osm).places(matching: query, limit: Fixture.first(3), progress: nil)
    #expect(first.places.count == 1)
    let text = try #require(SearchText("역"))
    try write(
      .members(["source": .text("kakao"), "total_count": .integer(3), "places": .list([.place(Fixture.found("1"))])]),
      to: key("near", .members(["text": .text("역")]))
    )
    #expect(try await answers().candidates(for: text, where: [], limit: 5).candidates.map(\.id) == ["1"])
    try write(
      .members(["source": .text("kakao"), "at": .coordinate(Fixture.seoul()), "address_name": .text("역삼동 1")]),
      to: key("where", .coordinate(Fixture.seoul()))
    )
    #expect(try await answers().address(of: Fixture.seoul()).lotAddress == "역삼동 1")
  }

  @Test func `the pages of a search that did not end are not paid for again`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(40, reach: 800))
    let exchange = StubExchange.answering(stub)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let client = try Fixture.places(over: exchange).client
    var pages: [JSONTree] = []
    let search = try #require(try KakaoSearch.searches(for: query).first)
    for number in 1...2 {
      let request = PageRequest(number: number, size: 15)
      let budget = RequestBudget(start: .now, timeout: .seconds(9), maximumRequests: nil)
      let page = try #require(try await client.page(number, of: search, for: budget))
      let url = client.requests.request(for: search, on: try #require(request)).url
      pages.append(
        .members([
          "asked": .text(url.absoluteString), "at": .integer(900), "total_count": .integer(page.totalCount),
          "pageable_count": .integer(page.pageableCount), "last": .bool(page.isLast),
          "places": .list(page.places.map(JSONTree.place)),
        ])
      )
    }
    let asked = JSONTree.asked(AskedQuery(query: query, amount: .collection(.all)), isKey: true)
    let service = client.requests.address.base
    let key = JSONTree.members(["service": .text(service), "kind": .text("pages"), "asked": asked])
    try write(.list(pages), to: .members(["pages": key, "part": .integer(0)]))
    var places = try Fixture.places(over: exchange)
    places.responses = Fixture.stores(directory).makeResponses()
    let sent = exchange.requests.count
    let found = try await places.places(matching: query, limit: .all, progress: nil)
    #expect(exchange.requests.count == sent + 1)
    let plain = try await Fixture.places(over: exchange).places(matching: query, limit: .all, progress: nil)
    #expect(found.places == plain.places && found.isComplete == plain.isComplete)
  }
}
