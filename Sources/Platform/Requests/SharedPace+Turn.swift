import Domain
import Synchronization
import System

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

    /// The file of the pace.
    let file: PaceFile
    /// The file of the API: its quota, and the pauses that apply only to it.
    let ownFile: PaceFile
    /// The interval between this request and the next.
    let interval: Duration
    /// Whether no other request of its API may be in flight.
    let isExclusive: Bool
    /// The maximum time of the request.
    private let timeout: Duration
    private let last: LastTurn
    private let milliseconds: @Sendable () -> Int64
    private let awaitedMoment = Atomic<Int64>(0)
    private let flightEnd = Atomic<Int64>(0)
    private let earlierRefusal = Mutex<PlaceSearchError?>(nil)

    init(
      _ file: PaceFile,
      ownFile: PaceFile,
      interval: Duration,
      isExclusive: Bool,
      timeout: Duration,
      after last: LastTurn,
      milliseconds: @escaping @Sendable () -> Int64
    ) {
      self.file = file
      self.ownFile = ownFile
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

    /// The error that the request probes; `nil` if the quota isn't exhausted.
    var probedRefusal: PlaceSearchError? {
      get { earlierRefusal.withLock { $0 } }
      set { earlierRefusal.withLock { $0 = newValue } }
    }

    /// Whether this process wrote a time when it took its last turn.
    func wasLast(_ moment: Int64) -> Bool { !isExclusive && moment > 0 && last.moment == moment }

    /// The longest pause that the service requested; `nil` if there is none.
    func pause(at now: Int64) -> (wait: Duration, details: [Int64])? {
      let pauses = (file === ownFile ? [file] : [file, ownFile]).compactMap { file in
        let entry = file[.pause]
        return entry.wait(at: now).map { (wait: $0, details: entry.details) }
      }
      return pauses.max { $0.wait < $1.wait }
    }

    /// Throws the error of another process while the quota is exhausted, unless this request may probe it.
    func checkQuota(of service: Service, at now: Int64) throws(PlaceSearchError) {
      let quota = ownFile[.quota]
      probedRefusal = nil
      guard quota.wait(at: now) != nil else { return }
      let refusal = PlaceSearchError.quotaExhausted(service, status: Int(quota.details[0]), message: nil)
      guard ownFile[.probe].wait(at: now) == nil else { throw refusal }
      probedRefusal = refusal
    }

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
      let now = milliseconds()
      if probedRefusal != nil { ownFile.write(.probe, QuotaBreaker.coolDown, from: now) }
      if needsLock {
        let next = file[.next].moment
        // A late timer doesn't slow down the pace, unless the interval is the service's own rule.
        let isOnTime = !isExclusive && next > 0 && next == awaited && next <= now
        last.moment = file.write(.next, interval, from: isOnTime ? max(next, now - Self.maximumLateness) : now)
      }
      if isExclusive {
        let process = ProcessIdentity.current
        let end = file.write(.flight, timeout, from: now, details: [process.number, process.namespace])
        flightEnd.store(end, ordering: .relaxed)
      }
      file.releaseLock()
    }

    /// Makes all processes wait before their next requests because of an error.
    func postponeNext(by pause: Duration, after refusal: Refusal) {
      let file = refusal.isOfCall ? ownFile : file
      let now = milliseconds()
      // A shorter pause than the current one changes nothing.
      guard file[.pause].wait(at: now).map({ $0 < pause }) ?? true else { return }
      file.write(.pause, pause, from: now, details: refusal.pauseDetails)
    }

    /// Records that the quota is exhausted until the service's day ends.
    func noteUsedUp(_ service: Service, status: Int) {
      let now = milliseconds()
      let timeLeft = service.quotaDay.timeLeft(atSeconds: now / 1_000)
      ownFile.write(.quota, timeLeft, from: now, details: [Int64(status), 0])
      ownFile.write(.probe, QuotaBreaker.coolDown, from: now)
    }

    /// Records a response: after a probe, the quota is available again.
    func noteAnswer() { if probedRefusal != nil { ownFile.write(.quota, .zero, from: 0) } }

    /// Ends the turn, whether or not it was taken.
    func end() {
      file.releaseLock()
      let end = flightEnd.exchange(0, ordering: .relaxed)
      // A process that considered this one stopped may have written another time.
      if end > 0, file[.flight].moment == end { file.write(.flight, .zero, from: 0) }
    }
  }
}

extension Refusal {
  /// The status, and the reason of the pause: requested by the service (0), not requested (1), or an exhausted quota
  /// with (2) or without (3) a requested pause.
  fileprivate var pauseDetails: [Int64] {
    let kind: Int64 =
      switch error {
      case .quotaExhausted: wait == nil ? 3 : 2
      case .throttled(_, _, let isAsked): wait != nil && isAsked ? 0 : 1
      default: 1
      }
    return [Int64(status), kind]
  }
}

extension PlaceSearchError {
  /// The error of a request that must wait because another process received an error.
  init(pause: Duration, details: [Int64], of service: Service) {
    let (status, isAsked) = (Int(details[0]), details[1] & 1 == 0)
    self =
      details[1] & 2 == 0
      ? .throttled(status: status, retryAfter: pause, isAsked: isAsked)
      : .quotaExhausted(service, status: status, retryAfter: isAsked ? pause : nil, message: nil)
  }
}

extension Service.QuotaDay {
  private static let seconds: Int64 = 86_400

  /// The time until the day ends.
  fileprivate func timeLeft(atSeconds now: Int64) -> Duration {
    .seconds(Self.seconds - (now + secondsAheadOfUTC) % Self.seconds)
  }
}
