import System
import Domain
import Synchronization

/// The bytes of an index: a file mapped read-only, memory of the process, or constants of the program.
///
/// Safety: `base` points at `count` readable bytes from the end of `init` to `deinit`, because nothing but `deinit`
/// unmaps or frees them. Views do not keep this object alive; their users hold on to it.
/// The bytes of a mapped file change when it is overwritten, and become zeros when it is truncated (``MappedFiles``):
/// reading them remains safe, and ``number(at:)`` detects it afterwards. A build replaces the file, and the mapping
/// stays.
@safe
final class IndexBytes: @unchecked Sendable {  // It only reads, and readers of a mapped file expect any bytes.
  /// The first byte; aligned to 4096.
  let base: UnsafeRawPointer
  let count: Int
  /// Whether the bytes are those of a file, which other processes can change.
  let isFile: Bool
  /// Whether they came from elsewhere, so that pages are compared with their checksums.
  let isForeign: Bool
  /// Whether the memory is given back at the end; constants of the program are not.
  private let isOwned: Bool
  /// The number of the file in ``MappedFiles``.
  private let guardNumber: Int?

  /// Takes over memory from `mmap`, at least a page of it.
  init(taking memory: UnsafeMutableRawPointer, count: Int, isForeign: Bool) {
    unsafe base = UnsafeRawPointer(memory)
    self.count = count
    self.isForeign = isForeign
    isFile = false
    isOwned = true
    guardNumber = nil
  }

  /// Reads a file that was compiled in, aligned to a page.
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
  /// - Throws: The system's error number; `EMFILE` when too many files are mapped already.
  init(mapping descriptor: Int32, count: Int) throws(SystemError) {
    guard let address = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), unsafe address != MAP_FAILED
    else { throw SystemError(number: errno) }
    guard let number = unsafe MappedFiles.add(address, count: count) else {
      _ = unsafe munmap(address, count)
      throw SystemError(number: EMFILE)
    }
    guardNumber = number
    // Read-around would pull in megabytes for a query that needs kilobytes.
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

  /// The current value of a number, loaded after everything that was read before.
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
  /// A power of two.
  static let byteCount = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
}

/// The bytes of an index while it is assembled; becomes `IndexBytes` once.
///
/// Safety: `base` points at `count` bytes of memory that the system gave zeroed, aligned to a page; every store checks
/// its offset against `count`. Each thread writes to parts of its own, and a part is read after its writers were
/// joined. `sealed()` hands the memory over, after which nothing writes to it and `deinit` leaves it alone.
@safe
final class IndexImage: @unchecked Sendable {  // See above.
  private let base: UnsafeMutableRawPointer
  private(set) var count: Int
  /// Bytes that are mapped.
  private var capacity: Int
  private var isHandedOver = false

  /// Allocates zeroed bytes, and room by which they can be extended; the system has to provide only what is written.
  init(count: Int, room: Int = 0) throws(SystemError) {
    let flags = MAP_PRIVATE | MAP_ANON
    capacity = max(4096, count + room)
    guard let memory = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe memory != MAP_FAILED
    else { throw SystemError(number: errno) }
    unsafe base = unsafe memory
    self.count = count
  }

  deinit { if !isHandedOver { _ = unsafe munmap(base, capacity) } }

  /// The bytes with zeros behind them, a multiple of 4096, in the same memory if there is room; the rest of the room
  /// is given back.
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

  /// Hands the bytes over; those that were not made here are foreign.
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

/// An error number of the operating system.
package struct SystemError: Error, Hashable {
  /// `errno`.
  package let number: Int32

  /// Takes a number.
  package init(number: Int32) { self.number = number }

  /// What the system calls the error.
  package var reason: String { unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)" }
}
