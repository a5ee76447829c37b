/// Memory for millions of values, in huge pages where the system supports them.
///
/// A million places touch sixty thousand pages of 4 KB, each with a page fault: without huge pages, an index out of
/// GeoJSONSeq takes 15 % more processor time, and one out of CSV 7 %.
///
/// Safety: the memory that `allocated` returns is writable for the requested number of bytes until it is freed, once.
enum HugePages {
  /// The byte count of a huge page.
  private static let pageBytes = 2 << 20

  /// Allocates uninitialised memory, aligned for any value.
  @unsafe
  static func allocated(bytes: Int) -> UnsafeMutableRawPointer {
    var memory: UnsafeMutableRawPointer?
    if bytes < 2 * pageBytes {
      unsafe memory = malloc(max(1, bytes))
    } else if unsafe posix_memalign(&memory, pageBytes, bytes) == 0 {
      #if os(Linux)
        _ = unsafe madvise(memory, bytes, MADV_HUGEPAGE)
      #endif
    } else {
      unsafe memory = nil
    }
    guard let memory = unsafe memory else { fatalError("out of memory") }
    return unsafe memory
  }
}
