#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of an index while they are being put together; becomes `IndexBytes` once and for all.
///
/// Safety: `base` points at `count` zeroed bytes aligned to 4096; every store checks its offset against `count`.
/// `take()` hands the memory over and consumes the image, so it has one owner at any time.
@safe
struct IndexImage: ~Copyable {
  private let base: UnsafeMutableRawPointer
  /// How many bytes there are.
  let count: Int

  /// Allocates zeroed bytes.
  ///
  /// - Throws: The system's error number when there is not enough memory.
  init(count: Int) throws(SystemError) {
    var memory: UnsafeMutableRawPointer?
    let status = unsafe posix_memalign(&memory, 4096, max(4096, count))
    guard status == 0, let memory = unsafe memory else { throw SystemError(number: status) }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    unsafe base = unsafe memory
    self.count = count
  }

  deinit { unsafe free(base) }

  /// Hands the bytes over for reading.
  consuming func take() -> IndexBytes {
    let bytes = unsafe IndexBytes(taking: base, count: count)
    discard self
    return bytes
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
  func withView<Result>(_ range: Range<Int>, _ body: (ByteView) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return body(unsafe ByteView(base: base + range.lowerBound, count: range.count))
  }
}
