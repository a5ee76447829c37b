import Synchronization

/// The requests that all queries of a run together may cost.
final class RunBudget: Sendable {
  /// How many; `nil` for no bound.
  let limit: Int?
  private let taken = Mutex(0)

  /// Sets a bound.
  init(limit: Int?) { self.limit = limit }

  /// Takes one request out of the budget; `false` when it is used up.
  func take() -> Bool {
    guard let limit else { return true }
    return taken.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  /// Takes one back: the request could not be sent.
  func giveBack() {
    guard limit != nil else { return }
    taken.withLock { $0 -= 1 }
  }
}
