import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Turns the first Ctrl-C into an event and leaves the second to the system, which ends the process at once.
enum InterruptSignal {
  /// Takes over SIGINT for as long as the stream is read.
  static func events() -> AsyncStream<Void> {
    AsyncStream { continuation in
      signal(SIGINT, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
      source.setEventHandler {
        continuation.yield()
        signal(SIGINT, SIG_DFL)
      }
      source.activate()
      // Kept until the stream ends: a source that nobody holds is gone.
      let held = Mutex(source)
      continuation.onTermination = { _ in
        held.withLock { $0.cancel() }
        signal(SIGINT, SIG_DFL)
      }
    }
  }
}
