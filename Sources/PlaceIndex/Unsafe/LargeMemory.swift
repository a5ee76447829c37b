import System

/// Memory for millions of values: large blocks are mapped, so that they go back to the system at once, where the C
/// library would keep them, a tenth of what a build takes.
///
/// Safety: the memory that `allocated` returns is writable for so many bytes until `release` gets it, once, with that
/// number.
enum LargeMemory {
  /// The byte count from which a block is mapped.
  private static let leastMappedBytes = 4 << 20

  /// Allocates uninitialised memory, aligned for any value; without any left it ends the process, as Swift's arrays do.
  @unsafe
  static func allocated(bytes: Int) -> UnsafeMutableRawPointer {
    guard bytes >= leastMappedBytes else { return .allocate(byteCount: bytes, alignment: 16) }
    let memory = unsafe mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { abort() }
    return unsafe memory
  }

  /// Whether the address space of the process has room for so many bytes more.
  static func isMappable(_ bytes: Int) -> Bool {
    let memory = unsafe mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    _ = unsafe munmap(memory, bytes)
    return true
  }

  @unsafe
  static func release(_ memory: UnsafeMutableRawPointer, bytes: Int) {
    if bytes < leastMappedBytes { unsafe memory.deallocate() } else { _ = unsafe munmap(memory, bytes) }
  }
}
