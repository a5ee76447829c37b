import Dispatch
import Synchronization
import System

/// The terminal of this process.
final class SystemTerminal: ScreenTerminal {
  private struct State {
    var isActive = false
    var input: CInt = 0
    var settings = termios()
    var pipe: (reading: CInt, writing: CInt) = (-1, -1)
  }

  private let output: CInt
  // A lock, because the reading thread and the drawing code share it.
  private let state = Mutex(State())

  /// The time that a single ESC waits for the rest of a sequence.
  ///
  /// Neovim waits 50 ms (`ttimeoutlen`); 30 ms is imperceptible.
  private static let pauseInMilliseconds: CInt = 30

  /// Makes the terminal of a descriptor, which stays open as long as the process.
  init(output: CInt) { self.output = output }

  var size: ScreenSize {
    guard case (let columns?, let rows?)? = FileDescriptor(number: output).windowSize else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: columns, rows: rows)
  }

  func begin() throws(SystemError) -> AsyncStream<TerminalEvent> {
    // When standard input is a file, such as an index, keys are read from /dev/tty.
    let input = isatty(0) == 1 ? 0 : systemOpen("/dev/tty", flags: O_RDWR | O_CLOEXEC)
    var settings = termios()
    guard input >= 0, unsafe tcgetattr(input, &settings) == 0 else { throw .last }
    var ends: [CInt] = [-1, -1]
    guard systemPipe(&ends) == 0 else { throw .last }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let pipe = (reading: ends[0], writing: ends[1])
    state.withLock { state in
      state.settings = settings
      state.input = input
      state.pipe = pipe
      state.isActive = true
    }
    TerminalRestoration.install(input: input, output: output, settings: settings, wakeUp: pipe.writing)
    enterFullScreen()
    let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
    // A separate thread, because reading blocks until a key is pressed.
    DispatchQueue(label: "placefind.terminal", qos: .userInteractive).async {
      Self.read(input, signals: pipe.reading, into: continuation)
    }
    return stream
  }

  func write(_ bytes: [UInt8]) throws(SystemError) { try FileDescriptor(number: output).write(bytes) }

  func suspend() {
    TerminalRestoration.restore()
    signal(SIGTSTP, SIG_DFL)
    // Dispatch threads block signals, and a blocked signal doesn't stop the process.
    var set = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTSTP)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
    // Returns when the shell continues the process.
    raise(SIGTSTP)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    TerminalRestoration.forwardAgain(SIGTSTP)
    enterFullScreen()
  }

  func resume() { enterFullScreen() }

  func end() {
    let pipe = state.withLock { state -> (reading: CInt, writing: CInt)? in
      guard state.isActive else { return nil }
      state.isActive = false
      return state.pipe
    }
    guard let pipe else { return }
    TerminalRestoration.restore()
    TerminalRestoration.uninstall()
    // Zero isn't a signal: it ends the reader, which then closes the pipe.
    var byte: UInt8 = 0
    _ = unsafe systemWrite(to: pipe.writing, from: &byte, count: 1)
  }

  deinit { end() }

  /// Sets raw mode and switches to the alternate screen.
  private func enterFullScreen() {
    state.withLock { state in
      var raw = state.settings
      raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
      raw.c_oflag &= ~tcflag_t(OPOST)
      raw.c_cflag |= tcflag_t(CS8)
      raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
      _ = unsafe tcsetattr(state.input, TCSANOW, &raw)
    }
    _ = TerminalRestoration.write(TerminalRestoration.entering, to: output)
  }

  private static func read(_ input: CInt, signals: CInt, into continuation: AsyncStream<TerminalEvent>.Continuation) {
    var mayBeCut = false
    defer { continuation.finish() }
    while true {
      var polled = [
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0), pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      ]
      let ready = unsafe poll(&polled, 2, mayBeCut ? pauseInMilliseconds : -1)
      if ready == 0 {
        mayBeCut = false
        continuation.yield(.pause)
        continue
      }
      guard ready > 0 else {
        guard errno == EINTR else { return }
        continue
      }
      if polled[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe systemRead(from: signals, into: &bytes, count: bytes.count)
        for byte in bytes.prefix(max(0, count)) {
          guard byte != 0 else {
            close(signals)
            return
          }
          continuation.yield(event(of: CInt(byte)))
        }
      }
      guard polled[1].revents != 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe systemRead(from: input, into: &bytes, count: bytes.count)
      if count > 0 {
        let chunk = Array(bytes.prefix(count))
        mayBeCut = chunk.contains(0x1B) || chunk.contains { $0 >= 0x80 }
        continuation.yield(.bytes(chunk))
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        continuation.yield(.closed)
        return
      }
    }
  }

  private static func event(of signal: CInt) -> TerminalEvent {
    switch signal {
    case SIGWINCH: .resized
    case SIGCONT: .continued
    case SIGTSTP: .stopRequested
    default: .ended(signal: signal)
    }
  }
}

private func systemPipe(_ ends: inout [CInt]) -> CInt { unsafe pipe(&ends) }
