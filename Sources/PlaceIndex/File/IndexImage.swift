#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an index while they are being put together; becomes `IndexBytes` once and for all.
///
/// Safety: `base` points at `count` bytes of memory that the system gave zeroed, aligned to a page; every store checks
/// its offset against `count`. Threads write to parts of their own, and whoever reads a part has joined those that wrote
/// it. `sealed()` hands the memory over, after which nothing writes to it and `deinit` leaves it alone.
@safe
final class IndexImage: @unchecked Sendable {  // See above.
  private let base: UnsafeMutableRawPointer
  /// How many bytes there are.
  let count: Int
  private var isHandedOver = false

  /// Allocates zeroed bytes.
  ///
  /// - Throws: The system's error number when there is not enough memory.
  init(count: Int) throws(SystemError) {
    let flags = MAP_PRIVATE | MAP_ANON
    guard let memory = unsafe mmap(nil, max(4096, count), PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { throw SystemError(number: errno) }
    #if os(Linux)
      // A page at a time, the system would be asked for ninety megabytes twenty thousand times.
      _ = unsafe madvise(memory, count, MADV_HUGEPAGE)
    #endif
    unsafe base = unsafe memory
    self.count = count
  }

  deinit { if !isHandedOver { _ = unsafe munmap(base, max(4096, count)) } }

  /// Hands the bytes over for reading.
  func sealed() -> IndexBytes {
    precondition(!isHandedOver)
    isHandedOver = true
    return unsafe IndexBytes(taking: base, count: count)
  }

  /// Writes a number.
  @inline(__always)
  func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at offset: Int) {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    unsafe base.storeBytes(of: number, toByteOffset: offset, as: Number.self)
  }

  /// Writes bytes.
  @inline(__always)
  func copy(_ bytes: ByteView, at offset: Int) {
    precondition(offset >= 0 && offset <= count - bytes.count)
    unsafe bytes.withBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
    }
  }

  /// Lends a window on a part.
  func withView<Result, Failure: Error>(
    _ range: Range<Int>,
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try body(unsafe ByteView(base: base + range.lowerBound, count: range.count))
  }
}
