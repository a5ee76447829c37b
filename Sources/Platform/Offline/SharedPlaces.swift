import Dispatch
import Domain
import PlaceIndex
import Synchronization

/// The places of the files that a process asks, opened by the first that needs them: a pipe can be read only once.
final class SharedPlaces: Sendable {
  // What `Result` would be, whose type takes as long to make as a twentieth of a query.
  private enum Outcome: Sendable {
    case opened
    case failed(PlaceSearchError)
  }

  private let opened = Mutex<IndexedPlaces?>(nil)
  /// Those who wait for what a thread of its own opens; as functions, since the type of a continuation takes as long to
  /// make as a fifteenth of a query, and mostly nobody waits.
  private let waiting = Mutex<[@Sendable (Outcome) -> Void]>([])

  /// Returns the places, and opens them when they are not; whoever comes meanwhile waits, and keeps its thread.
  func value(_ open: () throws(PlaceSearchError) -> IndexedPlaces) throws(PlaceSearchError) -> IndexedPlaces {
    try opened.withLock { (opened) throws(PlaceSearchError) in
      if let opened { return opened }
      let places = try open()
      opened = places
      return places
    }
  }

  /// Opens the places, and keeps no thread that tasks share while a pipe is waited for or a file is read.
  ///
  /// - Parameters:
  ///   - paths: The files; indexes are mapped at once.
  ///   - open: Opens them.
  /// - Throws: What it throws.
  func prepare(
    _ paths: [String],
    _ open: @escaping @Sendable () throws(PlaceSearchError) -> IndexedPlaces
  ) async throws(PlaceSearchError) {
    // While a thread opens them, the lock is taken.
    if opened.withLockIfAvailable({ $0 != nil }) ?? false { return }
    if paths.allSatisfy({ (try? PlaceIndex.isIndex(path: $0)) ?? false }) {
      _ = try value(open)
      return
    }
    try await openApart(open)
  }

  /// Opens the places on a thread of its own, or waits for the one that does.
  ///
  /// Apart, because a function of continuations makes their type as soon as it is entered.
  @inline(never)
  private func openApart(
    _ open: @escaping @Sendable () throws(PlaceSearchError) -> IndexedPlaces
  ) async throws(PlaceSearchError) {
    let outcome = await withCheckedContinuation { continuation in
      let isFirst = waiting.withLock { waiting in
        waiting.append { continuation.resume(returning: $0) }
        return waiting.count == 1
      }
      guard isFirst else { return }
      DispatchQueue.global().async { self.finish(self.outcome(of: open)) }
    }
    if case .failed(let error) = outcome { throw error }
  }

  private func outcome(of open: () throws(PlaceSearchError) -> IndexedPlaces) -> Outcome {
    do throws(PlaceSearchError) {
      _ = try value(open)
      return .opened
    } catch {
      return .failed(error)
    }
  }

  private func finish(_ outcome: Outcome) {
    let waiters = waiting.withLock { waiting in
      let waiters = waiting
      waiting = []
      return waiters
    }
    for waiter in waiters { waiter(outcome) }
  }
}
