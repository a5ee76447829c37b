import System

/// An open file of the process, read and written without the C library's buffers.
struct FileDescriptor: ByteSink, Sendable {
  /// The number of the descriptor.
  let number: CInt

  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        // In bounds: written < count, so the rest is not empty and has a base address.
        unsafe systemWrite(number, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count >= 0 {
        written += count
        continue
      }
      let error = SystemError.last()
      switch error.code {
      case EINTR: continue
      case EAGAIN: waitUntilReady(for: POLLOUT)
      default: throw error
      }
    }
  }

  /// Reads a chunk.
  func read(maximum: Int) throws(SystemError) -> [UInt8] {
    while true {
      var error: SystemError?
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
        let got = unsafe systemRead(number, buffer.baseAddress, buffer.count)
        if got < 0 { error = SystemError.last() }
        count = max(got, 0)
      }
      guard let error else { return chunk }
      switch error.code {
      case EINTR: continue
      case EAGAIN: waitUntilReady(for: POLLIN)
      default: throw error
      }
    }
  }

  /// The width of the terminal in columns, unless overridden by the environment; `nil` if it isn't a terminal.
  func terminalColumns(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    return override.flatMap(Self.screenSize) ?? windowSize?.columns ?? 80
  }

  /// The height of the terminal in lines, unless overridden by the environment; `nil` if unknown.
  func terminalRows(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    return override.flatMap(Self.screenSize) ?? windowSize?.rows
  }

  /// Reads a number of columns or lines.
  ///
  /// Returns `nil` for a number that no terminal can have; a map of that size would take all memory.
  static func screenSize(_ text: String) -> Int? { UInt16(text).flatMap { $0 > 0 ? Int($0) : nil } }

  /// The columns and lines of the terminal; `nil` if it doesn't report them.
  var windowSize: (columns: Int?, rows: Int?)? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }

  private func waitUntilReady(for event: Int32) {
    var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = unsafe poll(&descriptor, 1, -1)
  }
}

extension FileDescriptor {
  /// The maximum time that an output waits for the reader of its pipe, in milliseconds.
  fileprivate static let standardPatience: Int32 = 2000

  /// Opens a device or a pipe for writing.
  ///
  /// A pipe without a reader would block the process forever.
  init(writingTo path: String, patienceInMilliseconds: Int32 = standardPatience) throws(SystemError) {
    var waited: Int32 = 0
    while true {
      let opened = systemOpen(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC, 0)
      if opened >= 0 {
        _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
        self.init(number: opened)
        return
      }
      let error = SystemError.last()
      guard error.code == ENXIO, waited < patienceInMilliseconds else { throw error }
      _ = poll(nil, 0, 20)
      waited += 20
    }
  }
}

/// The error of a system call.
struct SystemError: Error, Hashable {
  /// The number, such as `ENOENT`.
  let code: CInt

  /// The error of the last system call, which the next one may overwrite.
  static func last() -> SystemError { SystemError(code: errno) }

  /// The reason why nothing can be written; for a pipe, that it has no reader.
  var reasonForWriting: String {
    code == ENXIO ? "it is a pipe or a device that nothing reads; start its reader first" : reason
  }

  /// The system's description.
  var reason: String {
    // Threads may share the buffer of strerror; in the worst case, a word in an error message is garbled.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

// Separate functions, because methods named `write`, `read` and `open` shadow those of the C library.

/// Calls `write(2)`; async-signal-safe.
func systemWrite(_ number: CInt, _ start: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(number, start, count) }

/// Calls `read(2)`.
func systemRead(_ number: CInt, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  unsafe read(number, start, count)
}

/// Calls `open(2)`, which is variadic in C.
func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { unsafe open(path, flags, mode) }
