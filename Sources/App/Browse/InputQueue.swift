import Synchronization

/// What waits to be taken by the screen, from the terminal and from the effects; whoever takes gets all of it.
final class InputQueue: Sendable {
  private struct State {
    var inputs: [BrowseInput] = []
    var waiter: CheckedContinuation<[BrowseInput], Never>?
  }

  // A class, because inputs come from any thread while the screen waits: the lock keeps them in order.
  private let state = Mutex(State())

  /// Adds an input.
  func add(_ input: BrowseInput) {
    let waiter = state.withLock { state in
      guard let waiter = state.waiter else {
        state.inputs.append(input)
        return nil as CheckedContinuation<[BrowseInput], Never>?
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume(returning: [input])
  }

  /// Waits until there is something, and takes all of it.
  func next() async -> [BrowseInput] {
    await withCheckedContinuation { continuation in
      let inputs = state.withLock { state -> [BrowseInput]? in
        guard state.inputs.isEmpty else {
          defer { state.inputs = [] }
          return state.inputs
        }
        state.waiter = continuation
        return nil
      }
      if let inputs { continuation.resume(returning: inputs) }
    }
  }
}
