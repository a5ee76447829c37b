import Synchronization
import System

/// Restores the terminal, also from the handler of a signal or crash.
///
/// A handler may only read globals and call async-signal-safe functions (POSIX: write, tcsetattr, signal, raise). So
/// the state is global: numbers in lock-free atomics, and the settings in memory that is never freed.
enum TerminalRestoration {
  /// The sequences that end synchronised output, bracketed paste and mouse reports, and reset the style, wrapping, the
  /// cursor and the screen.
  static let leaving: StaticString =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  /// Switches to the alternate screen buffer, hides the cursor, stops wrapping, starts mouse reports and bracketed
  /// paste, and queries mode 2026.
  static let entering: StaticString =
    "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?2026$p"

  private static let output = Atomic<CInt>(-1)
  private static let input = Atomic<CInt>(-1)
  private static let wakeUp = Atomic<CInt>(-1)
  /// The address of the previous settings; 0 if there are none.
  ///
  /// Never freed, because a handler may be reading them.
  private static let settings = Atomic<UInt>(0)

  /// Signals that are forwarded to the reader, which interprets them.
  static let forwarded = [SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGINT, SIGHUP, SIGQUIT]
  /// Signals that end the process at once: crashes, the processor time limit, and those that a script may send.
  ///
  /// SIGBUS isn't included, because its handler lets queries survive the truncation of an index file.
  private static let fatal = [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM]

  /// Stores the state of the terminal and installs the handlers.
  static func install(input: CInt, output: CInt, settings: termios, wakeUp: CInt) {
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe copy.initialize(to: settings)
    self.settings.store(UInt(bitPattern: copy), ordering: .releasing)
    self.output.store(output, ordering: .relaxed)
    self.input.store(input, ordering: .relaxed)
    self.wakeUp.store(wakeUp, ordering: .releasing)
    for number in forwarded { handle(number) { TerminalRestoration.forward($0) } }
    for number in fatal { handle(number) { TerminalRestoration.end(by: $0) } }
  }

  /// Restores the terminal and ends the process with a signal; async-signal-safe.
  static func end(by number: CInt) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Removes the handlers.
  static func uninstall() { for number in forwarded + fatal { signal(number, SIG_DFL) } }

  /// Forwards a signal again after its default action was restored for a while.
  static func forwardAgain(_ number: CInt) { handle(number) { TerminalRestoration.forward($0) } }

  /// Restores the terminal; async-signal-safe.
  static func restore() {
    _ = write(leaving, to: output.load(ordering: .acquiring))
    guard let copy = unsafe UnsafePointer<termios>(bitPattern: settings.load(ordering: .acquiring)) else { return }
    _ = unsafe tcsetattr(input.load(ordering: .acquiring), TCSANOW, copy)
  }

  /// Writes a literal; async-signal-safe.
  static func write(_ text: StaticString, to descriptor: CInt) -> Int {
    // In bounds: a literal's own bytes.
    unsafe systemWrite(to: descriptor, from: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  private static func forward(_ number: CInt) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe systemWrite(to: wakeUp.load(ordering: .acquiring), from: &byte, count: 1)
    errno = before
  }

  /// Installs the handler of a signal.
  static func handle(_ number: CInt, _ handler: @escaping @convention(c) (CInt) -> Void) {
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_u.__sa_handler = handler
    #endif
    action.sa_flags = CInt(SA_RESTART)
    unsafe sigaction(number, &action, nil)
  }
}
