import Domain
import System

/// The pace towards a service shared by all processes of this machine: requests are at least an interval apart, and
/// none is sent while the service has asked any process to wait.
///
/// Each address has a file with the earliest times of the next request, according to the pace and to the service. An
/// API with exclusive requests has its own file, which also identifies the process whose request is in flight. No
/// process writes before the time has come, and none holds a lock while it waits or sends, so a process that ends, is
/// stopped, or doesn't send blocks no other. Without the file there is no shared pace, because a response is more
/// important than the file.
struct SharedPace: Sendable {
  /// The time for which the process that took the last turn leaves the next one to others.
  private static let courtesy = Duration.milliseconds(5)
  /// The interval of checking whether another process has ended its request, from the first check to later ones.
  private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(80))
  /// The number of attempts to take the lock.
  ///
  /// Its holder needs only microseconds, unless it was stopped meanwhile.
  private static let attemptsToLock = 10

  /// The directory of the files.
  private let directory: String?
  /// The name of the file of the address, and the time between requests; `nil` if only requests that are sent one at a
  /// time keep a pace.
  private let common: (name: String, interval: Duration)?
  /// The digest of the address and the key, which quotas belong to.
  private let owner: String
  /// The service.
  private let service: Service
  private let time: Timekeeper
  private let last = LastTurn()
  /// The time in milliseconds since 1970, which all processes share.
  private let milliseconds: @Sendable () -> Int64

  /// Makes the pace of a machine.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - stateDirectory: The directory of the program's state; `nil` for a private directory that is empty after a
  ///     restart and holds only files of exclusive requests.
  ///   - address: The address of the requests.
  ///   - key: The key of the service.
  ///   - requestsPerSecond: The maximum rate; 0 if unlimited.
  ///   - time: The clock for waits.
  ///   - milliseconds: The time of day.
  init(
    of service: Service,
    stateDirectory: String?,
    address: String = "",
    key: APIKey? = nil,
    requestsPerSecond: Double = 0,
    time: Timekeeper = .system,
    milliseconds: @escaping @Sendable () -> Int64 = SharedPace.millisecondsOfSystem
  ) {
    directory = (stateDirectory ?? Self.temporaryDirectory).map { $0 + "/pace" }
    let rate = max(requestsPerSecond, RequestPace.minimumRequestsPerSecond)
    let interval = requestsPerSecond > 0 ? Duration.seconds(1 / rate) : .zero
    common = stateDirectory == nil ? nil : (String(address.map { $0 == "/" ? "_" : $0 }), interval)
    // Sixteen bits tell keys apart and don't identify one, because no file may hold the hash of a key.
    let keyTag = StableHash(of: (key?.secret ?? "").utf8).value & 0xFFFF
    owner = StableHash(of: "\(address) \(keyTag)".utf8).text
    self.service = service
    self.time = time
    self.milliseconds = milliseconds
  }

  /// Waits until a request may be sent.
  ///
  /// Nothing is reserved before ``Turn/take()``.
  ///
  /// - Parameters:
  ///   - call: The API.
  ///   - budget: The budget of the query. Its clock stops while others take their turns, but runs during pauses
  ///     requested by the service.
  ///   - report: Receives the pauses requested by the service.
  /// - Returns: The turn, to be taken at once or ended; `nil` if there is no shared pace.
  /// - Throws: `.throttled`, or `.quotaExhausted` if that was the reason, if the service asked any process of this
  /// machine to wait beyond the deadline; `.cancelled`.
  func turn(
    of call: Service.Call,
    for budget: RequestBudget,
    report: (Duration) -> Void = { _ in }
  ) async throws(PlaceSearchError) -> Turn? {
    guard let turn = openTurn(of: call, for: budget) else { return nil }
    var hasYielded = false
    var poll = Self.pauses.first
    do throws(PlaceSearchError) {
      while true {
        let isUsedUp = turn.ownFile[.quota].wait(at: milliseconds()) != nil
        if turn.needsLock || isUsedUp { try await lock(turn.file, for: budget) }
        let now = milliseconds()
        if let (wait, details) = turn.pause(at: now) {
          // Other processes read the file themselves; holding the lock while waiting would block them.
          turn.end()
          try check(wait, PlaceSearchError(pause: wait, details: details, of: service), for: budget)
          report(wait)
          try await sleep(wait)
          continue
        }
        try turn.checkQuota(of: service, at: now)
        guard !turn.isBlocked(at: now) else {
          turn.end()
          try await sleep(poll * (1 + time.jitter()), offTheClockOf: budget)
          poll = min(poll * 2, Self.pauses.last)
          continue
        }
        let next = turn.file[.next]
        if let wait = next.wait(at: now) {
          turn.end()
          try await sleep(wait, offTheClockOf: budget)
          turn.awaited = next.moment
          continue
        }
        let lateness = Duration.milliseconds(now - next.moment)
        let isSlow = turn.interval >= Self.courtesy * 10
        guard isSlow, !hasYielded, turn.wasLast(next.moment), lateness >= .zero, lateness < Self.courtesy
        else { return turn }
        // Another process that waits for the same time goes first; otherwise the faster one would always win.
        hasYielded = true
        turn.end()
        try await sleep(Self.courtesy, offTheClockOf: budget)
      }
    } catch {
      turn.end()
      throw error
    }
  }

  /// Waits for the lock, but not for a process that was stopped while holding it.
  private func lock(_ file: PaceFile, for budget: RequestBudget) async throws(PlaceSearchError) {
    for _ in 0..<Self.attemptsToLock {
      guard !file.takeLock() else { return }
      try await sleep(Self.pauses.first * (1 + time.jitter()), offTheClockOf: budget)
    }
  }

  /// Throws the error of another process if its pause ends after the deadline.
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

  private func openTurn(of call: Service.Call, for budget: RequestBudget) -> Turn? {
    let isExclusive = call.sharedInterval != nil
    let ownName = isExclusive ? call.name : "\(call.name)-\(owner)"
    guard let directory, isExclusive || common != nil, let ownFile = PaceFile(named: ownName, in: directory) else {
      return nil
    }
    let commonFile = isExclusive ? nil : common.flatMap { PaceFile(named: $0.name, in: directory) }
    return Turn(
      commonFile ?? ownFile,
      ownFile: ownFile,
      interval: call.sharedInterval ?? common?.interval ?? .zero,
      isExclusive: isExclusive,
      timeout: budget.timeout,
      after: last,
      milliseconds: milliseconds
    )
  }

  /// A directory of this user that is empty after a restart; `nil` if another user may have created it.
  private static var temporaryDirectory: String? {
    if let runtime = unsafe getenv("XDG_RUNTIME_DIR").map({ unsafe String(cString: $0) }), runtime.hasPrefix("/") {
      return FilePath.isPrivateDirectory(runtime) ? runtime + "/placefind" : nil
    }
    let path = "/tmp/placefind-\(getuid())"
    FilePath.makeDirectories(path)
    return FilePath.isPrivateDirectory(path) ? path : nil
  }

  /// The system's time of day.
  static let millisecondsOfSystem: @Sendable () -> Int64 = {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
