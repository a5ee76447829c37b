import Domain
import Synchronization
import System

extension Pace {
  /// The right to send one request.
  final class Turn: Sendable {
    /// A pause that the service requested.
    typealias Pause = (wait: Duration, details: [Int64], isOfCall: Bool)

    /// The time for which the process that took the last turn leaves the next one to others.
    static let courtesy = Duration.milliseconds(5)
    /// The lateness in microseconds up to which taking a turn doesn't delay the next ones.
    private static let maximumLateness: Int64 = 50_000

    /// The record of the pace.
    let record: PaceRecord
    /// The record of the API: its quota, and the pauses that apply only to it.
    let ownRecord: PaceRecord
    /// Whether no other request of its API may be in flight.
    let isExclusive: Bool
    private let pace: Pace
    private let call: Service.Call
    /// The maximum time of the request.
    private let timeout: Duration
    private let awaitedMoment = Atomic<Int64>(0)
    private let flightEnd = Atomic<Int64>(0)
    private let earlierRefusal = Mutex<PlaceSearchError?>(nil)

    init(
      _ record: PaceRecord,
      ownRecord: PaceRecord,
      in pace: Pace,
      of call: Service.Call,
      isExclusive: Bool,
      timeout: Duration
    ) {
      self.record = record
      self.ownRecord = ownRecord
      self.pace = pace
      self.call = call
      self.isExclusive = isExclusive
      self.timeout = timeout
    }

    /// The interval between this request and the next.
    var interval: Duration { isExclusive ? call.sharedInterval ?? .zero : pace.interval }

    /// Whether taking the turn needs the lock of the file.
    ///
    /// Without an interval between requests, the turn only reads the service's pause.
    var needsLock: Bool { isExclusive || interval > .zero }

    /// Whether nothing has delayed the request since it had its turn.
    var isDue: Bool {
      let now = pace.microseconds()
      return pause(at: now) == nil && record[.next].wait(at: now) == nil
    }

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

    /// Returns whether this process took the last turn, and the next one has just come.
    func yields(at now: Int64) -> Bool {
      let next = record[.next].moment
      let wasLast = !isExclusive && next > 0 && pace.lastTurn.load(ordering: .relaxed) == next
      let lateness = Duration.microseconds(now - next)
      return wasLast && interval >= Self.courtesy * 10 && lateness >= .zero && lateness < Self.courtesy
    }

    /// Returns the longest pause that the service requested; `nil` if there is none.
    func pause(at now: Int64) -> Pause? {
      func pause(_ record: PaceRecord, isOfCall: Bool) -> Pause? {
        let entry = record[.pause]
        return entry.wait(at: now).map { ($0, entry.details, isOfCall) }
      }
      let own = pause(ownRecord, isOfCall: true)
      guard record !== ownRecord, let common = pause(record, isOfCall: false) else { return own }
      return own.map { $0.wait > common.wait ? $0 : common } ?? common
    }

    /// Throws the error of another process while the quota is exhausted, unless this request may probe it.
    func checkQuota(of service: Service, at now: Int64) throws(PlaceSearchError) {
      let quota = ownRecord[.quota]
      probedRefusal = nil
      guard quota.wait(at: now) != nil else { return }
      let refusal = PlaceSearchError.quotaExhausted(service, status: Int(quota.details[0]), message: nil)
      guard ownRecord[.probe].wait(at: now) == nil else { throw refusal }
      probedRefusal = refusal
    }

    /// Returns whether another running process has an exclusive request in flight, so that this one may not be sent.
    ///
    /// A process that has ended or is stopped blocks no other.
    func isBlocked(at now: Int64) -> Bool {
      guard isExclusive, case let flight = record[.flight], flight.wait(at: now) != nil else { return false }
      return ProcessIdentity(number: flight.details[0], namespace: flight.details[1]).isRunning
    }

    /// Takes the turn just before the request is sent.
    ///
    /// Others may send after the interval or, if requests are exclusive, after the end of this one.
    func take() {
      let now = pace.microseconds()
      if probedRefusal != nil { ownRecord.write(.probe, QuotaBreaker.coolDown, from: now) }
      if needsLock {
        let next = record[.next].moment
        // A late timer doesn't slow down the pace, unless the interval is the service's own rule.
        let isOnTime = !isExclusive && next > 0 && next == awaited && next <= now
        let start = isOnTime ? max(next, now - Self.maximumLateness) : now
        pace.lastTurn.store(record.write(.next, interval, from: start), ordering: .relaxed)
      }
      if isExclusive {
        let process = ProcessIdentity.current
        let end = record.write(.flight, timeout, from: now, details: [process.number, process.namespace])
        flightEnd.store(end, ordering: .relaxed)
      }
      record.releaseLock()
    }

    /// Makes the requests to the API, or all requests, wait because of an error.
    func postponeNext(by pause: Duration, after refusal: Refusal) {
      let isOfCall = refusal.isOfCall || call.sharedInterval != nil
      pace.postponeNext(by: pause, after: refusal, in: isOfCall ? ownRecord : record)
    }

    /// Records a response: after a probe, the quota is available again.
    func noteResponse() { if probedRefusal != nil { ownRecord.write(.quota, .zero, from: 0) } }

    /// Ends the turn, whether or not it was taken.
    func end() {
      record.releaseLock()
      let end = flightEnd.exchange(0, ordering: .relaxed)
      // A process that considered this one stopped may have written another time.
      if end > 0, record[.flight].moment == end { record.write(.flight, .zero, from: 0) }
    }
  }
}

extension Refusal {
  /// The status, and the reason of the pause: requested by the service (0), not requested (1), or an exhausted quota
  /// with (2) or without (3) a requested pause.
  var pauseDetails: [Int64] {
    let kind: Int64 =
      switch error {
      case .quotaExhausted: wait == nil ? 3 : 2
      case .throttled(_, _, let isRequested): wait != nil && isRequested ? 0 : 1
      default: 1
      }
    return [Int64(status), kind]
  }
}

extension PlaceSearchError {
  /// The error of a request that must wait because another process received an error.
  init(pause: Duration, details: [Int64], of service: Service) {
    let (status, isRequested) = (Int(details[0]), details[1] & 1 == 0)
    self =
      details[1] & 2 == 0
      ? .throttled(status: status, retryAfter: pause, isRequested: isRequested)
      : .quotaExhausted(service, status: status, retryAfter: isRequested ? pause : nil, message: nil)
  }
}
