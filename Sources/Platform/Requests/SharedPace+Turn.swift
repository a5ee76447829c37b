import CLibrary
import Domain
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

  /// What a file holds, in milliseconds since 1970.
  struct Moments: Sendable, Hashable {
    /// When the pace lets the next request be sent.
    var next: Int64 = 0
    /// When the pause ends that the service asked for.
    var pause: Int64 = 0
    /// Why.
    var reason = PauseReason()
  }

  /// The right to send one request.
  final class Turn: Sendable {
    /// Digits of a moment in the file, and of the moment with the status behind it.
    ///
    /// The moment of the pace comes first, with the status 0, then that of the service's pause; whoever writes one
    /// leaves the other as it is. In front of a status of three digits stands what else the reason says.
    private static let width = (moment: 16, record: 20)
    /// How often a pause tries the lock.
    private static let attemptsToLock = 10
    /// How late a turn may be taken without delaying the next ones, in milliseconds.
    private static let maximumLateness: Int64 = 50

    /// The time between this request and the next.
    let interval: Duration
    /// Open as long as the lock is there.
    private let descriptor: CInt
    private let lock: FileLock
    private let isExclusive: Bool
    private let last: LastTurn
    private let time: Timekeeper
    private let milliseconds: @Sendable () -> Int64
    private let awaitedMoment = Atomic<Int64>(0)

    init(
      _ descriptor: CInt,
      interval: Duration,
      isExclusive: Bool,
      after last: LastTurn,
      time: Timekeeper,
      _ milliseconds: @escaping @Sendable () -> Int64
    ) {
      self.descriptor = descriptor
      self.interval = interval
      self.isExclusive = isExclusive
      self.last = last
      self.time = time
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
    func begin() -> Bool { (try? lock.take()) ?? true }

    /// Takes the turn, just before the request is sent: others may send after the interval, and those of a kind that
    /// is sent one at a time when this one has ended.
    func take() {
      guard needsLock else { return }
      let now = milliseconds()
      let next = moments.next
      // A late timer does not slow the pace down, except where the interval is the service's own rule.
      let isOnTime = !isExclusive && next > 0 && next == awaited && next <= now
      let start = isOnTime ? max(next, now - Self.maximumLateness) : now
      last.moment = start + Int64((interval / .milliseconds(1)).rounded())
      write(last.moment, status: 0, at: 0)
      if !isExclusive { end() }
    }

    /// The moments in the file; 0 where there is none.
    var moments: Moments {
      var digits = [UInt8](repeating: 0, count: 2 * Self.width.record)
      guard unsafe pread(descriptor, &digits, digits.count, 0) >= Self.width.record else { return Moments() }
      let next = Self.record(digits.prefix(Self.width.record))
      let pause = Self.record(digits.suffix(Self.width.record))
      return Moments(next: next.moment, pause: pause.moment, reason: PauseReason(pause.status))
    }

    private static func record(_ digits: ArraySlice<UInt8>) -> (moment: Int64, status: Int) {
      // Cut as bytes: the characters of a text are told apart one by one.
      let moment = String(decoding: digits.prefix(width.moment), as: UTF8.self)
      let status = String(decoding: digits.dropFirst(width.moment), as: UTF8.self)
      return (Int64(moment) ?? 0, Int(status) ?? 0)
    }

    /// Lets every process wait before the next request, because of a refusal; the turn holds the lock
    /// afterwards, if it can be had soon: a pause is worth more than the lock.
    func postponeNext(by pause: Duration, _ reason: PauseReason) async {
      var attemptsLeft = Self.attemptsToLock
      while !begin(), attemptsLeft > 0 {
        attemptsLeft -= 1
        do { try await time.sleep(time.now().advanced(by: .milliseconds(10))) } catch { break }
      }
      let now = milliseconds()
      let moment = now + Int64(min(pause, SharedPace.maximumPause) / .milliseconds(1))
      // A service that asks for less than another process waits already changes nothing.
      let earlier = moments.pause
      if moment < earlier, SharedPace.isBelieved(.milliseconds(earlier - now)) { return }
      write(moment, status: max(1, reason.number), at: Self.width.record)
    }

    private func write(_ moment: Int64, status: Int, at offset: Int) {
      let digits = Array((moment * 10_000 + Int64(status)).text(ofDigits: Self.width.record).utf8)
      _ = unsafe pwrite(descriptor, digits, Self.width.record, off_t(offset))
    }

    func end() { lock.release() }
  }
}

extension PauseReason {
  /// The reason of a number in the file; the status alone is what the service asked for.
  fileprivate init(_ number: Int) {
    self.init(status: number % 1_000, isAsked: number / 1_000 & 1 == 0, isQuota: number / 1_000 & 2 != 0)
  }

  /// The number in the file, of four digits.
  fileprivate var number: Int { status + (isAsked ? 0 : 1_000) + (isQuota ? 2_000 : 0) }
}
