import Domain
import Foundation
import Synchronization

/// A cached response.
struct KeptResponse: Sendable {
  /// The body; empty if the response was too large for one request.
  let body: [UInt8]
  /// The time of the response in seconds since 1970.
  let atSeconds: Int64
  let age: Duration
}

/// A cache of service responses by request.
protocol KeepResponses: Sendable {
  /// Whether responses outlive the process, so that nothing need be remembered in memory.
  var survivesProcess: Bool { get }
  /// The response to a request; `nil` if there is none that is recent enough.
  func response(to request: String, isName: Bool) -> KeptResponse?
  /// Caches the body of the response to a request, replacing an earlier one.
  func keep(_ body: [UInt8], of request: String)
  /// Removes the response to a request because it is no longer valid.
  func forget(_ request: String)
  /// Returns the bundled responses of a search by its first request and response.
  func search(begunBy first: String, with beginning: KeptResponse) -> [String: KeptResponse]
  /// Bundles the responses of a search, replacing the bundle of a search with the same first request.
  func keepSearch(_ requests: [String], begunBy first: String)
  /// Removes the bundle of a search.
  func forgetSearch(begunBy first: String)
  /// Remembers the responses of an unfinished query for its next attempt in this process.
  ///
  /// Unnecessary if responses outlive the process.
  func remember(_ bodies: [String: [UInt8]])
  /// Removes the remembered responses of a finished query.
  func dropRemembered(_ requests: [String])
}

/// The cached responses that a query uses, and the responses that it caches for later queries.
///
/// A query may repeat a request to detect changes. Both responses are cached, in order, so that a later query sees the
/// same sequence. No response is older than the first one used, so that a refreshed response isn't mixed with earlier
/// ones.
final class KeptResponses: Sendable {
  /// The number of responses up to which reading them one by one is as fast as reading a bundle.
  private static let fewRequests = 4

  /// The state of the query's bundle.
  private enum Together {
    /// There is no bundle.
    case none
    /// The first response was cached, so there may be a bundle.
    case begun(KeptResponse)
    /// The responses of the bundle, by request.
    case read([String: KeptResponse])
  }

  private struct State {
    /// The first request of the query.
    var first: String?
    var together = Together.none
    /// Whether the service has answered any request.
    var hasAsked = false
    /// The number of times that the query has sent a request, by the key of the first time.
    var counts: [String: Int] = [:]
    /// The new responses from the service.
    var given: [String: [UInt8]] = [:]
    /// The time of the first response in seconds since 1970; `nil` before it, and `Int64.max` if it is new.
    var firstSeconds: Int64?
    /// The maximum age of the cached responses used; `nil` if none was.
    var greatestAge: Duration?

    /// Counts a request and returns the cache key of this repetition.
    mutating func noteAsked(_ request: String) -> String {
      let count = counts[request, default: 0] + 1
      counts[request] = count
      return Self.key(of: request, time: count)
    }

    /// Cancels the count of a request.
    mutating func takeBack(_ request: String) {
      guard let count = counts[request] else { return }
      counts[request] = count > 1 ? count - 1 : nil
    }

    /// The cache keys of all requests of the query.
    var keys: [String] {
      counts.flatMap { request, count in (1...count).map { Self.key(of: request, time: $0) } }
    }

    private static func key(of request: String, time: Int) -> String { time == 1 ? request : "\(request) (\(time))" }
  }

  private let store: any KeepResponses
  private let state = Mutex(State())

  init(in store: any KeepResponses) { self.store = store }

  /// The age of the oldest cached response used; `nil` if none was.
  var age: Duration? { state.withLock(\.greatestAge) }

  /// A request of the query.
  struct Asked: Sendable {
    fileprivate let request: String
    /// The cache key of its response.
    fileprivate let key: String
    /// The cached response; `nil` if the service must be queried.
    let response: HTTPResponse?
  }

