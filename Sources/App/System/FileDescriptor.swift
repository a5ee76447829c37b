#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file of the process, written and read without the C library's buffers.
struct FileDescriptor: ByteSink, Sendable {
  /// The number of the descriptor.
  let number: CInt

  static let standardInput = FileDescriptor(number: 0)
  static let standardOutput = FileDescriptor(number: 1)
  static let standardError = FileDescriptor(number: 2)

  func write(_ bytes: [UInt8]) throws(SinkFailure) {
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
      case EPIPE: throw .brokenPipe
      default: throw .refused(reason: error.reason)
      }
    }
  }

  /// Reads a chunk.
  ///
  /// - Parameter maximum: The most bytes wanted.
  /// - Returns: What was there; nothing at the end.
  /// - Throws: The system's error.
  func read(maximum: Int) throws(SystemFailure) -> [UInt8] {
    while true {
      var failure: SystemError?
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
        let got = unsafe systemRead(number, buffer.baseAddress, buffer.count)
        if got < 0 { failure = SystemError.last() }
        count = max(got, 0)
      }
      switch failure?.code {
      case nil: return chunk
      case EINTR: continue
      case EAGAIN: waitUntilReady(for: POLLIN)
      default: throw SystemFailure(reason: failure?.reason ?? "")
      }
    }
  }

  /// Asks for the terminal's width.
  ///
  /// - Parameter override: What the environment says about the width.
  /// - Returns: Columns; `nil` when it is no terminal.
  func terminalColumns(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    if let override, let columns = Int(override), columns > 0 { return columns }
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Asks for the terminal's height.
  ///
  /// - Parameter override: What the environment says about the height.
  /// - Returns: Lines; `nil` when it is no terminal or does not know.
  func terminalRows(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    if let override, let rows = Int(override), rows > 0 { return rows }
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }

  private func waitUntilReady(for event: Int32) {
    var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = unsafe poll(&descriptor, 1, -1)
  }
}

/// Why the system refused to read.
struct SystemFailure: Error {
  /// The system's words.
  let reason: String
}

private func systemWrite(_ number: CInt, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, start, count)
}

private func systemRead(_ number: CInt, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
  unsafe read(number, start, count)
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The last error of a system call.
struct SystemError: Sendable, Hashable {
  /// The number, such as `ENOENT`.
  let code: CInt

  /// Takes the error that the call just made has left; call it before anything else.
  static func last() -> SystemError { SystemError(code: errno) }

  /// The system's words for it.
  var reason: String {
    // strerror may share a buffer between threads; a garbled word in an error sentence is the worst of it.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
