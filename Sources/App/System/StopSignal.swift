import Dispatch
import Synchronization
import System

/// The signals that stop a run.
///
/// The first one ends it cleanly, the second one ends the process at once.
enum StopSignal: Sendable, Hashable, CaseIterable {
  /// Ctrl-C.
  case interrupt
  /// The default signal of `kill` and of a system shutdown.
  case terminate
  /// The terminal was closed.
  case hangUp

  /// The signal number.
  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    }
  }

  /// Returns the signals that arrive while the stream is read.
  ///
  /// After the first one, the default actions are restored.
  static func events() -> AsyncStream<StopSignal> {
    AsyncStream { continuation in
      // A run started with nohup must survive the terminal.
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
      // Retained until the stream ends, because a released source is cancelled.
      let held = Mutex(sources)
      continuation.onTermination = { _ in
        held.withLock { for source in $0 { source.cancel() } }
        for stop in taken { signal(stop.number, SIG_DFL) }
      }
    }
  }

  /// Ignores a signal; returns whether it was ignored before.
  private static func wasIgnored(_ stop: StopSignal) -> Bool {
    // SIG_IGN is an address without a function, so only the numbers can be compared.
    let before = unsafe unsafeBitCast(signal(stop.number, SIG_IGN), to: Int.self)
    let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return before == ignored
  }
}
