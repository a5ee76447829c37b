import Domain
import Foundation
import Synchronization

/// The cached responses that a query uses, and the responses that it caches for later queries.
///
/// A query may repeat a request to detect changes. Both responses are cached, in order, so that a later query sees the
/// same sequence. No response is older than the first one used, so that a refreshed response isn't mixed with earlier
/// ones.
final class QueryResponses: Sendable {
  private struct State {
    /// The number of times that the query has sent a request, by the key of the first time.
    var counts: [String: Int] = [:]
    /// The time of the first response in seconds since 1970, or of the request if it wasn't cached; `nil` before it.
    var firstSeconds: Int64?
    /// The maximum age of the cached responses used; `nil` if none was.
    var maximumAge: Duration?

    /// Counts a request and returns the cache key of this repetition.
    mutating func countRequest(_ request: String) -> String {
      let count = counts[request, default: 0] + 1
      counts[request] = count
      return count == 1 ? request : "\(request) (\(count))"
    }

    /// Cancels the count of a request.
    mutating func uncountRequest(_ request: String) {
      guard let count = counts[request] else { return }
      counts[request] = count > 1 ? count - 1 : nil
    }

  }

  private let store: ResponseStore
  private let state = Mutex(State())

  init(in store: ResponseStore) { self.store = store }

  /// The age of the oldest cached response used; `nil` if none was.
  var age: Duration? { state.withLock(\.maximumAge) }

  /// A request of the query.
  struct Request: Sendable {
    fileprivate let request: String
    /// The cache key of its response.
    fileprivate let key: String
    /// The cached response; `nil` if the service must be queried.
    let response: HTTPResponse?
  }

  /// Records a request of the query, and returns it with its cached response.
  func record(_ request: HTTPRequest, of call: Service.Call) -> Request {
    let key = state.withLock { $0.countRequest(request.key) }
    return Request(request: request.key, key: key, response: cached(key, isName: Self.geocodes(call)))
  }

  /// Returns whether an API geocodes names or coordinates.
  private static func geocodes(_ call: Service.Call) -> Bool {
    call.purposes.contains(.address) || call.purposes.contains(.coordinate)
  }

  private func cached(_ key: String, isName: Bool) -> HTTPResponse? {
    guard let body = body(of: key, isName: isName), !body.isEmpty else { return nil }
    return HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data(body))
  }

  /// Returns whether the response to a request was too large for one request.
  func wasTooMuch(_ request: HTTPRequest, of call: Service.Call) -> Bool {
    store.response(to: request.key, isName: Self.geocodes(call))?.body.isEmpty ?? false
  }

  private func body(of key: String, isName: Bool) -> [UInt8]? {
    let stored = store.response(to: key, isName: isName)
    let now = store.clock.now()
    return state.withLock { state in
      guard let stored, stored.atSeconds >= state.firstSeconds ?? stored.atSeconds else {
        // From now on, no response older than the service's current one is used.
        state.firstSeconds = state.firstSeconds ?? now
        return nil
      }
      state.firstSeconds = state.firstSeconds ?? stored.atSeconds
      state.maximumAge = max(state.maximumAge ?? .zero, stored.age)
      return stored.body
    }
  }

  /// Caches the service's response to a request.
  func cache(_ response: HTTPResponse, of request: Request) {
    store.save([UInt8](response.body), of: request.key)
  }

  /// Records that the response to a request is too large for one request.
  func cacheTooMuch(_ request: HTTPRequest) { store.save([], of: request.key) }

  /// Removes the response to a request, as if it had never been sent.
  func discard(_ request: Request) {
    state.withLock { $0.uncountRequest(request.request) }
    store.discard(request.key)
  }
}

extension HTTPRequest {
  /// The identity of a request: its URL and form.
  ///
  /// The service's key isn't included, because it is in a header field.
  fileprivate var key: String {
    let address = url.absoluteString
    return body.map { "\(address) \(String(decoding: $0, as: UTF8.self))" } ?? address
  }
}
