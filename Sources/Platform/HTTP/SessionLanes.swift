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
/// busy, so that one question after the other keeps to one connection.
final class SessionLanes: Sendable {
  private struct Lane: Sendable {
    /// Never released, since a dying session takes the process along (swift-corelibs-foundation 5203).
    let session: URLSession
    let starts = DispatchQueue(label: "placefind.requests")
  }

  private let lanes: [Lane]
  private let load: Mutex<LaneLoad>

  /// Makes sessions, which are idle until they are asked.
  init(count: Int, makeSession: () -> URLSession) {
    lanes = (0..<count).map { _ in Lane(session: makeSession()) }
    load = Mutex(LaneLoad(count: count))
  }

  /// Sends a request on the session that should take it, without waiting for anything.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - isWanted: Asked just before it is sent; what nobody waits for any more is not sent.
  ///   - completion: Gets what URLSession gives; not called for what was not sent.
  func send(
    _ request: URLRequest,
    if isWanted: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
  ) {
    let number = load.withLock { $0.enter() }
    let lane = lanes[number]
    lane.starts.async { [self] in
      guard isWanted() else { return leave(number) }
      lane.session.dataTask(with: request) { [self] body, response, error in
        leave(number)
        completion(body, response, error)
      }
      .resume()
    }
  }

  /// Notes that a transfer has ended, also one that nobody waited for.
  private func leave(_ lane: Int) { load.withLock { $0.leave(lane) } }
}

/// Requests under way on each of some lanes.
struct LaneLoad: Sendable {
  /// Requests that a lane gets before the next one gets any.
  static let share = 4

  private(set) var underWay: [Int]

  init(count: Int) { underWay = Array(repeating: 0, count: count) }

  /// Books a request on the first lane with room, else on the one with the fewest; gives the lane.
  mutating func enter() -> Int {
    var lane = 0
    for next in underWay.indices where underWay[lane] >= Self.share && underWay[next] < underWay[lane] { lane = next }
    underWay[lane] += 1
    return lane
  }

  /// Notes that a request has ended.
  mutating func leave(_ lane: Int) { underWay[lane] -= 1 }
}
