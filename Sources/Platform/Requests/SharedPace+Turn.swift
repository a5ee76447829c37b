import PlaceIndex
import Synchronization

extension SharedPace {
  /// The moment that this process wrote when it took its last turn.
  final class LastTurn: Sendable {
    private let written = Atomic<Int64>(0)

    var moment: Int64 {
      get { written.load(ordering: .relaxed) }
      set { written.store(newValue, ordering: .relaxed) }
    }
  }

  /// The right to send one request.
  final class Turn: Sendable {
    /// Digits of the moment in the file, and of the status behind it.
    private static let width = (moment: 16, all: 20)
    /// How late a turn may be taken without delaying the next ones, in milliseconds.
    private static let maximumLateness: Int64 = 50

    /// The time between this request and the next.
    let interval: Duration
    /// Open as long as the lock is there.
    private let descriptor: CInt
    private let lock: FileLock
    private let isExclusive: Bool
    private let last: LastTurn
    private let milliseconds: @Sendable () -> Int64
    private let awaitedMoment = Atomic<Int64>(0)

    init(
      _ descriptor: CInt,
      interval: Duration,
      isExclusive: Bool,
      after last: LastTurn,
      _ milliseconds: @escaping @Sendable () -> Int64
    ) {
      self.descriptor = descriptor
      self.interval = interval
      self.isExclusive = isExclusive
      self.last = last
      self.milliseconds = milliseconds
      lock = FileLock(taking: descriptor)
    }

    /// Whether it is taken under the lock: without an interval there is only the service's pause to look at.
    var needsLock: Bool { isExclusive || interval > .zero }

    /// The moment that was waited for; 0 for none.
    var awaited: Int64 {
      get { awaitedMoment.load(ordering: .relaxed) }
      set { awaitedMoment.store(newValue, ordering: .relaxed) }
    }

    /// Whether this process wrote a moment, when it took its last turn.
    func wasLast(_ moment: Int64) -> Bool { !isExclusive && moment > 0 && last.moment == moment }

    /// Tries to take the lock; `true` also where the file system has none.
    func begin() -> Bool {
      do throws(FileLock.Refusal) { try lock.acquire(within: LockTimeout(limit: .zero)) } catch {
        if case .timedOut = error { return false }
      }
      return true
    }

    /// Takes the turn, just before the request is sent: others may send after the interval, and those of a kind that
    /// is sent one at a time when this one has ended.
    func take() {
      guard needsLock else { return }
      let now = milliseconds()
      let next = next.moment
      // A late timer does not slow the pace down, except where the interval is the service's own rule.
      let isOnTime = !isExclusive && next > 0 && next == awaited && next <= now
      let start = isOnTime ? max(next, now - Self.maximumLateness) : now
      last.moment = start + Int64((interval / .milliseconds(1)).rounded())
      write(last.moment, status: 0)
      if !isExclusive { end() }
    }

    /// The moment from which a request may be sent, 0 in a new file, and the status by which the service asked to
    /// wait, 0 where it is only the interval.
    var next: (moment: Int64, status: Int) {
      var digits = [UInt8](repeating: 0, count: Self.width.all)
      guard unsafe pread(descriptor, &digits, Self.width.all, 0) == Self.width.all else { return (0, 0) }
      let text = String(decoding: digits, as: UTF8.self)
      return (Int64(text.prefix(Self.width.moment)) ?? 0, Int(text.dropFirst(Self.width.moment)) ?? 0)
    }

    /// Lets every process wait before the next request, because the service asked for it with a status; the turn holds
    /// the lock afterwards.
    func postponeNext(by pause: Duration, status: Int) {
      // Without the lock, a turn that another process is taking could overwrite the pause; a pause is worth more than
      // the lock.
      try? lock.acquire(within: LockTimeout(limit: .milliseconds(100)))
      let moment = milliseconds() + Int64(min(pause, SharedPace.maximumPause) / .milliseconds(1))
      // A service that asks for less than another process waits already changes nothing.
      let next = next.moment
      if moment < next, .milliseconds(next - moment) <= SharedPace.maximumPause { return }
      write(moment, status: status)
    }

    private func write(_ moment: Int64, status: Int) {
      let text = String(moment * 10_000 + Int64(status))
      let digits = Array((String(repeating: "0", count: max(0, Self.width.all - text.utf8.count)) + text).utf8)
      _ = unsafe pwrite(descriptor, digits, Self.width.all, 0)
    }

    func end() { lock.release() }
  }
}
