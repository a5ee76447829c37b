import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions of the process, and how busy each of them is.
///
/// On Linux a session does all its work on one serial queue, and whoever starts a request waits for that queue: a task
/// that waited so would keep one of the few threads that all tasks share. So requests are started on a queue that may
/// wait. A second session has a queue of its own, but also connections of its own: it is used only while the first is
/// busy, so that one query after the other keeps to one connection.
final class SessionPool: Sendable {
  private struct PooledSession: Sendable {
    /// Never released, since a dying session takes the process along (swift-corelibs-foundation 5203).
    let session: URLSession
    let starts = DispatchQueue(label: "placefind.requests")
  }

  private let sessions: [PooledSession]
  private let load: Mutex<SessionLoad>

  /// Makes sessions, which are idle until they are asked.
  init(count: Int, makeSession: () -> URLSession) {
    sessions = (0..<count).map { _ in PooledSession(session: makeSession()) }
    load = Mutex(SessionLoad(count: count))
  }

  /// Sends a request on the session that should take it, without waiting for anything.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - isWanted: Asked just before it is sent; an abandoned request is not sent.
  ///   - completion: Gets what URLSession gives; not called for what was not sent.
  func send(
    _ request: URLRequest,
    if isWanted: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) {
    let number = load.withLock { $0.enter() }
    let session = sessions[number]
    session.starts.async { [self] in
      guard isWanted() else { return leave(number) }
      session.session.dataTask(with: request) { [self] body, response, error in
        leave(number)
        completion(body, response, error)
      }
      .resume()
    }
  }

  /// Notes that a transfer has ended, also an abandoned one.
  private func leave(_ session: Int) { load.withLock { $0.leave(session) } }
}

/// Requests under way on each of some sessions.
struct SessionLoad: Sendable {
  /// Requests that a session gets before the next one gets any.
  static let requestsPerSession = 4

  private(set) var underWay: [Int]

  init(count: Int) { underWay = Array(repeating: 0, count: count) }

  /// Counts a request on the first session with room, else on the one with the fewest; gives the session.
  mutating func enter() -> Int {
    var session = 0
    for next in underWay.indices
    where underWay[session] >= Self.requestsPerSession && underWay[next] < underWay[session] {
      session = next
    }
    underWay[session] += 1
    return session
  }

  /// Notes that a request has ended.
  mutating func leave(_ session: Int) { underWay[session] -= 1 }
}
