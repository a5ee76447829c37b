import Domain
import Synchronization

extension SharedPace {
  /// The time that this process wrote when it took its last turn.
  final class LastTurn: Sendable {
    private let written = Atomic<Int64>(0)

    var moment: Int64 {
      get { written.load(ordering: .relaxed) }
      set { written.store(newValue, ordering: .relaxed) }
    }
  }

  /// The right to send one request.
  final class Turn: Sendable {
    /// The lateness in milliseconds up to which taking a turn doesn't delay the next ones.
    private static let maximumLateness: Int64 = 50

    /// The interval between this request and the next.
    let interval: Duration
    let file: PaceFile
    /// Whether no other request of its API may be in flight.
    let isExclusive: Bool
    /// The maximum time of the request.
    private let timeout: Duration
    private let last: LastTurn
    private let milliseconds: @Sendable () -> Int64
    private let awaitedMoment = Atomic<Int64>(0)
    private let flightEnd = Atomic<Int64>(0)

    init(
      _ file: PaceFile,
      interval: Duration,
      isExclusive: Bool,
      timeout: Duration,
      after last: LastTurn,
      milliseconds: @escaping @Sendable () -> Int64
    ) {
      self.file = file
      self.interval = interval
      self.isExclusive = isExclusive
      self.timeout = timeout
      self.last = last
      self.milliseconds = milliseconds
    }

    /// Whether the turn is taken under the lock.
    ///
    /// Without an interval, only the service's pause is read.
    var needsLock: Bool { isExclusive || interval > .zero }

    /// The time that the request waited for; 0 if it didn't wait.
    var awaited: Int64 {
      get { awaitedMoment.load(ordering: .relaxed) }
      set { awaitedMoment.store(newValue, ordering: .relaxed) }
    }

    /// Whether this process wrote a time when it took its last turn.
    func wasLast(_ moment: Int64) -> Bool { !isExclusive && moment > 0 && last.moment == moment }

    /// Whether another running process has an exclusive request in flight, so that this one may not be sent.
    ///
    /// A process that has ended or is stopped blocks no other.
    func isBlocked(at now: Int64) -> Bool {
      guard isExclusive, case let flight = file[.flight], flight.wait(at: now) != nil else { return false }
      return ProcessIdentity(number: flight.details[0], namespace: flight.details[1]).isRunning
    }

    /// Takes the turn just before the request is sent.
    ///
    /// Others may send after the interval or, if requests are exclusive, after the end of this one.
    func take() {
      guard needsLock else { return }
      let now = milliseconds()
      let next = file[.next].moment
      // A late timer doesn't slow down the pace, unless the interval is the service's own rule.
      let isOnTime = !isExclusive && next > 0 && next == awaited && next <= now
      last.moment = file.write(.next, interval, from: isOnTime ? max(next, now - Self.maximumLateness) : now)
      if isExclusive {
        let process = ProcessIdentity.current
        let end = file.write(.flight, timeout, from: now, details: [process.number, process.namespace])
        flightEnd.store(end, ordering: .relaxed)
      }
      file.releaseLock()
    }

    /// Makes all processes wait before their next requests because of an error.
    func postponeNext(by pause: Duration, _ reason: PauseReason) {
      let now = milliseconds()
      // A shorter pause than the current one changes nothing.
      guard file[.pause].wait(at: now).map({ $0 < pause }) ?? true else { return }
      file.write(.pause, pause, from: now, details: [Int64(reason.number), 0])
    }

    /// Ends the turn, whether or not it was taken.
    func end() {
      file.releaseLock()
      let end = flightEnd.exchange(0, ordering: .relaxed)
      // A process that considered this one stopped may have written another time.
      if end > 0, file[.flight].moment == end { file.write(.flight, .zero, from: 0) }
    }
  }
}

extension PauseReason {
  /// The reason encoded by a number in the file; a number below 1000 is a status with a wait requested by the service.
  init(_ number: Int) {
    self.init(status: number % 1_000, isAsked: number / 1_000 & 1 == 0, isQuota: number / 1_000 & 2 != 0)
  }

  /// The number in the file, of up to four digits.
  fileprivate var number: Int { status + (isAsked ? 0 : 1_000) + (isQuota ? 2_000 : 0) }
}
