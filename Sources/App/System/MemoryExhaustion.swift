import Synchronization
import System

/// Ends the process with a message if an allocation that can't fail was refused, including Swift's own.
///
/// Swift traps in this case. In a process with limited address space, a trap near the limit means that memory is
/// exhausted. A handler may only call async-signal-safe functions and read globals, so the message is prepared
/// beforehand.
enum MemoryExhaustion {
  /// The size of the largest block that a build allocates at once, or more.
  private static let largestBlockInBytes = 256 << 20

  /// The address of the message, which is never freed; 0 if there is none.
  private static let line = Atomic<UInt>(0)
  private static let length = Atomic<Int>(0)

  /// Installs the handlers.
  static func report(_ bytes: [UInt8]) {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(from: bytes)
    length.store(bytes.count, ordering: .relaxed)
    line.store(UInt(bitPattern: copy.baseAddress), ordering: .releasing)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] {
      TerminalRestoration.handle(number) { MemoryExhaustion.end(by: $0) }
    }
  }

  private static func end(by number: CInt) {
    if isNear {
      let start = unsafe UnsafePointer<UInt8>(bitPattern: line.load(ordering: .acquiring))
      // In bounds: `length` is the number of bytes stored at the address.
      _ = unsafe systemWrite(to: 2, from: start, count: length.load(ordering: .relaxed))
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
