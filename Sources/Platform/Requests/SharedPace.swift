import Domain

/// The pace that all processes of this machine keep together towards a service: the next request no sooner than an interval
/// after the last one, and none while the service has asked any of them to wait.
///
/// An address has a file with the moment from which the next request may be sent. A kind of request that is sent one at a time
/// has its own, and whoever sends holds its lock. Where the file cannot be opened there is no such pace, because an answer is
/// worth more than a file.
struct SharedPace: Sendable {
  /// The longest pause that is believed, in milliseconds: a moment farther ahead was written before the clock was set back.
  fileprivate static let maximumPause: Int64 = 600_000
  /// How often a lock is tried, from the first wait to all later ones.
  private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(80))

  /// The pause after a refusal that asks for none, for all processes.
  static let standardPause = Duration.seconds(1)

  /// The directory of the files.
  private let directory: String
  /// The name of the file of the kinds without one of their own, and the time between their requests; `nil` for none.
  private let common: (name: String, interval: Duration)?
  private let time: Timekeeper
  /// Milliseconds since 1970, which all processes agree on.
  private let milliseconds: @Sendable () -> Int64

  /// Makes the pace of a machine.
  ///
  /// - Parameters:
  ///   - stateDirectory: The directory of the program's state; `nil` for one that is empty after a restart, in which only
  ///     requests that are sent one at a time have a file.
  ///   - address: Whom the requests go to.
  ///   - requestsPerSecond: The maximum rate; 0 for no limit.
  ///   - time: The clock of waits.
  ///   - milliseconds: The time of day.
  init(
    stateDirectory: String?,
    address: String = "",
    requestsPerSecond: Double = 0,
    time: Timekeeper = .system,
    milliseconds: @escaping @Sendable () -> Int64 = SharedPace.millisecondsOfSystem
  ) {
    directory = (stateDirectory ?? "/tmp/placefind-\(getuid())") + "/pace"
    let rate = max(requestsPerSecond, RequestPace.minimumRequestsPerSecond)
    let interval = requestsPerSecond > 0 ? Duration.seconds(1 / rate) : .zero
    common = stateDirectory == nil ? nil : (String(address.map { $0 == "/" ? "_" : $0 }), interval)
    self.time = time
    self.milliseconds = milliseconds
  }

  /// Waits until a request may be sent.
  ///
  /// - Parameters:
  ///   - call: The kind of request.
  ///   - budget: The budget of the query, whose time this takes.
  /// - Returns: The turn, to be ended when the answer was read; `nil` where there is no shared pace.
  /// - Throws: `.timedOut` when others were asking until the deadline, `.throttled` when the service asked any process of this
  ///   machine to wait until after it, `.paceTooSlow` when the interval ends after it, `.cancelled`.
  func turn(of call: Service.Call, for budget: RequestBudget) async throws(PlaceSearchError) -> Turn? {
    guard let (name, interval) = call.sharedInterval.map({ (call.name, $0) }) ?? common, let turn = openTurn(name)
    else {
      return nil
    }
    let isExclusive = call.sharedInterval != nil
    var pause = Self.pauses.first
    // Without an interval there is only the service's pause to look at.
    while isExclusive || interval > .zero, !turn.begin() {
      guard time.now() < budget.deadline else {
        budget.note(.timeUp)
        throw .timedOut(after: budget.timeout)
      }
      try await sleep(pause * (1 + time.jitter()))
      pause = min(pause * 2, Self.pauses.last)
    }
    let (next, status) = turn.next
    let wait = next - milliseconds()
    let isWaiting = wait > 0 && wait <= Self.maximumPause
    if isWaiting {
      guard time.now().advanced(by: .milliseconds(wait)) < budget.deadline else {
        turn.end()
        budget.note(.timeUp)
        guard status == 0 else { throw .throttled(status: status, retryAfter: .milliseconds(wait)) }
        throw .paceTooSlow(wait: .milliseconds(wait), timeout: budget.timeout)
      }
    }
    if interval > .zero || isExclusive {
      turn.postponeNext(by: interval + .milliseconds(isWaiting ? wait : 0), status: isWaiting ? status : 0)
    }
    // The others take their turns behind this one while it waits.
    if !isExclusive { turn.end() }
    if isWaiting {
      do throws(PlaceSearchError) { try await sleep(.milliseconds(wait)) } catch {
        turn.end()
        throw error
      }
    }
    return turn
  }

  private func sleep(_ duration: Duration) async throws(PlaceSearchError) {
    do { try await time.sleep(time.now().advanced(by: duration)) } catch { throw .cancelled }
  }

  private func openTurn(_ name: String) -> Turn? {
    let path = "\(directory)/\(name)"
    func opened() -> CInt { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
    var descriptor = opened()
    // Only then, because the directory is there for every request but the first.
    if descriptor < 0, errno == ENOENT {
      makeDirectories(directory)
      descriptor = opened()
    }
    return descriptor < 0 ? nil : Turn(descriptor, milliseconds)
  }

  /// The time of day of the system.
  static let millisecondsOfSystem: @Sendable () -> Int64 = {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// The right to send one request.
  final class Turn: Sendable {
    /// Digits of the moment in the file, and of the status behind it.
    private static let width = (moment: 16, all: 20)

    /// Open as long as the lock is there.
    private let descriptor: CInt
    private let lock: FileLock
    private let milliseconds: @Sendable () -> Int64

    fileprivate init(_ descriptor: CInt, _ milliseconds: @escaping @Sendable () -> Int64) {
      self.descriptor = descriptor
      self.milliseconds = milliseconds
      lock = FileLock(taking: descriptor)
    }

    /// Tries to take the lock; `true` also where the file system has none.
    fileprivate func begin() -> Bool {
      do throws(FileLock.Refusal) { try lock.acquire(within: LockTimeout(limit: .zero)) } catch {
        if case .timedOut = error { return false }
      }
      return true
    }

    /// The moment from which a request may be sent, 0 in a new file, and the status by which the service asked to wait, 0 where
    /// it is only the interval.
    fileprivate var next: (moment: Int64, status: Int) {
      var digits = [UInt8](repeating: 0, count: Self.width.all)
      guard unsafe pread(descriptor, &digits, Self.width.all, 0) == Self.width.all else { return (0, 0) }
      let text = String(decoding: digits, as: UTF8.self)
      return (Int64(text.prefix(Self.width.moment)) ?? 0, Int(text.dropFirst(Self.width.moment)) ?? 0)
    }

    /// Lets every process wait before the next request, because of a status of the service or of the interval; the turn holds
    /// the lock afterwards.
    func postponeNext(by pause: Duration, status: Int = 0) {
      // Without the lock, a turn that another process is taking could overwrite the pause; a pause is worth more than the lock.
      if status > 0 { try? lock.acquire(within: LockTimeout(limit: .milliseconds(100))) }
      let moment = milliseconds() + Int64(pause / .milliseconds(1))
      // A service that asks for less than another process waits already changes nothing.
      if status > 0, moment < next.moment, next.moment - moment <= SharedPace.maximumPause { return }
      let number = moment * 10_000 + Int64(status)
      let text = String(number)
      let digits = Array((String(repeating: "0", count: max(0, Self.width.all - text.utf8.count)) + text).utf8)
      _ = unsafe pwrite(descriptor, digits, Self.width.all, 0)
    }

    func end() { lock.release() }
  }
}
