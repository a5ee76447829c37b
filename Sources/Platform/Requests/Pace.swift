import Domain
import Synchronization
import System

/// The pace towards a service: requests are at least an interval apart, and none is sent while the service has asked to
/// wait.
///
/// The pace of this process is in memory, and slows down under overload. The pace of this machine is in files, which
/// all processes share. Each address has a record with the earliest times of the next request, according to the pace
/// and to the service; each API has one for its own pauses and quota. An API with exclusive requests has only its own
/// file, which also identifies the process whose request is in flight. No process writes before its time has come, or
/// holds a lock while it waits or sends. So a process that has ended, is stopped, or doesn't send never blocks others.
/// If the files can't be used, requests are sent without the pace of the machine.
final class Pace: Sendable {
  /// The interval of checking whether another process has ended its request, from the first check to later ones.
  private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(80))
  /// The number of attempts to take the lock.
  ///
  /// Its holder needs only microseconds, unless it was stopped meanwhile.
  private static let attemptsToLock = 10

  private let files: PaceFiles?
  /// The record of all requests in memory.
  private let common = PaceRecord()
  /// The records of APIs in memory, by name.
  private let ofCalls = Mutex<[(name: String, record: PaceRecord)]>([])
  private let rate: Mutex<RequestRate>
  private let time: Timekeeper
  /// The time in microseconds, for a machine since 1970.
  let microseconds: @Sendable () -> Int64
  /// The time that this process wrote when it took its last turn.
  let lastTurn = Atomic<Int64>(0)

  /// Makes the pace of a process.
  ///
  /// - Parameters:
  ///   - requestsPerSecond: The maximum rate; 0 if unlimited.
  ///   - time: The clock.
  init(requestsPerSecond: Double, time: Timekeeper) {
    files = nil
    rate = Mutex(RequestRate(requestsPerSecond: requestsPerSecond))
    self.time = time
    let start = time.now().advanced(by: .seconds(-1))
    microseconds = { Int64(start.duration(to: time.now()) / .microseconds(1)) }
  }

  /// Makes the pace of a machine; `nil` if there is no directory for its files.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - stateDirectory: The directory of the program's state; `nil` for a private directory that is empty after a
  ///     restart and holds only files of exclusive requests and of exhausted quotas.
  ///   - address: The address of the requests.
  ///   - key: The key of the service.
  ///   - requestsPerSecond: The maximum rate; 0 if unlimited.
  ///   - time: The clock for waits.
  ///   - microseconds: The time of day.
  init?(
    of service: Service,
    stateDirectory: String?,
    address: String = "",
    key: APIKey? = nil,
    requestsPerSecond: Double = 0,
    time: Timekeeper = .system,
    microseconds: @escaping @Sendable () -> Int64 = Pace.microsecondsOfSystem
  ) {
    guard let directory = stateDirectory ?? PaceFiles.temporaryDirectory else { return nil }
    // Sixteen bits tell keys apart and don't identify one, because no file may hold the hash of a key.
    let keyTag = StableHash(of: (key?.secret ?? "").utf8).value & 0xFFFF
    files = PaceFiles(
      directory: directory + "/pace",
      common: stateDirectory == nil ? nil : String(address.map { $0 == "/" ? "_" : $0 }),
      owner: StableHash(of: "\(address) \(keyTag)".utf8).text,
      service: service
    )
    rate = Mutex(RequestRate(requestsPerSecond: stateDirectory == nil ? 0 : requestsPerSecond))
    self.time = time
    self.microseconds = microseconds
  }

  /// The time between requests.
  var interval: Duration { rate.withLock(\.interval) }

  /// Records an overload of the service.
  func brake() { rate.withLock { $0.brake(at: time.now()) } }

  /// Records a success.
  func release() { rate.withLock { $0.release() } }

  /// Waits until a request may be sent.
  ///
  /// Nothing is reserved before ``Turn/take()``.
  ///
  /// - Parameters:
  ///   - call: The API.
  ///   - budget: The budget of the query. Its clock stops while others take their turns, but runs during pauses
  ///     requested by the service.
  ///   - report: Receives the pauses requested by the service, and whether they apply only to the API.
  /// - Returns: The turn, to be taken at once or ended; `nil` if the machine has no pace.
  /// - Throws: `.throttled`, or `.quotaExhausted` if that was the reason, if the service asked to wait beyond the
  /// deadline; `.cancelled`.
  func turn(
    of call: Service.Call,
    for budget: RequestBudget,
    report: (Duration, _ isOfCall: Bool) -> Void = { _, _ in }
  ) async throws(PlaceSearchError) -> Turn? {
    guard let turn = openTurn(of: call, for: budget) else { return nil }
    var hasYielded = false
    var poll = Self.pauses.first
    do throws(PlaceSearchError) {
      while true {
        let isUsedUp = turn.ownRecord[.quota].wait(at: microseconds()) != nil
        if turn.needsLock || isUsedUp { try await lock(turn.record, for: budget) }
        let now = microseconds()
        if let pause = turn.pause(at: now) {
          // Other processes read the file themselves; holding the lock while waiting would block them.
          turn.end()
          try check(pause.wait, refusal(after: pause, of: turn), for: budget)
          report(pause.wait, pause.isOfCall)
          try await sleep(pause.wait)
          continue
        }
        if let files { try turn.checkQuota(of: files.service, at: now) }
        guard let wait = wait(of: turn, at: now, poll: &poll, hasYielded: &hasYielded) else { return turn }
        turn.end()
        try await sleep(wait, offTheClockOf: budget)
      }
    } catch {
      turn.end()
      throw error
    }
  }

  /// Returns the time to wait before the pace allows a request; `nil` if it may be sent.
  private func wait(of turn: Turn, at now: Int64, poll: inout Duration, hasYielded: inout Bool) -> Duration? {
    let next = turn.record[.next]
    if turn.isBlocked(at: now) {
      defer { poll = min(poll * 2, Self.pauses.last) }
      return poll * (1 + time.jitter())
    }
    if let pace = next.wait(at: now) {
      turn.awaited = next.moment
      return pace
    }
    guard files != nil, !hasYielded, turn.yields(at: now) else { return nil }
    // Another process that waits for the same time goes first; otherwise the faster one would always win.
    hasYielded = true
    return Turn.courtesy
  }

  /// Makes requests wait because of an error.
  func postponeNext(by pause: Duration, after refusal: Refusal, in record: PaceRecord) {
    let now = microseconds()
    // A shorter pause than the current one changes nothing.
    guard record[.pause].wait(at: now).map({ $0 < pause }) ?? true else { return }
    record.write(.pause, pause, from: now, details: refusal.pauseDetails)
    if files == nil { record.lastRefusal.withLock { $0 = refusal.error } }
  }

  /// Records that the quota of an API is exhausted until the service's day ends.
  func noteUsedUp(_ call: Service.Call, status: Int) {
    guard let files, let record = files.ofCall(call) else { return }
    let now = microseconds()
    let secondsLeft = files.service.quotaDay.secondsLeft(at: now / 1_000_000)
    record.write(.quota, .seconds(secondsLeft), from: now, details: [Int64(status), 0])
    record.write(.probe, QuotaBreaker.coolDown, from: now)
  }

  /// Returns the error of a request that must wait.
  private func refusal(after pause: Turn.Pause, of turn: Turn) -> PlaceSearchError {
    guard let files else {
      let last = (pause.isOfCall ? turn.ownRecord : turn.record).lastRefusal.withLock { $0 }
      return last?.retrying(after: pause.wait) ?? .timedOut(after: pause.wait)
    }
    return PlaceSearchError(pause: pause.wait, details: pause.details, of: files.service)
  }

  /// Waits for the lock, but not for a process that was stopped while holding it.
  private func lock(_ record: PaceRecord, for budget: RequestBudget) async throws(PlaceSearchError) {
    for _ in 0..<Self.attemptsToLock {
      guard !record.takeLock() else { return }
      try await sleep(Self.pauses.first * (1 + time.jitter()), offTheClockOf: budget)
    }
  }

  /// Throws an error if a pause ends after the deadline.
  private func check(
    _ pause: Duration,
    _ refusal: PlaceSearchError,
    for budget: RequestBudget
  ) throws(PlaceSearchError) {
    let now = time.now()
    guard now.advanced(by: pause) < budget.deadline(at: now) else {
      budget.note(refusal.reasonToStop)
      throw refusal
    }
  }

  private func sleep(_ duration: Duration, offTheClockOf budget: RequestBudget) async throws(PlaceSearchError) {
    budget.beginWait(at: time.now())
    defer { budget.endWait(at: time.now()) }
    try await sleep(duration)
  }

  private func sleep(_ duration: Duration) async throws(PlaceSearchError) {
    do { try await time.sleep(time.now().advanced(by: duration)) } catch { throw .cancelled }
  }
}

extension Pace {
  private func openTurn(of call: Service.Call, for budget: RequestBudget) -> Turn? {
    guard let files else {
      return Turn(common, ownRecord: record(of: call), in: self, of: call, isExclusive: false, timeout: budget.timeout)
    }
    let isExclusive = call.sharedInterval != nil
    guard let own = files.ofCall(call, creates: isExclusive || files.common != nil) else { return nil }
    let common = isExclusive ? nil : files.common.flatMap { PaceRecord(named: $0, in: files.directory) }
    return Turn(
      common ?? own,
      ownRecord: own,
      in: self,
      of: call,
      isExclusive: isExclusive,
      timeout: budget.timeout
    )
  }

  /// Returns the record of an API in memory.
  private func record(of call: Service.Call) -> PaceRecord {
    ofCalls.withLock { records in
      if let known = records.first(where: { $0.name == call.name }) { return known.record }
      let record = PaceRecord()
      records.append((call.name, record))
      return record
    }
  }

  /// The system's time of day.
  static let microsecondsOfSystem: @Sendable () -> Int64 = {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}
