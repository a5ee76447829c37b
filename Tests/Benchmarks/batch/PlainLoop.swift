// A minimal URLSession client that keeps JOBS requests in flight until COUNT are answered.
//
// Usage: PlainLoop ENDPOINT COUNT JOBS. Decodes and writes nothing; prints the elapsed seconds.

import Foundation
import FoundationNetworking

let endpoint = CommandLine.arguments[1]
let count = Int(CommandLine.arguments[2]) ?? 10_000
let jobs = Int(CommandLine.arguments[3]) ?? 16

// The same settings as placefind, so that only the remaining work differs.
let configuration = URLSessionConfiguration.ephemeral
configuration.httpMaximumConnectionsPerHost = 128
configuration.httpCookieStorage = nil
configuration.httpShouldSetCookies = false
configuration.httpCookieAcceptPolicy = .never
configuration.urlCache = nil
configuration.urlCredentialStorage = nil
configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
let session = URLSession(configuration: configuration)

func fetch(_ number: Int) async -> Bool {
  let x = 127 + Double(number) / 100_000
  let path = "/v2/local/search/category.json?category_group_code=OL7&x=\(x)&y=37.5&radius=1000&sort=distance&size=15"
  guard let url = URL(string: endpoint + path) else { return false }
  var request = URLRequest(url: url)
  request.setValue("KakaoAK 0123456789abcdef0123456789abcdef", forHTTPHeaderField: "Authorization")
  return await withCheckedContinuation { continuation in
    session.dataTask(with: request) { body, response, _ in
      continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode == 200 && body?.isEmpty == false)
    }
    .resume()
  }
}

let began = ContinuousClock.now
var successCount = 0
await withTaskGroup(of: Bool.self) { group in
  var next = 0
  while next < min(jobs, count) {
    let number = next
    group.addTask { await fetch(number) }
    next += 1
  }
  while let isSuccess = await group.next() {
    if isSuccess { successCount += 1 }
    if next < count {
      let number = next
      group.addTask { await fetch(number) }
      next += 1
    }
  }
}
guard successCount == count else { exit(1) }
print((ContinuousClock.now - began) / .seconds(1))
exit(0)
