#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import Platform
  import Synchronization

  /// Wakes an event loop from any thread or at a given time, through a descriptor that the loop watches like a socket.
  ///
  /// The time is set for every request and mostly moved later, so only an earlier one is passed to the timer: when the
  /// timer fires too early, it is set again to the time that is wanted then.
  final class EventLoopAlarm: Sendable {
    private struct State {
      /// When to wake the loop; `nil` for never.
      var wanted: ContinuousClock.Instant?
      /// The earliest time for which the timer is set; `nil` while it is not set.
      var set: ContinuousClock.Instant?
    }

    private static let timer = DeadlineTimer()

    /// The descriptor that the loop watches for reading; -1 when the process has no descriptor left.
    let descriptor: Int32
    private let writer: Int32
    private let state = Mutex(State())

    /// Makes a pair of sockets, which are never closed: sessions live as long as the process.
    init() {
      var pair: [Int32] = [-1, -1]
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      _ = unsafe pair.withUnsafeMutableBufferPointer { unsafe socketpair(AF_UNIX, type, 0, $0.baseAddress) }
      (descriptor, writer) = (pair[0], pair[1])
    }

    /// Wakes the loop now.
    func wake() {
      // A full socket is readable already.
      _ = unsafe withUnsafeBytes(of: UInt8(1)) { unsafe send(writer, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
    }

    /// Empties the socket.
    func drain() {
      _ = unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) {
        unsafe recv(descriptor, $0.baseAddress, 64, 0)
      }
    }

    /// Sets when the loop is woken next.
    func set(to time: ContinuousClock.Instant?) {
      let next = state.withLock { state -> ContinuousClock.Instant? in
        state.wanted = time
        guard let time, state.set.map({ time < $0 }) ?? true else { return nil }
        state.set = time
        return time
      }
      if let next { start(until: next) }
    }

    private func start(until time: ContinuousClock.Instant) {
      _ = Self.timer.set(at: time) { [self] in fire(at: time) }
    }

    private func fire(at time: ContinuousClock.Instant) {
      let (isDue, next) = state.withLock { state -> (Bool, ContinuousClock.Instant?) in
        // The timer has been set for an earlier time since.
        guard state.set == time else { return (false, nil) }
        state.set = nil
        guard let wanted = state.wanted else { return (false, nil) }
        // Due. The loop sets the next time itself.
        if wanted <= time {
          state.wanted = nil
          return (true, nil)
        }
        state.set = wanted
        return (false, wanted)
      }
      if isDue { wake() }
      if let next { start(until: next) }
    }
  }
#endif
