import Synchronization
import System

/// Ends the process with a message if the system doesn't let any task run.
///
/// A task beats at intervals. A system timer, whose signal needs no thread, counts the intervals without a beat.
/// Waiting for a service, an input or the pace doesn't stop the beat. After a stopped process continues, at most one
/// signal is pending, so the time in which nothing ran doesn't count.
enum StallWatch {
  /// The number of intervals without a beat that end the process.
  private static let longestSilence = 4
  /// The minimum time without a beat, because a busy machine may delay a task for seconds.
  private static let shortestLimit = Duration.seconds(5)

  private static let silence = Atomic<Int>(0)
  /// The address of the message, which is never freed; 0 before the watch begins.
  private static let line = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)

  /// Whether the timer's signal is in use.
  static var isWatching: Bool { line.load(ordering: .relaxed) != 0 }

  /// Begins watching until the process ends.
  ///
  /// Call this only once.
  ///
  /// - Parameters:
  ///   - limit: The time without a beat, at least 5 s.
  ///   - bytes: The line on standard error.
  static func begin(limit: Duration, message bytes: [UInt8]) {
    count(everyInterval: max(limit, shortestLimit) / longestSilence, message: bytes)
  }

  static func count(everyInterval interval: Duration, message bytes: [UInt8]) {
    guard line.load(ordering: .relaxed) == 0 else { return }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    length.store(bytes.count, ordering: .relaxed)
    line.store(UInt(bitPattern: copy.baseAddress), ordering: .releasing)
    unsafe TerminalRestoration.handle(
      SIGALRM,
      withOrigin: { number, origin, _ in
        // A SIGALRM from another process terminates this one, as usual.
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
        // Not sleeping by a clock, which looks up a conformance of the executor and takes a third of a row's time.
        guard (try? await Task.sleep(nanoseconds: pauseNanoseconds)) != nil else { return }
      }
    }
  }

  /// Handles the signal; async-signal-safe.
  private static func countSilence() {
    guard silence.add(1, ordering: .relaxed).newValue > longestSilence else { return }
    TerminalRestoration.restore()
    let start = unsafe UnsafePointer<UInt8>(bitPattern: line.load(ordering: .acquiring))
    // In bounds: `length` is the number of bytes stored at the address.
    _ = unsafe systemWrite(to: 2, from: start, count: length.load(ordering: .relaxed))
    _exit(ExitStatus.fileFailed.rawValue)
  }
}

extension Duration {
  fileprivate var timeValue: timeval {
    let (seconds, attoseconds) = components
    return timeval(tv_sec: numericCast(seconds), tv_usec: numericCast(attoseconds / 1_000_000_000_000))
  }
}
