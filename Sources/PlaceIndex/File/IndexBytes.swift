import Domain
import Synchronization
import System
import Tables

/// The bytes of an index: a file mapped read-only, memory of the process, or constants of the program.
///
/// Safety: `base` points to `count` readable bytes from the end of `init` to `deinit`, which alone unmaps them. Views
/// don't keep this object alive; their users must. The bytes of a mapped file change when it is overwritten, and become
/// zeros when it is truncated (``MappedFiles``). Reading them remains safe, and ``number(at:)`` detects the change
/// afterwards. A build replaces the file, and the mapping stays.
@safe
final class IndexBytes: @unchecked Sendable {  // It only reads, and readers of a mapped file expect any bytes.
  /// The first byte, aligned to 4096.
  let base: UnsafeRawPointer
  let count: Int
  /// Whether the bytes are a file's, which other processes can change.
  let isFile: Bool
  /// Whether the bytes come from outside this process, so that pages are compared with their checksums.
  let isForeign: Bool
  /// Whether the memory is unmapped at the end; constants of the program aren't.
  private let isOwned: Bool
  /// The number of the file in ``MappedFiles``.
  private let guardNumber: Int?

  /// Takes over memory from `mmap`, at least a page.
  init(taking memory: UnsafeMutableRawPointer, count: Int, isForeign: Bool) {
    unsafe base = UnsafeRawPointer(memory)
    self.count = count
    self.isForeign = isForeign
    isFile = false
    isOwned = true
    guardNumber = nil
  }

  /// Uses a compiled-in file, which is aligned to a page.
  init(embedded file: EmbeddedFile) {
    unsafe base = file.start
    count = file.count
    isForeign = false
    isFile = false
    isOwned = false
    guardNumber = nil
  }

  /// Maps an open file of a known, positive size; the descriptor may be closed afterwards.
  ///
  /// - Throws: The system's error; `EMFILE` if too many files are already mapped.
  init(mapping descriptor: Int32, count: Int) throws(SystemError) {
    guard let address = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), unsafe address != MAP_FAILED
    else { throw .last }
    guard let number = unsafe MappedFiles.add(address, count: count) else {
      _ = unsafe munmap(address, count)
      throw SystemError(number: EMFILE)
    }
    guardNumber = number
    // Read-around would load megabytes for a query that needs kilobytes.
    _ = unsafe madvise(address, count, MADV_RANDOM)
    unsafe base = UnsafeRawPointer(address)
    self.count = count
    isForeign = true
    isFile = true
    isOwned = true
  }

  deinit {
    guard isOwned else { return }
    if let guardNumber { MappedFiles.remove(guardNumber) }
    let memory = unsafe UnsafeMutableRawPointer(mutating: base)
    _ = unsafe munmap(memory, max(4096, count))
  }

  var view: ByteView { unsafe ByteView(base: base, count: count) }

  /// Returns the current value of a number, loaded after everything that was read before.
  func number(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8 && offset % 8 == 0)
    atomicMemoryFence(ordering: .acquiring)
    let number = unsafe (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
    return unsafe UInt64(littleEndian: number.pointee.load(ordering: .relaxed))
  }

  /// Asks the system to read ahead a part of a mapped file, in one request.
  func prefetch(_ range: Range<Int>) {
    guard isFile, range.lowerBound >= 0, range.upperBound <= count, !range.isEmpty else { return }
    // Pages have 16 KiB on Apple silicon, and up to 64 KiB on other machines.
    let start = range.lowerBound & ~(SystemPage.byteCount - 1)
    _ = unsafe madvise(UnsafeMutableRawPointer(mutating: base + start), range.upperBound - start, MADV_WILLNEED)
  }
}

/// The pages of memory of this machine.
enum SystemPage {
  /// The size of a page in bytes, a power of two.
  static let byteCount = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
}

/// The bytes of an index while it is written; becomes an `IndexBytes` once.
///
/// Safety: `base` points to `count` zeroed bytes from the system, aligned to a page; every store checks its offset
/// against `count`. Each thread writes to its own parts, and a part is read after its writers were joined. `sealed()`
/// hands over the memory; afterwards nothing writes to it, and `deinit` doesn't unmap it.
@safe
final class IndexImage: @unchecked Sendable {  // See above.
  private let base: UnsafeMutableRawPointer
  private(set) var count: Int
  /// The number of mapped bytes.
  private var capacity: Int
  private var isHandedOver = false

  /// Allocates zeroed bytes, and space for extending them; the system provides memory only for bytes that are written.
  init(count: Int, spareBytes: Int = 0) throws(SystemError) {
    let flags = MAP_PRIVATE | MAP_ANON
    capacity = max(4096, count + spareBytes)
    guard let memory = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { throw .last }
    unsafe base = unsafe memory
    self.count = count
  }

  deinit { if !isHandedOver { _ = unsafe munmap(base, capacity) } }

  /// Extends the bytes with zeros to a multiple of 4096, in the same memory if there is space; unused space is
  /// released.
  func extended(to newCount: Int) throws(SystemError) -> IndexImage {
    guard newCount > capacity else {
      count = newCount
      let page = SystemPage.byteCount
      let used = (max(4096, newCount) + page - 1) / page * page
      if used < capacity { _ = unsafe munmap(base + used, capacity - used) }
      capacity = min(capacity, used)
      return self
    }
    let larger = try IndexImage(count: newCount)
    withView(0..<count) { larger.copy($0, at: 0) }
    return larger
  }

  /// Hands over the bytes; bytes from outside this process are foreign.
  func sealed(isForeign: Bool = true) -> IndexBytes {
    precondition(!isHandedOver)
    isHandedOver = true
    return unsafe IndexBytes(taking: base, count: count, isForeign: isForeign)
  }

  @inline(__always)
  func store<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at offset: Int) {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    unsafe base.storeBytes(of: number, toByteOffset: offset, as: Number.self)
  }

  @inline(__always)
  func copy(_ bytes: ByteView, at offset: Int) {
    precondition(offset >= 0 && offset <= count - bytes.count)
    unsafe bytes.withBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
    }
  }

  func withView<Result, Failure: Error>(
    _ range: Range<Int>,
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return try body(unsafe ByteView(base: base + range.lowerBound, count: range.count))
  }
}
