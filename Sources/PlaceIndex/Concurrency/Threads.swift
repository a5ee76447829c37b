import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does several parts of work on several threads and waits for all of them: on two cores an import takes 1.5 times as long
/// on one thread.
///
/// Threads rather than tasks, because the callers are synchronous functions that compute from end to end: as tasks they
/// would block a thread of the shared pool each.
enum Threads {
  /// More threads than this only wait for memory.
  private static let maximumCount = 16

  /// How many threads this machine runs at once, 1...16.
  static var available: Int { max(1, min(maximumCount, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }

  /// Does every part of work once.
  ///
  /// The calling thread takes part: where no thread can be started, it does all of the work.
  ///
  /// - Parameters:
  ///   - count: How many parts there are.
  ///   - threads: How many threads take part, the calling one included; 1 or more.
  ///   - meanwhile: Done once, on the calling thread, before it takes part.
  ///   - work: Does one part; takes its number, and the number of the thread, 0..<threads, which does one at a time.
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
    // The workers are joined below, before this function returns.
    withoutActuallyEscaping(work) { work in
      let share = Share(count: count, work: work)
      var running: [RunningThread] = []
      for thread in 1..<min(threads, count) {
        guard let worker = RunningThread(share, thread) else { break }
        running.append(worker)
      }
      meanwhile()
      share.work(as: 0)
      for thread in running { thread.join() }
    }
  }

  /// The parts that are left, taken one by one by whichever thread is free.
  private final class Share: Sendable {
    private let count: Int
    private let work: @Sendable (Int, Int) -> Void
    private let next = Atomic<Int>(0)

    init(count: Int, work: @escaping @Sendable (Int, Int) -> Void) {
      self.count = count
      self.work = work
    }

    func work(as thread: Int) {
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < count else { return }
        work(part, thread)
      }
    }
  }

  /// What a thread is given when it starts.
  private final class Worker {
    let share: Share
    let thread: Int

    init(_ share: Share, _ thread: Int) {
      self.share = share
      self.thread = thread
    }
  }

  /// A thread that was started and is joined exactly once.
  ///
  /// Safety: the thread takes over the one reference that `passRetained` made; when none starts, it is given back.
  @safe
  private struct RunningThread {
    private let identifier: pthread_t

    /// Starts a thread; `nil` when the system has none to give.
    init?(_ share: Share, _ thread: Int) {
      let worker = unsafe Unmanaged.passRetained(Worker(share, thread))
      #if canImport(Darwin)
        var started: pthread_t?
        let status = unsafe pthread_create(&started, nil, { unsafe RunningThread.main($0) }, worker.toOpaque())
        guard status == 0, let started = unsafe started else {
          unsafe worker.release()
          return nil
        }
        unsafe identifier = started
      #else
        var started = pthread_t()
        let status = unsafe pthread_create(&started, nil, { unsafe RunningThread.main($0) }, worker.toOpaque())
        guard status == 0 else {
          unsafe worker.release()
          return nil
        }
        identifier = started
      #endif
    }

    /// Waits for the thread.
    func join() {
      #if canImport(Darwin)
        _ = unsafe pthread_join(identifier, nil)
      #else
        _ = pthread_join(identifier, nil)
      #endif
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let argument = unsafe argument else { return nil }
      let worker = unsafe Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue()
      worker.share.work(as: worker.thread)
      return nil
    }
  }
}
