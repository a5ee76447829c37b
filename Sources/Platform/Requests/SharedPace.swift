import System
import Domain

/// The pace that all processes of this machine keep together towards a service: the next request no sooner than an
/// interval after the last one, and none while the service has asked any of them to wait.
///
/// An address has a file with the moments from which the next request may be sent, by the pace and by the service. A
/// kind of request that is sent one at a time has its own, and whoever sends holds its lock. Nobody writes before the
/// moment has come: a process that waits, and is ended or does not send after all, holds no other back. Where the file
/// cannot be opened there is no such pace, because an answer is worth more than a file.
struct SharedPace: Sendable {
  /// The longest time that a request of any process takes unless its user says otherwise: whoever holds its turn for
  /// longer is stopped.
  private static let longestTurn = Duration.seconds(300)
  /// How long a process that took the last turn leaves the next one to others.
  private static let courtesy = Duration.milliseconds(5)
  /// How often a lock is tried, from the first wait to all later ones.
  private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(80))

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
  ///   machine to wait until after the deadline, `.timedOut` when another holds its turn for longer than any request
  ///   takes, `.cancelled`.
  func turn(
    of call: Service.Call,
    for budget: RequestBudget,
    report: (Duration) -> Void = { _ in }
  ) async throws(PlaceSearchError) -> Turn? {
    guard let turn = openTurn(of: call) else { return nil }
    var hasYielded = false
    do throws(PlaceSearchError) {
      while true {
        if turn.needsLock { try await lock(turn, for: budget) }
        let moments = turn.moments
        let pause = Duration.milliseconds(moments.pause - milliseconds())
        guard !Self.isBelieved(pause, of: moments.pauseLength) else {
          // Others look at the file themselves; who holds the lock while it waits would keep them from it.
          turn.end()
          try check(pause, because: moments.reason, for: budget)
          report(pause)
          try await sleep(pause)
          continue
        }
        let wait = Duration.milliseconds(moments.next - milliseconds())
        guard Self.isBelieved(wait, of: moments.interval) else {
          let isSlow = turn.interval >= Self.courtesy * 10
          guard isSlow, !hasYielded, turn.wasLast(moments.next), wait <= .zero, wait > .zero - Self.courtesy
          else { return turn }
          // Another process that waits for the same moment goes first; whoever is faster would always be the same one.
          hasYielded = true
          turn.end()
          try await sleep(Self.courtesy, offTheClockOf: budget)
          continue
        }
        turn.end()
        try await sleep(wait, offTheClockOf: budget)
        turn.awaited = moments.next
      }
    } catch {
      turn.end()
      throw error
    }
  }

  /// Waits until no other request holds the lock.
  private func lock(_ turn: Turn, for budget: RequestBudget) async throws(PlaceSearchError) {
    var pause = Self.pauses.first
    var holder = turn.moments.next
    var since = time.now()
    while !turn.begin() {
      let now = time.now()
      // Whoever takes a turn writes, so the same content is the same holder.
      if case let moment = turn.moments.next, moment != holder {
        holder = moment
        since = now
      }
      guard since.duration(to: now) < max(budget.timeout, Self.longestTurn) else {
        budget.note(.timeUp)
        throw .timedOut(after: since.duration(to: now))
      }
      try await sleep(pause * (1 + time.jitter()), offTheClockOf: budget)
      pause = min(pause * 2, Self.pauses.last)
    }
  }

  /// Whether a moment is still to come, and no farther ahead than it was when it was written: otherwise the clock was
  /// set back since.
  static func isBelieved(_ wait: Duration, of length: Duration) -> Bool { wait > .zero && wait <= length }

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

  private func openTurn(of call: Service.Call) -> Turn? {
    guard let (name, interval) = call.sharedInterval.map({ (call.name, $0) }) ?? common else { return nil }
    guard let directory else { return nil }
    let path = "\(directory)/\(name)"
    var descriptor = Self.openFile(at: path)
    // Only then, because the directory is there for every request but the first.
    if descriptor < 0, errno == ENOENT {
      makeDirectories(directory)
      descriptor = Self.openFile(at: path)
    }
    guard descriptor >= 0 else { return nil }
    let isExclusive = call.sharedInterval != nil
    return Turn(descriptor, interval: interval, isExclusive: isExclusive, after: last, time: time, milliseconds)
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

  private static func openFile(at path: String) -> CInt {
    unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
  }

  /// The time of day of the system.
  static let millisecondsOfSystem: @Sendable () -> Int64 = {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
