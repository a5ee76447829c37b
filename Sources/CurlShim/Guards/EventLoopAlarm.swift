#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  import Glibc
  import Platform
  import Synchronization

  /// Wakes an event loop from any thread or at a given time, through a descriptor that the loop watches like a socket.
  final class EventLoopAlarm: Sendable {
    private static let timer = DeadlineTimer()

    /// The descriptor that the loop watches for reading; -1 when the process has no descriptor left.
    let descriptor: Int32
    private let writer: Int32
    private let timeout = Mutex<Int?>(nil)

    init() {
      var pair: [Int32] = [-1, -1]
      let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      _ = unsafe pair.withUnsafeMutableBufferPointer { unsafe socketpair(AF_UNIX, type, 0, $0.baseAddress) }
      descriptor = pair[0]
      writer = pair[1]
    }

    func wake() {
      // A full socket is readable already.
      _ = unsafe withUnsafeBytes(of: UInt8(1)) { unsafe send(writer, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
    }

    func drain() {
      _ = unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) {
        unsafe recv(descriptor, $0.baseAddress, 64, 0)
      }
    }

    /// Sets when the loop is woken next; `nil` for never.
    func set(to time: ContinuousClock.Instant?) {
      timeout.withLock { timeout in
        if let earlier = timeout { Self.timer.remove(earlier) }
        timeout = time.map { Self.timer.set(at: $0) { [self] in wake() } }
      }
    }
  }
#endif
