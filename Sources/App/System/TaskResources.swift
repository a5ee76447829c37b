import Synchronization
import System

/// The system resources of tasks, timers and connections.
///
/// Checked before the first of them, because tasks wait for a thread forever and trap if they get no descriptor.
enum TaskResources {
  /// A resource that is unavailable.
  enum Shortage: Sendable, Hashable {
    /// Concurrent threads.
    case threads(Int)
    /// Open descriptors.
    case descriptors(allowed: Int, needed: Int)
  }

  /// Tries to allocate the resources, and releases them.
  ///
  /// - Parameters:
  ///   - threads: The number of additional threads.
  ///   - descriptors: The number of additional descriptors.
  /// - Returns: The unavailable resource; `nil` if everything is available.
  static func shortage(threads: Int, descriptors: Int) -> Shortage? {
    let open = opened(descriptors)
    for number in open { close(number) }
    guard open.count == descriptors else {
      // Descriptors are numbered from 0, and each gets the lowest free number.
      let allowed = Int(sysconf(Int32(_SC_OPEN_MAX)))
      return .descriptors(allowed: allowed, needed: allowed + descriptors - open.count)
    }
    return startedAndJoined(threads) == threads ? nil : .threads(threads)
  }

  private static func opened(_ count: Int) -> [CInt] {
    var open: [CInt] = []
    while open.count < count {
      let number = fcntl(2, F_DUPFD_CLOEXEC, 0)
      guard number >= 0 else { break }
      open.append(number)
    }
    return open
  }

  /// Starts threads that live until all have started; returns their number.
  private static func startedAndJoined(_ count: Int) -> Int {
    let gate = Gate()
    var started: [pthread_t] = []
    gate.lock.withLock { _ in
      while started.count < count {
        guard let thread = gate.startWaiter() else { break }
        started.append(thread)
      }
    }
    for thread in started {
      #if canImport(Darwin)
        _ = unsafe pthread_join(thread, nil)
      #else
        _ = pthread_join(thread, nil)
      #endif
    }
    return started.count
  }

  /// Blocks threads until all have started.
  private final class Gate: Sendable {
    let lock = Mutex(())

    /// Starts a thread that only waits; `nil` if no thread can start.
    ///
    /// Safety: the thread takes over the reference from `passRetained`; if no thread starts, the reference is released.
    func startWaiter() -> pthread_t? {
      let gate = unsafe Unmanaged.passRetained(self)
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      guard unsafe pthread_create(&thread, nil, { unsafe Gate.pass($0) }, gate.toOpaque()) == 0 else {
        unsafe gate.release()
        return nil
      }
      #if canImport(Darwin)
        return unsafe thread
      #else
        return thread
      #endif
    }

    private static func pass(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let argument = unsafe argument else { return nil }
      unsafe Unmanaged<Gate>.fromOpaque(argument).takeRetainedValue().lock.withLock { _ in }
      return nil
    }
  }
}
