import System
import Synchronization

/// Ends the process with a sentence when the system lets no task of it run any more.
///
/// A task beats in an interval; a timer of the system, whose signal needs no thread, counts the intervals without a
/// beat. What waits for a service, an input or its pace still beats. Of a process that was stopped and goes on, one
/// signal at most is pending, so that the time in which nothing ran does not count.
enum StallWatch {
  /// The intervals without a beat that end the process.
  private static let longestSilence = 4
  /// The shortest time without a beat that ends it, since a busy machine may keep a task from running for seconds.
  private static let shortestLimit = Duration.seconds(5)

  private static let silence = Atomic<Int>(0)
  /// The address of the line to write, which is never freed; 0 before the watch begins.
  private static let line = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)

  /// Whether the signal of the timer is taken.
  static var isWatching: Bool { line.load(ordering: .relaxed) != 0 }

  /// Begins to watch; once, until the process ends.
  ///
  /// - Parameters:
  ///   - limit: The time without a beat, 5 s or more.
  ///   - bytes: The line on standard error.
  static func begin(limit: Duration, saying bytes: [UInt8]) {
    count(everyInterval: max(limit, shortestLimit) / longestSilence, saying: bytes)
  }

  static func count(everyInterval interval: Duration, saying bytes: [UInt8]) {
    guard line.load(ordering: .relaxed) == 0 else { return }
    let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe kept.initialize(from: bytes)
    length.store(bytes.count, ordering: .relaxed)
    line.store(UInt(bitPattern: kept.baseAddress), ordering: .releasing)
    unsafe TerminalRestoration.handle(
      SIGALRM,
      withOrigin: { number, origin, _ in
        // What another process sends ends this one, as without a watch.
        if let origin = unsafe origin, unsafe origin.pointee.si_code == SI_USER {
          TerminalRestoration.end(by: number)
        } else {
          StallWatch.countSilence()
        }
      }
    )
    var timer = itimerval()
    timer.it_interval = interval.timeValue
    timer.it_value = interval.timeValue
    #if canImport(Glibc)
      _ = unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    #else
      _ = unsafe setitimer(ITIMER_REAL, &timer, nil)
    #endif
    let pauseNanoseconds = UInt64(interval / 2 / .nanoseconds(1))
    Task.detached {
      while true {
        silence.store(0, ordering: .relaxed)
        // To sleep by a clock is to look up a conformance of the executor, which takes as long as a third of a row.
        guard (try? await Task.sleep(nanoseconds: pauseNanoseconds)) != nil else { return }
      }
    }
  }

  /// The handler of the signal: async-signal-safe.
  private static func countSilence() {
    guard silence.add(1, ordering: .relaxed).newValue > longestSilence else { return }
    TerminalRestoration.restore()
    let start = unsafe UnsafePointer<UInt8>(bitPattern: line.load(ordering: .acquiring))
    // In bounds: as many bytes as were kept there.
    _ = unsafe systemWrite(2, start, length.load(ordering: .relaxed))
    _exit(ExitStatus.fileFailed.rawValue)
  }
}

extension Duration {
  fileprivate var timeValue: timeval {
    let (seconds, attoseconds) = components
    return timeval(tv_sec: numericCast(seconds), tv_usec: numericCast(attoseconds / 1_000_000_000_000))
  }
}
