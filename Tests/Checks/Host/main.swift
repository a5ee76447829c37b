import Domain
import Foundation
import PlaceIndex
import Platform
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Ends the process with an error if a condition is false.
func check(_ isTrue: Bool, _ what: String) {
  guard !isTrue else { return }
  print("host: \(what)")
  exit(1)
}

let station = try Coordinate(latitude: 37.4979, longitude: 127.0276)
let query = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: station, radius: .standard))

// A search with a service.
let key = "0123456789abcdef0123456789abcdef"
let service = try LoopbackServer(handler: KakaoStub(places: StubPlace.generated(20, reach: 800), key: key).handler)
var source = SourceConfiguration()
let kakao = Platform::UseCaseProvider.services[0]
source.source = .service(kakao)
source[kakao].key = APIKey(key)
source[kakao].addresses["PLACEFIND_ENDPOINT"] = service.endpoint
let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: source))
let result = try await provider.makeFindPlaceUseCase().places(matching: query, progress: nil)
check(result.places.count == 15, "the service gave \(result.places.count) places")

// The host's own use of URLSession.
let site = try LoopbackServer { request in
  guard request.path == "/end" else {
    return LoopbackReply(status: 302, headers: [("Location", "/end"), ("Set-Cookie", "visit=7; Path=/")])
  }
  return LoopbackReply(headers: [("X-Kind", "tea")], body: Array((request.headers["cookie"] ?? "no cookie").utf8))
}
guard let start = URL(string: site.endpoint + "/start") else { exit(1) }
for attempt in 1...2 {
  let (body, response) = try await URLSession.shared.data(from: start)
  let page = response as? HTTPURLResponse
  check(page?.statusCode == 200 && page?.url?.path == "/end", "redirect \(attempt) was not followed: \(response)")
  check(page?.value(forHTTPHeaderField: "X-Kind") == "tea", "the header fields of answer \(attempt) are lost")
  let text = String(decoding: body, as: UTF8.self)
  check(attempt == 1 || text == "visit=7", "the cookie was not sent: \(text)")
}

// The host's own index.
let builder = PlaceIndexBuilder()
try builder.add(Place(id: "1", name: "가온주유소", coordinate: station, group: .gas))
let path = FileManager.default.temporaryDirectory.appendingPathComponent("placefind-host.pfx").path
defer { try? FileManager.default.removeItem(atPath: path) }
_ = try builder.write(to: path)
let found = try PlaceIndex(contentsOf: path).places(matching: query, limit: 5).places
check("\(found)" == "[가온주유소 (gas) at 37.4979,127.0276, 0 m]", "a place prints as \(found)")

print("host: a search, a redirect with a cookie and an index, in a package that uses the libraries")
