import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions of the process and their load.
///
/// On Linux, a session does all its work on one serial queue, and starting a request waits for that queue. A task would
/// block one of the few threads that all tasks share, so requests are started on a queue that may block. A second
/// session has its own queue but also its own connections. It is used only while the first session is busy, so that
/// consecutive queries share a connection.
final class SessionPool: Sendable {
  private struct PooledSession: Sendable {
    /// The session, which is never released, because that may crash the process (swift-corelibs-foundation 5203).
    let session: URLSession
    let starts = DispatchQueue(label: "placefind.requests")
  }

  private struct State {
    /// The number of requests in flight on each session, including sessions that aren't made yet.
    var load: [Int]
    var sessions: [PooledSession] = []
  }

  /// The number of requests on a session before the next session is used.
  private static let requestsPerSession = 4
  private let makeSession: @Sendable () -> URLSession
  private let state: Mutex<State>

  init(count: Int, makeSession: @escaping @Sendable () -> URLSession) {
    self.makeSession = makeSession
    state = Mutex(State(load: Array(repeating: 0, count: count)))
  }

  /// Sends a request on one of the sessions without blocking.
  ///
  /// `isWanted` is called once before the request starts; it is dropped if the result is `false`.
  func send(
    _ request: URLRequest,
    if isWanted: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) {
    let (number, session) = enter()
    session.starts.async { [self] in
      guard isWanted() else { return leave(number) }
      session.session.dataTask(with: request) { [self] body, response, error in
        leave(number)
        completion(body, response, error)
      }
      .resume()
    }
  }

  /// Counts a request on the first session below its limit, or else on the session with the fewest requests.
  private func enter() -> (number: Int, session: PooledSession) {
    state.withLock { state in
      let load = state.load
      let free = load.firstIndex { $0 < Self.requestsPerSession }
      let number = free ?? load.indices.min { load[$0] < load[$1] } ?? 0
      state.load[number] += 1
      while state.sessions.count <= number { state.sessions.append(PooledSession(session: makeSession())) }
      return (number, state.sessions[number])
    }
  }

  /// Counts the end of a transfer, whether it was abandoned or not.
  private func leave(_ session: Int) { state.withLock { $0.load[session] -= 1 } }
}
