import System
import Domain

/// The pace that all processes of this machine keep together towards a service: the next request no sooner than an
/// interval after the last one, and none while the service has asked any of them to wait.
///
/// An address has a file with the moments from which the next request may be sent, by the pace and by the service. A
/// kind of request that is sent one at a time has its own, which names the process whose request is in flight. No
/// process writes before the moment has come, and none holds a lock while it waits or sends: a process that ends, is
/// stopped, or does not send after all, holds no other up. Without the file there is no such pace, because a response
/// is worth more than a file.
struct SharedPace: Sendable {
  /// How long a process that took the last turn leaves the next one to others.
  private static let courtesy = Duration.milliseconds(5)
  /// How often a process looks whether another one has ended its request, from the first wait to all later ones.
  private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(80))
  /// How often the lock is tried: its holder needs microseconds unless a signal has stopped it meanwhile.
  private static let attemptsToLock = 10

  /// The directory of the files.
  private let directory: String?
  /// The name of the file of the kinds without one of their own, and the time between their requests; `nil` for none.
  private let common: (name: String, interval: Duration)?
  /// Who is asked.
  private let service: Service
  private let time: Timekeeper
  private let last = LastTurn()
  /// Milliseconds since 1970, which all processes agree on.
  private let milliseconds: @Sendable () -> Int64

  /// Makes the pace of a machine.
  ///
  /// - Parameters:
  ///   - service: Who is asked.
  ///   - stateDirectory: The directory of the program's state; `nil` for one of this user that is empty after a
  ///     restart, in which only requests that are sent one at a time have a file.
  ///   - address: Whom the requests go to.
  ///   - requestsPerSecond: The maximum rate; 0 for no limit.
  ///   - time: The clock of waits.
  ///   - milliseconds: The time of day.
  init(
    of service: Service,
    stateDirectory: String?,
    address: String = "",
    requestsPerSecond: Double = 0,
    time: Timekeeper = .system,
    milliseconds: @escaping @Sendable () -> Int64 = SharedPace.millisecondsOfSystem
  ) {
    directory = (stateDirectory ?? Self.temporaryDirectory).map { $0 + "/pace" }
    let rate = max(requestsPerSecond, RequestPace.minimumRequestsPerSecond)
    let interval = requestsPerSecond > 0 ? Duration.seconds(1 / rate) : .zero
    common = stateDirectory == nil ? nil : (String(address.map { $0 == "/" ? "_" : $0 }), interval)
    self.service = service
    self.time = time
    self.milliseconds = milliseconds
  }

  /// Waits until a request may be sent; nothing is taken before ``Turn/take()``.
  ///
  /// - Parameters:
  ///   - call: The kind of request.
  ///   - budget: The budget of the query. Its time stands still while others take their turns, and runs while the
  ///     service has asked to wait.
  ///   - report: Receives how long the request waits where the service has asked to.
  /// - Returns: The turn, to be taken at once or ended; `nil` where there is no shared pace.
  /// - Throws: `.throttled`, or `.quotaExhausted` where that was the reason, when the service asked any process of this
  ///   machine to wait until after the deadline; `.cancelled`.
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
        if turn.needsLock { try await lock(turn.file, for: budget) }
        let now = milliseconds()
        if case let pause = turn.file[.pause], let wait = pause.wait(at: now) {
          // Others look at the file themselves; who holds the lock while it waits would keep them from it.
          turn.end()
          try check(wait, because: PauseReason(Int(pause.details[0])), for: budget)
          report(wait)
          try await sleep(wait)
          continue
        }
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
        // Another process that waits for the same moment goes first; whoever is faster would always be the same one.
        hasYielded = true
        turn.end()
        try await sleep(Self.courtesy, offTheClockOf: budget)
      }
    } catch {
      turn.end()
      throw error
    }
  }

  /// Waits for the lock, but not for a process that was stopped while it held the lock.
  private func lock(_ file: PaceFile, for budget: RequestBudget) async throws(PlaceSearchError) {
    for _ in 0..<Self.attemptsToLock {
      guard !file.takeLock() else { return }
      try await sleep(Self.pauses.first * (1 + time.jitter()), offTheClockOf: budget)
    }
  }

  /// Throws the refusal of another process if its pause ends after the deadline.
  private func check(
    _ pause: Duration,
    because reason: PauseReason,
    for budget: RequestBudget
  ) throws(PlaceSearchError) {
    let now = time.now()
    guard now.advanced(by: pause) < budget.deadline(at: now) else {
      let error = error(of: reason, pause)
      budget.note(error.reasonToStop)
      throw error
    }
  }

  /// The error of the process that was refused, for another one.
  private func error(of reason: PauseReason, _ pause: Duration) -> PlaceSearchError {
    guard reason.isQuota else {
      return .throttled(status: reason.status, retryAfter: pause, isAsked: reason.isAsked)
    }
    let wait = reason.isAsked ? pause : nil
    return .quotaExhausted(service, status: reason.status, retryAfter: wait, message: nil)
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
    guard let (name, interval) = call.sharedInterval.map({ (call.name, $0) }) ?? common,
      let file = directory.flatMap({ PaceFile(named: name, in: $0) })
    else { return nil }
    return Turn(
      file,
      interval: interval,
      isExclusive: call.sharedInterval != nil,
      timeout: budget.timeout,
      after: last,
      milliseconds: milliseconds
    )
  }

  /// A directory of this user alone that is empty after a restart; `nil` if another user may have made it.
  private static var temporaryDirectory: String? {
    if let runtime = unsafe getenv("XDG_RUNTIME_DIR").map({ unsafe String(cString: $0) }), runtime.hasPrefix("/") {
      return isPrivateDirectory(runtime) ? runtime + "/placefind" : nil
    }
    let path = "/tmp/placefind-\(getuid())"
    makeDirectories(path)
    return isPrivateDirectory(path) ? path : nil
  }

  /// The time of day of the system.
  static let millisecondsOfSystem: @Sendable () -> Int64 = {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
