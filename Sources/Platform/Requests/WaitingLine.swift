import Synchronization

/// A line in which requests wait for their turn: first come, first served.
///
/// Only the first in line waits for a moment, and takes it when it has come; so a request that is cancelled while it
/// waits has taken nothing that others would have to wait for.
final class WaitingLine: Sendable {
  private struct State {
    /// Whether somebody is at the front.
    var isOccupied = false
    var waiting: [(number: Int, promise: Promise<Bool>)] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// The number of requests behind the front.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Goes to the front when nobody is in line; returns whether it did.
  func enterIfEmpty() -> Bool {
    state.withLock { state in
      guard !state.isOccupied else { return false }
      state.isOccupied = true
      return true
    }
  }

  /// Waits until all who came before have left; returns `false`, and is not in line, when the task is cancelled.
  func enter() async -> Bool {
    let promise = Promise<Bool>()
    let number = state.withLock { state -> Int? in
      guard state.isOccupied else {
        state.isOccupied = true
        return nil
      }
      state.lastNumber += 1
      state.waiting.append((state.lastNumber, promise))
      return state.lastNumber
    }
    guard let number else { return true }
    if await promise.value(whenCancelled: false) { return true }
    let wasWaiting = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return false }
      state.waiting.remove(at: index)
      return true
    }
    // In the same moment it was sent to the front, which it leaves to the next.
    if !wasWaiting { leave() }
    return false
  }

  /// Leaves the front to the next in line.
  func leave() {
    let next = state.withLock { state -> Promise<Bool>? in
      guard !state.waiting.isEmpty else {
        state.isOccupied = false
        return nil
      }
      return state.waiting.removeFirst().promise
    }
    next?.fulfill(true)
  }
}
