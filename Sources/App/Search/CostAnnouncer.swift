import Domain
import Synchronization

/// Announces the requests that a search is expected to send, and again if the estimate turns out too low.
final class CostAnnouncer: Sendable {
  private let say: @Sendable (Notice) -> Void
  // A lock, because progress comes from any thread.
  private let announced = Mutex(0)

  /// The number of requests from which a search is announced; fewer take at most a second.
  private static let minimumRequests = 10
  /// The growth of an estimate that is announced again, in percent.
  private static let growthPercent = 50

  init(_ say: @escaping @Sendable (Notice) -> Void) { self.say = say }

  /// Returns an observer that announces requests to a service with a quota, and calls another observer.
  func observing(
    _ route: Source?,
    _ progress: (@Sendable (SearchProgress) -> Void)?
  ) -> (@Sendable (SearchProgress) -> Void)? {
    guard case .service(let service)? = route, service.dailyAllowance != nil else { return progress }
    return { search in
      // Cached responses cost nothing.
      if search.requests > 0, let expected = search.expectedRequests { self.announce(expected, service) }
      progress?(search)
    }
  }

  private func announce(_ expected: Int, _ service: Service) {
    let isFirst = announced.withLock { last -> Bool? in
      guard expected >= Self.minimumRequests, expected * 100 > last * (100 + Self.growthPercent) else { return nil }
      defer { last = expected }
      return last == 0
    }
    guard let isFirst else { return }
    let count = counted(expected, "request")
    say(
      isFirst
        ? "The search sends about \(count) to \(service.title). Use \(.maxRequests) to send fewer."
        : "The estimate was too low: the search sends about \(count) in all."
    )
  }
}
