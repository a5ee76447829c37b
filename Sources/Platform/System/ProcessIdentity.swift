import System

/// A process, as another process of the same machine can recognize it.
struct ProcessIdentity: Sendable, Hashable {
  /// The id of the process.
  let number: Int64
  /// The identity of the namespace of process ids, which a container has for itself; 0 if the system has none.
  let namespace: Int64

  /// This process.
  static var current: ProcessIdentity {
    ProcessIdentity(number: Int64(getpid()), namespace: currentNamespace)
  }

  /// Whether the process may finish its work soon: it hasn't ended, and no signal has stopped it.
  ///
  /// True as well for a process of another container, whose state can't be read.
  var isRunning: Bool {
    guard namespace == Self.currentNamespace, let number = pid_t(exactly: number), number > 0 else { return true }
    #if os(Linux)
      // Without the file system of processes, the namespace is unknown as well.
      guard namespace != 0 else { return true }
      guard let state = Self.state(of: number) else { return kill(number, 0) == 0 || errno != ESRCH }
      // Stopped by a signal, stopped by a debugger, ended but still listed, ended.
      return !"TtZX".utf8.contains(state)
    #else
      return kill(number, 0) == 0 || errno != ESRCH
    #endif
  }

  private static var currentNamespace: Int64 {
    #if os(Linux)
      var status = stat()
      return unsafe stat("/proc/self/ns/pid", &status) == 0 ? Int64(truncatingIfNeeded: status.st_ino) : 0
    #else
      return 0
    #endif
  }

  #if os(Linux)
    /// The letter of the state of a process (proc_pid_stat(5)); `nil` if there is no such process.
    private static func state(of number: pid_t) -> UInt8? {
      let descriptor = unsafe open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(descriptor, &bytes, bytes.count)
      // The name of the program is in parentheses, and may contain any character.
      guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return nil }
      return bytes[end + 2]
    }
  #endif
}
