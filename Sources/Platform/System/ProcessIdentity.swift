import System

/// The identity of a process for other processes of the machine.
struct ProcessIdentity: Sendable, Hashable {
  /// The process id.
  let number: Int64
  /// The identity of the process id namespace, which differs between containers; 0 if unknown.
  let namespace: Int64

  /// This process.
  static var current: ProcessIdentity {
    ProcessIdentity(number: Int64(getpid()), namespace: currentNamespace)
  }

  /// Whether the process may still finish its work: it hasn't ended, and isn't stopped.
  ///
  /// Also true for a process of another container, whose state can't be read.
  var isRunning: Bool {
    guard namespace == Self.currentNamespace, let number = pid_t(exactly: number), number > 0 else { return true }
    #if os(Linux)
      // Without /proc, the namespace is unknown too.
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
    /// Returns the letter of a process's state (proc_pid_stat(5)); `nil` if there is no such process.
    private static func state(of number: pid_t) -> UInt8? {
      let descriptor = unsafe open("/proc/\(number)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(descriptor, &bytes, bytes.count)
      // The name of the program is in parentheses and may contain any character.
      guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return nil }
      return bytes[end + 2]
    }
  #endif
}
