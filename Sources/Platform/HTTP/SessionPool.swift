import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions of the process, and how busy each of them is.
///
/// On Linux a session does all its work on one serial queue, and starting a request waits for that queue: a task would
/// block one of the few threads that all tasks share. So requests are started on a queue that may block. A second
/// session has a queue of its own, but also connections of its own: it is made and used only while the first is busy,
/// so that successive queries share one connection.
final class SessionPool: Sendable {
  private struct PooledSession: Sendable {
    /// Never released, since releasing a session may end the process (swift-corelibs-foundation 5203).
    let session: URLSession
    let starts = DispatchQueue(label: "placefind.requests")
  }

  private struct State {
    /// The number of requests under way on each session, also on those that are not made yet.
    var load: [Int]
    var sessions: [PooledSession] = []
  }

  /// The number of requests on a session before the next session gets any.
  private static let requestsPerSession = 4
  private let makeSession: @Sendable () -> URLSession
  private let state: Mutex<State>

  init(count: Int, makeSession: @escaping @Sendable () -> URLSession) {
    self.makeSession = makeSession
    state = Mutex(State(load: Array(repeating: 0, count: count)))
  }

  /// Sends a request on one of the sessions, without blocking, unless it is not wanted any more when its turn comes,
  /// which is asked once.
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

  /// Counts a request on the first session with room, else on the one with the fewest requests; returns the session.
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

  /// Notes that a transfer has ended, abandoned or not.
  private func leave(_ session: Int) { state.withLock { $0.load[session] -= 1 } }
}
