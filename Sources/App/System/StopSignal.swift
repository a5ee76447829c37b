import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signals that ask a run to stop: the first ends it in order, the second ends the process at once.
enum StopSignal: Sendable, Hashable, CaseIterable {
  /// Ctrl-C.
  case interrupt
  /// The standard signal of `kill` and of a machine that shuts down.
  case terminate
  /// The terminal is gone.
  case hangUp

  /// Its number in the system.
  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    }
  }

  /// Takes over the signals for as long as the stream is read; gives the first that comes.
  static func events() -> AsyncStream<StopSignal> {
    AsyncStream { continuation in
      // Whoever starts a run with nohup wants it to outlive the terminal.
      let taken = allCases.filter { !wasIgnored($0) || $0 != .hangUp }
      let sources = taken.map { stop in
        let source = DispatchSource.makeSignalSource(signal: stop.number, queue: .global())
        source.setEventHandler {
          continuation.yield(stop)
          for other in taken { signal(other.number, SIG_DFL) }
        }
        source.activate()
        return source
      }
      // Kept until the stream ends: a source that nobody holds is gone.
      let held = Mutex(sources)
      continuation.onTermination = { _ in
        held.withLock { for source in $0 { source.cancel() } }
        for stop in taken { signal(stop.number, SIG_DFL) }
      }
    }
  }

  /// Ignores a signal, and tells whether it was ignored before.
  private static func wasIgnored(_ stop: StopSignal) -> Bool {
    // SIG_IGN is an address without a function behind it: there is nothing to compare but the number.
    let before = unsafe unsafeBitCast(signal(stop.number, SIG_IGN), to: Int.self)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return before == ignored
  }
}
