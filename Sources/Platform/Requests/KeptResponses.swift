import Domain
import Foundation
import Synchronization

/// A response that is kept.
struct KeptResponse: Sendable {
  /// The body; empty where it was too much to be given at once.
  let body: [UInt8]
  /// When it came, in seconds since 1970.
  let atSeconds: Int64
  let age: Duration
}

/// Where responses of services are kept, by the request that each answers.
protocol KeepResponses: Sendable {
  /// Whether responses survive the process, so that nothing need be remembered.
  var survivesProcess: Bool { get }
  /// The response to a request; `nil` when there is none that is young enough.
  func response(to request: String, isName: Bool) -> KeptResponse?
  /// Keeps the body of the response to a request in place of an earlier one.
  func keep(_ body: [UInt8], of request: String)
  /// Removes the response to a request, which is not to be believed any more.
  func forget(_ request: String)
  /// Returns what was kept together of a search that began with a request and its response.
  func search(begunBy first: String, with beginning: KeptResponse) -> [String: KeptResponse]
  /// Keeps the responses of a search together, in place of what was kept of one with the same first request.
  func keepSearch(_ requests: [String], begunBy first: String)
  /// Removes what was kept together of a search.
  func forgetSearch(begunBy first: String)
  /// Keeps the responses of a query that did not end, for its next attempt in this process; where responses survive the
  /// process, they are kept already.
  func remember(_ bodies: [String: [UInt8]])
  /// Removes what was remembered for a query that has ended.
  func dropRemembered(_ requests: [String])
}

/// The responses that one query is given from those that are kept, and that it leaves for later ones.
///
/// A query may ask for the same again, to see whether it has changed meanwhile. What it is told then is kept beside
/// what it was told first, so that a later query that does the same is given both, in their order. None is older than
/// the first that was given or asked for, so that an answer that was refreshed is not mixed with what came before it.
final class KeptResponses: Sendable {
  /// As many responses are read one by one as soon as together.
  private static let fewRequests = 4

  /// How far a query got with the responses that were kept together.
  private enum Together {
    /// There are none.
    case none
    /// Its first request was given a response that was kept, so there may be more.
    case begun(KeptResponse)
    /// By request.
    case read([String: KeptResponse])
  }

  private struct State {
    /// The first request of the query.
    var first: String?
    var together = Together.none
    /// Whether the service gave it something.
    var hasAsked = false
    /// How many times the query has asked for something, by the key of the first time.
    var counts: [String: Int] = [:]
    /// The responses that the service gave to this query.
    var given: [String: [UInt8]] = [:]
    /// When the first response came, in seconds since 1970; `nil` before it, and `Int64.max` when it is of now.
    var firstSeconds: Int64?
    /// The greatest age of a response; `nil` while none was kept.
    var greatestAge: Duration?

    /// Counts a request, and returns the key of what is kept of this time.
    mutating func noteAsked(_ request: String) -> String {
      let count = counts[request, default: 0] + 1
      counts[request] = count
      return Self.key(of: request, time: count)
    }

    /// Counts a request one time less.
    mutating func takeBack(_ request: String) {
      guard let count = counts[request] else { return }
      counts[request] = count > 1 ? count - 1 : nil
    }

    /// The keys of all that is kept of the query.
    var keys: [String] {
      counts.flatMap { request, count in (1...count).map { Self.key(of: request, time: $0) } }
    }

    private static func key(of request: String, time: Int) -> String { time == 1 ? request : "\(request) (\(time))" }
  }

  private let store: any KeepResponses
  private let state = Mutex(State())

  init(in store: any KeepResponses) { self.store = store }

  /// How old the oldest response is that was given; `nil` when none was.
  var age: Duration? { state.withLock(\.greatestAge) }

  /// A request of the query.
  struct Asked: Sendable {
    fileprivate let request: String
    /// What its response is kept by.
    fileprivate let key: String
    /// The response that is kept; `nil` when the service is to be asked.
    let response: HTTPResponse?
  }

  /// Notes that the query asks for something, and gives the response that is kept.
  func ask(_ request: HTTPRequest, of call: Service.Call) -> Asked {
    let key = state.withLock { $0.noteAsked(request.key) }
    let body = body(of: key, isName: call.isOfNames) ?? []
    let response =
      body.isEmpty
      ? nil : HTTPResponse(status: 200, fields: ["content-type": "application/json"], body: Data(body))
    return Asked(request: request.key, key: key, response: response)
  }

  /// Whether the response to a request was too much to be given at once.
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
        // From now on nothing is taken that is older than what the service says now.
        state.firstSeconds = state.firstSeconds ?? .max
        return nil
      }
      state.firstSeconds = state.firstSeconds ?? kept.atSeconds
      state.greatestAge = max(state.greatestAge ?? .zero, kept.age)
      return kept.body
    }
  }

  /// Returns the response to a request: of those that were kept together, else the one of its own file.
  private func response(to key: String, isName: Bool) -> KeptResponse? {
    let together = state.withLock { state -> [String: KeptResponse] in
      if let first = state.first, case .begun(let beginning) = state.together {
        // Under the lock: those that come meanwhile need what is read, and would read as much.
        state.together = .read(store.search(begunBy: first, with: beginning))
      }
      guard case .read(let responses) = state.together else { return [:] }
      return responses
    }
    if !isName, let kept = together[key] { return kept }
    return store.response(to: key, isName: isName)
  }

  /// Notes that the service gave something, before it is kept: what was kept together is not that any more.
  private func noteAsked() {
    let first = state.withLock { state -> String? in
      defer { state.hasAsked = true }
      return state.hasAsked ? nil : state.first
    }
    if let first { store.forgetSearch(begunBy: first) }
  }

  /// Keeps the response of the service to a request.
  func keep(_ response: HTTPResponse, of asked: Asked) {
    let body = [UInt8](response.body)
    noteAsked()
    guard !store.survivesProcess else { return store.keep(body, of: asked.key) }
    state.withLock { $0.given[asked.key] = body }
  }

  /// Notes that the response to a request is too much to be given at once.
  func keepTooMuch(_ request: HTTPRequest) {
    noteAsked()
    store.keep([], of: request.key)
  }

  /// Removes the response to a request; who asks for it again has not been told anything yet.
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

  /// Notes how the query has ended: what it was given is of use to a next attempt alone, where answers are not kept.
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
  /// Keeps the responses of a search together, unless they are.
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
  /// What identifies it: the address and the form, and never the key of the service, which is in a header field.
  fileprivate var key: String {
    let address = url.absoluteString
    return body.map { "\(address) \(String(decoding: $0, as: UTF8.self))" } ?? address
  }
}

extension Service.Call {
  /// Whether it answers for the place of a name, or the address of a point.
  fileprivate var isOfNames: Bool { questions.contains(.address) || questions.contains(.coordinate) }
}
