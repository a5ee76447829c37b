import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stub must follow the service's rules, or tests against it prove nothing.
@Suite struct KakaoStubTests {
  private let stub = KakaoStub(places: StubPlace.generated(200, reach: 500))

  private func search(page: Int) -> StubSearch {
    var search = StubSearch()
    search.groupCodes = ["OL7"]
    search.x = 127.0276
    search.y = 37.4979
    search.radiusInMeters = 2_000
    search.sortsByDistance = true
    search.page = page
    return search
  }

  @Test func `no more than 45 places can be reached by paging`() {
    let pages = (1...3).map { stub.answer(search(page: $0)) }
    #expect(Set(pages.flatMap(\.documents).map(\.place.id)).count == 45)
    #expect(pages.map(\.isEnd) == [false, false, true])
    #expect(pages.map(\.totalCount) == [200, 200, 200])
    #expect(pages.map(\.pageableCount) == [45, 45, 45])
  }

  @Test func `the last page comes again past the end`() {
    let (last, beyond) = (stub.answer(search(page: 3)), stub.answer(search(page: 4)))
    #expect(last.documents.map(\.place.id) == beyond.documents.map(\.place.id))
    #expect(beyond.isEnd)
  }

  @Test func `distances rise and a centre outside Korea is ignored`() {
    let meters = (1...3).flatMap { stub.answer(search(page: $0)).documents }.map { $0.meters ?? -1 }
    #expect(meters == meters.sorted())
    var swapped = search(page: 1)
    swap(&swapped.x, &swapped.y)
    #expect(stub.answer(swapped).documents.allSatisfy { $0.meters == nil })
  }

  @Test func `it answers over a real connection and refuses a wrong key`() async throws {
    let server = try LoopbackServer(handler: stub.handler)
    defer { server.stop() }
    for (key, status) in [(stub.key, 200), ("wrong", 401)] {
      let url = try #require(URL(string: server.endpoint + "/v2/local/search/keyword.json?query=%EA%B0%80%EC%A7%9C"))
      var request = URLRequest(url: url)
      request.setValue("KakaoAK \(key)", forHTTPHeaderField: "Authorization")
      let (received, body) = await withCheckedContinuation { continuation in
        URLSession.shared.dataTask(with: request) { body, response, _ in
          continuation.resume(returning: ((response as? HTTPURLResponse)?.statusCode, body ?? Data()))
        }.resume()
      }
      #expect(received == status)
      #expect((try JSONSerialization.jsonObject(with: body) as? [String: Any]) != nil)
    }
    #expect(server.requests.map { $0.parameters["query"] } == ["가짜", "가짜"])
  }
}
