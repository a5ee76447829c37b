import Domain

/// The pace that all processes of this machine keep together towards a service: one request of a kind at a time, and the
/// next no sooner than an interval after it began.
///
/// Each kind has a file with the moment from which the next request may be sent; whoever sends holds its lock. Where the file
/// cannot be opened there is no such pace, because an answer is worth more than a file.
struct SharedPace: Sendable {
  /// The longest pause that is believed, in milliseconds: a moment farther ahead was written before the clock was set back.
  private static let maximumPause: Int64 = 600_000
  /// How often a lock is tried, from the first wait to all later ones.
  private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(80))

  /// The directory of the files.
  private let directory: String
  private let time: Timekeeper
  /// Milliseconds since 1970, which all processes agree on.
  private let milliseconds: @Sendable () -> Int64

  /// Makes the pace of a machine.
  ///
  /// - Parameters:
  ///   - stateDirectory: The directory of the program's state; `nil` for one that is empty after a restart.
  ///   - time: The clock of waits.
  ///   - milliseconds: The time of day.
  init(
    stateDirectory: String?,
    time: Timekeeper = .system,
    milliseconds: @escaping @Sendable () -> Int64 = SharedPace.millisecondsOfSystem
  ) {
    directory = (stateDirectory ?? "/tmp/placefind-\(getuid())") + "/pace"
    self.time = time
    self.milliseconds = milliseconds
  }

  /// Waits until a request may be sent.
  ///
  /// - Parameters:
  ///   - call: The kind of request.
  ///   - budget: The budget of the query, whose time this takes.
  /// - Returns: The turn, to be ended when the answer was read; `nil` for a kind without a shared pace.
  /// - Throws: `.timedOut` when others were asking until the deadline, `.throttled` when the service asked any process of this
  ///   machine to wait until after it, `.paceTooSlow` when the interval ends after it, `.cancelled`.
  func turn(of call: Service.Call, for budget: RequestBudget) async throws(PlaceSearchError) -> Turn? {
    guard let interval = call.sharedInterval, let turn = openTurn(of: call) else { return nil }
    var pause = Self.pauses.first
    while !turn.begin() {
      guard time.now() < budget.deadline else {
        budget.note(.timeUp)
        throw .timedOut(after: budget.timeout)
      }
      try await sleep(pause * (1 + time.jitter()))
      pause = min(pause * 2, Self.pauses.last)
    }
    let (next, status) = turn.next
    let wait = next - milliseconds()
    if wait > 0, wait <= Self.maximumPause {
      guard time.now().advanced(by: .milliseconds(wait)) < budget.deadline else {
        turn.end()
        budget.note(.timeUp)
        guard status == 0 else { throw .throttled(status: status, retryAfter: .milliseconds(wait)) }
        throw .paceTooSlow(wait: .milliseconds(wait), timeout: budget.timeout)
      }
      do throws(PlaceSearchError) { try await sleep(.milliseconds(wait)) } catch {
        turn.end()
        throw error
      }
    }
    turn.postponeNext(by: interval)
    return turn
  }

  private func sleep(_ duration: Duration) async throws(PlaceSearchError) {
    do { try await time.sleep(time.now().advanced(by: duration)) } catch { throw .cancelled }
  }

  private func openTurn(of call: Service.Call) -> Turn? {
    makeDirectories(directory)
    let descriptor = unsafe open("\(directory)/\(call.name)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
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

    /// Lets every process wait before the next request, because of a status of the service or of the interval.
    func postponeNext(by pause: Duration, status: Int = 0) {
      let number = (milliseconds() + Int64(pause / .milliseconds(1))) * 10_000 + Int64(status)
      let text = String(number)
      let digits = Array((String(repeating: "0", count: max(0, Self.width.all - text.utf8.count)) + text).utf8)
      _ = unsafe pwrite(descriptor, digits, Self.width.all, 0)
    }

    func end() { lock.release() }
  }
}
