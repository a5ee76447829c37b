import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes whole pieces of a file past the system's page cache, one behind the other, on a thread of its own.
final class UncachedPieces: Sendable {
  /// A piece that takes longer was written no faster than 250 MB a second.
  private static let slowPiece = Duration.milliseconds(4)
  /// Slow pieces, one behind the other, that make a disk a slow one.
  private static let slowPieces = 8

  private struct State {
    var idle = [PageMemory(), PageMemory()]
    var failure: SystemError?
    var slowInARow = 0
  }

  private let descriptor: CInt
  private let cached: CInt
  private let queue = DispatchQueue(label: "placefind.pieces")
  private let isIdle = DispatchSemaphore(value: 2)
  private let state = Mutex(State())

  /// Opens a file a second time; `nil` where the system has no such way, or not for this file.
  ///
  /// - Parameter descriptor: The file, open for longer than these pieces are written.
  init?(of descriptor: CInt) {
    #if os(Linux)
      #if arch(arm64)
        let bypassingCache: CInt = 0x10000
      #else
        let bypassingCache: CInt = 0x4000
      #endif
      let number = systemOpen("/proc/self/fd/\(descriptor)", O_WRONLY | O_CLOEXEC | bypassingCache, 0)
      guard number >= 0 else { return nil }
      self.descriptor = number
      cached = descriptor
    #else
      return nil
    #endif
  }

  // A class because only its end of life closes the descriptor.
  deinit { close(descriptor) }

  /// Whether the disk is so slow that its cache should take what is written.
  var isSlow: Bool { state.withLock { $0.slowInARow >= Self.slowPieces } }

  /// What went wrong with a piece; no piece behind it was written.
  var failure: SystemError? { state.withLock { $0.failure } }

  /// Gives empty memory to fill, as soon as there is some.
  func take() -> PageMemory {
    isIdle.wait()
    // One of the two is there: the semaphore counts them.
    let memory = state.withLock { $0.idle.popLast() } ?? PageMemory()
    memory.empty()
    return memory
  }

  /// Writes a full piece, without waiting for it.
  ///
  /// - Parameters:
  ///   - memory: The piece, full.
  ///   - offset: Where it belongs, a multiple of ``PageMemory/pageInBytes``.
  func write(_ memory: PageMemory, at offset: Int) {
    queue.async { [self] in
      if failure == nil {
        let began = ContinuousClock.now
        var failed = Self.write(memory, to: descriptor, at: offset)
        var isSlow = ContinuousClock.now - began > Self.slowPiece
        if failed?.code == EINVAL {
          // A file system that opens such a file and then will not write it.
          failed = Self.write(memory, to: cached, at: offset)
          isSlow = true
        }
        state.withLock { state in
          state.failure = failed
          state.slowInARow = isSlow ? state.slowInARow + 1 : 0
        }
      }
      give(memory)
    }
  }

  /// Takes memory back that was not written.
  func give(_ memory: PageMemory) {
    state.withLock { $0.idle.append(memory) }
    isIdle.signal()
  }

  /// Waits until all pieces are written.
  func settle() { queue.sync {} }

  private static func write(_ memory: PageMemory, to descriptor: CInt, at offset: Int) -> SystemError? {
    unsafe memory.withBytes { bytes in
      var written = 0
      while written < bytes.count {
        // In bounds: written < count, so the rest is not empty.
        let rest = unsafe bytes.baseAddress?.advanced(by: written)
        let count = unsafe pwrite(descriptor, rest, bytes.count - written, off_t(offset + written))
        if count > 0 {
          written += count
          continue
        }
        let error = count == 0 ? SystemError(code: ENOSPC) : SystemError.last()
        if error.code != EINTR { return error }
      }
      return nil
    }
  }
}
