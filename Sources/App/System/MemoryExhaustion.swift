import System
import Synchronization

/// Ends the process with a sentence when memory that cannot be refused was refused, in Swift's own allocations too.
///
/// Swift traps then. In a process whose address space is limited, a trap close to the limit means just that; a
/// handler may call only async-signal-safe functions and read only globals, so the sentence is ready before.
enum MemoryExhaustion {
  /// The largest block that a build asks for at once, or more.
  private static let largestBlockInBytes = 256 << 20

  /// The address of the line to write, which is never freed; 0 for none.
  private static let line = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)

  /// Installs the handlers.
  static func report(_ bytes: [UInt8]) {
    let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe kept.initialize(from: bytes)
    length.store(bytes.count, ordering: .relaxed)
    line.store(UInt(bitPattern: kept.baseAddress), ordering: .releasing)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] {
      TerminalRestoration.handle(number) { MemoryExhaustion.end(by: $0) }
    }
  }

  private static func end(by number: CInt) {
    if isNear {
      let start = unsafe UnsafePointer<UInt8>(bitPattern: line.load(ordering: .acquiring))
      // In bounds: as many bytes as were kept there.
      _ = unsafe systemWrite(2, start, length.load(ordering: .relaxed))
      _exit(ExitStatus.fileFailed.rawValue)
    }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Whether another large block would be refused.
  private static var isNear: Bool {
    let block = unsafe mmap(nil, largestBlockInBytes, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let block = unsafe block, unsafe block != MAP_FAILED else { return true }
    unsafe munmap(block, largestBlockInBytes)
    return false
  }
}
