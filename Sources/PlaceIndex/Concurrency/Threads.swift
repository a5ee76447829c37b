import Synchronization
import System

/// Runs the parts of a computation on several threads and waits for all of them.
///
/// On two cores, an import on one thread takes 1.5 times as long. Threads rather than tasks: the callers are
/// synchronous, and each task would block a thread of the shared pool.
enum Threads {
  /// The maximum number of threads; more threads would only wait for memory.
  private static let maximumCount = 16

  /// The number of processors that this process may use, 1...16.
  static let available = min(maximumCount, ProcessLimits().processorCount)

  /// Runs every part once.
  ///
  /// The calling thread runs `meanwhile` and then takes part; if no other thread starts, it does all of the work.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - threads: The maximum number of threads.
  ///   - meanwhile: Work for the calling thread before its parts.
  ///   - work: Runs one part, given the index of the part and of the thread.
  static func run(
    _ count: Int,
    on threads: Int,
    meanwhile: () -> Void = {},
    _ work: @Sendable (_ part: Int, _ thread: Int) -> Void
  ) {
    guard threads > 1, count > 1 else {
      meanwhile()
      for part in 0..<count { work(part, 0) }
      return
    }
    // The threads are joined before this function returns.
    withoutActuallyEscaping(work) { work in
      let next = Atomic<Int>(0)
      // Idle threads take the remaining parts one by one.
      let share: @Sendable (Int) -> Void = { thread in
        while true {
          let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard part < count else { return }
          work(part, thread)
        }
      }
      let running = (1..<min(threads, count)).compactMap { thread in RunningThread { share(thread) } }
      meanwhile()
      share(0)
      for thread in running { thread.join() }
    }
  }

  /// Makes a result of every part, and returns the results in the order of the parts.
  static func map<Result: Sendable>(
    _ count: Int,
    on threads: Int,
    _ make: @Sendable (_ part: Int) -> Result
  ) -> [Result] {
    let results = Mutex<[Int: Result]>([:])
    run(count, on: threads) { part, _ in
      let result = make(part)
      results.withLock { $0[part] = result }
    }
    let all = results.withLock(\.self)
    return (0..<count).compactMap { all[$0] }
  }

  /// A running thread, which is joined exactly once.
  ///
  /// Safety: the thread takes over the reference from `passRetained`; if no thread starts, the reference is released.
  @safe
  private struct RunningThread {
    private final class Body: Sendable {
      let run: @Sendable () -> Void

      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    #if canImport(Darwin)
      private var identifier: pthread_t?
    #else
      private var identifier = pthread_t()
    #endif

    init?(_ run: @escaping @Sendable () -> Void) {
      let body = unsafe Unmanaged.passRetained(Body(run))
      guard unsafe pthread_create(&identifier, nil, { unsafe RunningThread.main($0) }, body.toOpaque()) == 0 else {
        unsafe body.release()
        return nil
      }
    }

    func join() {
      #if canImport(Darwin)
        if let identifier = unsafe identifier { _ = unsafe pthread_join(identifier, nil) }
      #else
        _ = pthread_join(identifier, nil)
      #endif
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let argument = unsafe argument else { return nil }
      unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
      return nil
    }
  }
}
