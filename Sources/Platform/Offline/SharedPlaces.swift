import Dispatch
import Domain
import PlaceIndex
import Synchronization

/// The places of the files that a process searches, opened once, because a pipe can be read only once.
final class SharedPlaces: Sendable {
  // Like `Result`, without instantiating generic metadata at launch (Decisions).
  private enum Outcome: Sendable {
    case opened
    case failed(PlaceSearchError)
  }

  private let opened = Mutex<IndexedPlaces?>(nil)
  /// The callbacks of tasks that wait for a separate thread to open the places.
  ///
  /// Functions: a continuation's metadata would be instantiated at launch, although usually no task waits (Decisions).
  private let waiting = Mutex<[@Sendable (Outcome) -> Void]>([])

  /// Returns the places, opening them if necessary.
  ///
  /// Concurrent callers wait, blocking their threads.
  func value(_ open: () throws(PlaceSearchError) -> IndexedPlaces) throws(PlaceSearchError) -> IndexedPlaces {
    try opened.withLock { (opened) throws(PlaceSearchError) in
      if let opened { return opened }
      let places = try open()
      opened = places
      return places
    }
  }

  /// Opens the places without blocking shared threads while a pipe is awaited or a file is read.
  ///
  /// - Parameters:
  ///   - paths: The files; indexes are mapped at once.
  ///   - open: Opens them.
  /// - Throws: The errors of `open`.
  func prepare(
    _ paths: [String],
    _ open: @escaping @Sendable () throws(PlaceSearchError) -> IndexedPlaces
  ) async throws(PlaceSearchError) {
    // The lock is taken while another thread opens the places.
    if opened.withLockIfAvailable({ $0 != nil }) ?? false { return }
    if paths.allSatisfy({ (try? PlaceIndex.isIndex(path: $0)) ?? false }) {
      _ = try value(open)
      return
    }
    try await openApart(open)
  }

  /// Opens the places on a separate thread, or waits for the thread that does.
  ///
  /// A separate function, because a function with continuations instantiates their metadata on entry.
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