  /// Records a request of the query, and returns it with its cached response.
  func ask(_ request: HTTPRequest, of call: Service.Call) -> Asked {
    let key = state.withLock { $0.noteAsked(request.key) }
    let body = body(of: key, isName: call.isOfNames) ?? []
    let response =
      body.isEmpty
      ? nil : HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data(body))
    return Asked(request: request.key, key: key, response: response)
  }

  /// Whether the response to a request was too large for one request.
  func wasTooMuch(_ request: HTTPRequest, of call: Service.Call) -> Bool {
    response(to: request.key, isName: call.isOfNames)?.body.isEmpty ?? false
  }

  private func body(of key: String, isName: Bool) -> [UInt8]? {
    let kept = response(to: key, isName: isName)
    return state.withLock { state in
      if state.first == nil {
        state.first = key
        if let kept { state.together = .begun(kept) }
      }
      guard let kept, kept.atSeconds >= state.firstSeconds ?? kept.atSeconds else {
        // From now on, no response older than the service's current one is used.
        state.firstSeconds = state.firstSeconds ?? .max
        return nil
      }
      state.firstSeconds = state.firstSeconds ?? kept.atSeconds
      state.greatestAge = max(state.greatestAge ?? .zero, kept.age)
      return kept.body
    }
  }

  /// Returns the cached response to a request, from the bundle or else from its own file.
  private func response(to key: String, isName: Bool) -> KeptResponse? {
    let together = state.withLock { state -> [String: KeptResponse] in
      if let first = state.first, case .begun(let beginning) = state.together {
        // Under the lock, because concurrent requests need the same data and would read it again.
        state.together = .read(store.search(begunBy: first, with: beginning))
      }
      guard case .read(let responses) = state.together else { return [:] }
      return responses
    }
    if !isName, let kept = together[key] { return kept }
    return store.response(to: key, isName: isName)
  }

  /// Records that the service is queried, before a response is cached: the bundle is then out of date.
  private func noteAsked() {
    let first = state.withLock { state -> String? in
      defer { state.hasAsked = true }
      return state.hasAsked ? nil : state.first
    }
    if let first { store.forgetSearch(begunBy: first) }
  }

  /// Caches the service's response to a request.
  func keep(_ response: HTTPResponse, of asked: Asked) {
    let body = [UInt8](response.body)
    noteAsked()
    guard !store.survivesProcess else { return store.keep(body, of: asked.key) }
    state.withLock { $0.given[asked.key] = body }
  }

  /// Records that the response to a request is too large for one request.
  func keepTooMuch(_ request: HTTPRequest) {
    noteAsked()
    store.keep([], of: request.key)
  }

  /// Removes the response to a request, as if it had never been sent.
  func forget(_ asked: Asked) {
    noteAsked()
    state.withLock { state in
      state.takeBack(asked.request)
      guard case .read(var responses) = state.together else { return }
      responses[asked.key] = nil
      state.together = .read(responses)
    }
    store.forget(asked.key)
  }

  /// Ends the query.
  ///
  /// If responses don't outlive the process, they are remembered only for another attempt.
  func end(isFinished: Bool) {
    guard !store.survivesProcess else {
      if isFinished { keepTogether() }
      return
    }
    if isFinished {
      store.dropRemembered(state.withLock(\.keys))
    } else {
      store.remember(state.withLock(\.given))
    }
  }
}

extension KeptResponses {
  /// Bundles the responses of a search, unless they are bundled.
  private func keepTogether() {
    let (keys, first) = state.withLock { state -> ([String], String?) in
      if !state.hasAsked, case .read(let responses) = state.together, !responses.isEmpty { return ([], nil) }
      return state.counts.count < Self.fewRequests ? ([], nil) : (state.keys, state.first)
    }
    guard let first else { return }
    store.keepSearch(keys, begunBy: first)
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

extension Service.Call {
  /// Whether the API geocodes names or coordinates.
  fileprivate var isOfNames: Bool { questions.contains(.address) || questions.contains(.coordinate) }
}
