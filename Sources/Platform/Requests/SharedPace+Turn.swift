import System
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
    /// How far ahead that was when it was written.
    var interval = Duration.zero
    /// When the pause ends that the service asked for.
    var pause: Int64 = 0
    /// How long that was when it was written.
    var pauseLength = Duration.zero
    /// Why.
    var reason = PauseReason()
  }

  /// The right to send one request.
  final class Turn: Sendable {
    /// Digits of a record in the file: a moment, how many milliseconds it was ahead, and the reason.
    ///
    /// The moment of the pace comes first, with the reason 0, then that of the service's pause; whoever writes one
    /// leaves the other as it is.
    private static let width = (moment: 16, length: 12, record: 32)
    /// The longest time that a record has digits for, in milliseconds: 30 years.
    private static let maximumLength: Int64 = 999_999_999_999
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
      let length = min(Int64(min((interval / .milliseconds(1)).rounded(.up), 1e12)), Self.maximumLength)
      last.moment = start + length
      write(last.moment, length: length, reason: 0, at: 0)
      if !isExclusive { end() }
    }

    /// The moments in the file; 0 where there is none.
    var moments: Moments {
      var digits = [UInt8](repeating: 0, count: 2 * Self.width.record)
      guard unsafe pread(descriptor, &digits, digits.count, 0) >= Self.width.record else { return Moments() }
      let next = Self.record(digits.prefix(Self.width.record))
      let pause = Self.record(digits.suffix(Self.width.record))
      return Moments(
        next: next.moment,
        interval: next.length,
        pause: pause.moment,
        pauseLength: pause.length,
        reason: PauseReason(pause.reason)
      )
    }

    private static func record(_ digits: ArraySlice<UInt8>) -> (moment: Int64, length: Duration, reason: Int) {
      // Cut as bytes: the characters of a text are told apart one by one.
      let length = digits.dropFirst(width.moment)
      func number(_ digits: ArraySlice<UInt8>) -> Int64 { Int64(String(decoding: digits, as: UTF8.self)) ?? 0 }
      return (
        number(digits.prefix(width.moment)), .milliseconds(number(length.prefix(width.length))),
        Int(number(length.dropFirst(width.length)))
      )
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
      let length = min(Int64(min(pause / .milliseconds(1), 1e12)), Self.maximumLength)
      // A service that asks for less than another process waits already changes nothing.
      let earlier = moments
      if now + length < earlier.pause,
        SharedPace.isBelieved(.milliseconds(earlier.pause - now), of: earlier.pauseLength)
      {
        return
      }
      write(now + length, length: length, reason: max(1, reason.number), at: Self.width.record)
    }

    private func write(_ moment: Int64, length: Int64, reason: Int, at offset: Int) {
      let text =
        moment.text(ofDigits: Self.width.moment) + length.text(ofDigits: Self.width.length)
        + Int64(reason).text(ofDigits: Self.width.record - Self.width.moment - Self.width.length)
      let digits = Array(text.utf8)
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
