import Domain
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
    /// How late a turn may be taken without delaying the next ones, in milliseconds.
    private static let maximumLateness: Int64 = 50

    /// The time between this request and the next.
    let interval: Duration
    let file: PaceFile
    /// Whether no other request of its kind may be in flight.
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

    /// Whether the turn is taken under the lock: without an interval there is only the pause of the service to read.
    var needsLock: Bool { isExclusive || interval > .zero }

    /// The moment that the request waited for; 0 if it didn't wait.
    var awaited: Int64 {
      get { awaitedMoment.load(ordering: .relaxed) }
      set { awaitedMoment.store(newValue, ordering: .relaxed) }
    }

    /// Whether this process wrote a moment, when it took its last turn.
    func wasLast(_ moment: Int64) -> Bool { !isExclusive && moment > 0 && last.moment == moment }

    /// Whether a request of a running process is in flight beside which this one may not be sent.
    ///
    /// A process that has ended, or that a signal has stopped, holds nobody up.
    func isBlocked(at now: Int64) -> Bool {
      guard isExclusive, case let flight = file[.flight], flight.wait(at: now) != nil else { return false }
      return ProcessIdentity(number: flight.details[0], namespace: flight.details[1]).isRunning
    }

    /// Takes the turn, just before the request is sent: others may send after the interval, and those of a kind that
    /// is sent one at a time when this one has ended.
    func take() {
      guard needsLock else { return }
      let now = milliseconds()
      let next = file[.next].moment
      // A late timer does not slow the pace down, except where the interval is the service's own rule.
      let isOnTime = !isExclusive && next > 0 && next == awaited && next <= now
      last.moment = file.write(.next, interval, from: isOnTime ? max(next, now - Self.maximumLateness) : now)
      if isExclusive {
        let process = ProcessIdentity.current
        let end = file.write(.flight, timeout, from: now, details: [process.number, process.namespace])
        flightEnd.store(end, ordering: .relaxed)
      }
      file.releaseLock()
    }

    /// Lets every process wait before the next request, because of a refusal.
    func postponeNext(by pause: Duration, _ reason: PauseReason) {
      let now = milliseconds()
      // A service that asks for less than another process waits already changes nothing.
      guard file[.pause].wait(at: now).map({ $0 < pause }) ?? true else { return }
      file.write(.pause, pause, from: now, details: [Int64(reason.number), 0])
    }

    /// Ends the turn, whether it was taken or not.
    func end() {
      file.releaseLock()
      let end = flightEnd.exchange(0, ordering: .relaxed)
      // Another process that took this one for stopped has written another moment.
      if end > 0, file[.flight].moment == end { file.write(.flight, .zero, from: 0) }
    }
  }
}

extension PauseReason {
  /// The reason of a number in the file; the status alone is what the service asked for.
  init(_ number: Int) {
    self.init(status: number % 1_000, isAsked: number / 1_000 & 1 == 0, isQuota: number / 1_000 & 2 != 0)
  }

  /// The number in the file, of four digits.
  fileprivate var number: Int { status + (isAsked ? 0 : 1_000) + (isQuota ? 2_000 : 0) }
}
