import System
import Synchronization

/// What tasks, timers and connections need of the system; asked before the first of them, since they wait for a
/// thread without an end, and trap where they get no descriptor.
enum TaskResources {
  /// What cannot be had.
  enum Shortage: Sendable, Hashable {
    /// Threads that run at once.
    case threads(Int)
    /// Descriptors that are open at once.
    case descriptors(allowed: Int, needed: Int)
  }

  /// Tries to get what is needed, and gives it back.
  ///
  /// - Parameters:
  ///   - threads: How many run at once beside this one.
  ///   - descriptors: How many are open beside those that are.
  /// - Returns: What cannot be had; `nil` if everything can.
  static func shortage(threads: Int, descriptors: Int) -> Shortage? {
    let open = opened(descriptors)
    for number in open { close(number) }
    guard open.count == descriptors else {
      // Descriptors are numbered from 0, and each gets the lowest number that is free.
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

  /// Starts threads that live side by side until all have started.
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

  /// What holds threads back until all were started.
  private final class Gate: Sendable {
    let lock = Mutex(())

    /// Safety: the thread takes over the reference that `passRetained` made; if none starts, it is released.
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
