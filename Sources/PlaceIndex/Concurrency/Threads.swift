import Synchronization

/// Runs parts of a computation on several threads and waits for all of them: on two cores, an import on one thread takes
/// 1.5 times as long.
///
/// These are threads rather than tasks, because the callers are synchronous and compute without pause: each task would block
/// a thread of the shared pool.
enum Threads {
  /// The maximum number of threads; more would only wait for memory.
  private static let maximumCount = 16

  /// The number of threads that this machine runs at once, 1...16.
  static var available: Int { max(1, min(maximumCount, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }

  /// Runs every part once.
  ///
  /// The calling thread takes part; if no thread can be started, it does all of the work.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - threads: The number of threads, the calling one included; 1 or more.
  ///   - meanwhile: Called once, on the calling thread, before it takes part.
  ///   - work: Does one part. Takes its number, and the number of the thread, 0..<threads, which does one part at a time.
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

  /// The remaining parts, which idle threads take one by one.
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

  /// The argument of a new thread.
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
  /// Safety: the thread takes over the reference that `passRetained` made; if no thread starts, it is released.
  @safe
  private struct RunningThread {
    private let identifier: pthread_t

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
