import Synchronization
import System

/// Keeps the process alive when a mapped file is truncated.
///
/// Reading a page beyond the end of the file raises SIGBUS. The handler maps zeros over the whole file, and the read is
/// repeated: readers check every number and tolerate zeros, and afterwards `IndexContent.isUnchanged` detects that the
/// header has changed. Signals for other addresses go to the previous handler.
///
/// Safety: the table holds 256 files, from the first `add` to the end of the process. The handler only reads its
/// atomics and calls `mmap` and `sigaction`; it neither allocates nor waits. A range is in the table only while its
/// owner keeps it mapped, so the zeros replace nothing else.
@safe
enum MappedFiles {
  /// A mapped file; a start of 0 marks a free entry.
  private struct Entry: ~Copyable {
    let start = Atomic<UInt>(0)
    let end = Atomic<UInt>(0)
  }

  /// The start of an entry that is being filled.
  private static let taken: UInt = 1
  // Atomics in place, because a signal handler may not allocate or wait.
  private static let table = InlineArray<256, Entry> { _ in Entry() }
  /// The address of the previous signal action; its memory is never freed.
  private static let earlier = Atomic<UInt>(0)
  /// Whether the handler is installed; the first access installs it.
  private static let isInstalled: Bool = {
    let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    unsafe before.initialize(to: sigaction())
    unsafe sigaction(SIGBUS, nil, before)
    earlier.store(UInt(bitPattern: before), ordering: .releasing)
    var action = sigaction()
    unsafe set(handler: { _, information, _ in unsafe MappedFiles.handle(information) }, of: &action)
    action.sa_flags = Int32(SA_SIGINFO)
    return unsafe sigaction(SIGBUS, &action, nil) == 0
  }()

  /// Guards a mapped file; returns a number for ``remove(_:)``, or `nil` if 256 files are already guarded.
  static func add(_ start: UnsafeRawPointer, count: Int) -> Int? {
    guard isInstalled else { return nil }
    for index in table.indices
    where table[index].start.compareExchange(expected: 0, desired: taken, ordering: .acquiringAndReleasing).exchanged {
      table[index].end.store(UInt(bitPattern: start) + UInt(count), ordering: .relaxed)
      table[index].start.store(UInt(bitPattern: start), ordering: .releasing)
      return index
    }
    return nil
  }

  /// Removes a file before it is unmapped.
  static func remove(_ index: Int) { table[index].start.store(0, ordering: .releasing) }

  private static func handle(_ information: UnsafeMutablePointer<siginfo_t>?) {
    let number = errno
    defer { errno = number }
    let address = unsafe information.map { unsafe UInt(bitPattern: faultAddress($0.pointee)) } ?? 0
    for index in table.indices {
      let start = table[index].start.load(ordering: .acquiring)
      let end = table[index].end.load(ordering: .relaxed)
      guard start > taken, address >= start, address < end else { continue }
      // The entry may have been reused for another file between the two loads.
      guard table[index].start.load(ordering: .acquiring) == start else { continue }
      let place = unsafe UnsafeMutableRawPointer(bitPattern: start)
      let zeros = unsafe mmap(place, Int(end - start), PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0)
      if unsafe zeros == place { return }
    }
    // For any other address, the read is repeated with the previous action.
    _ = unsafe sigaction(SIGBUS, UnsafePointer(bitPattern: earlier.load(ordering: .acquiring)), nil)
  }

  private typealias Handler = @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  @unsafe
  private static func set(handler: @escaping Handler, of action: inout sigaction) {
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_sigaction = handler
    #else
      unsafe action.__sigaction_u.__sa_sigaction = handler
    #endif
  }

  @unsafe
  private static func faultAddress(_ information: siginfo_t) -> UnsafeMutableRawPointer? {
    #if canImport(Glibc)
      unsafe information._sifields._sigfault.si_addr
    #elseif canImport(Musl)
      unsafe information.__si_fields.__sigfault.si_addr
    #else
      unsafe information.si_addr
    #endif
  }
}
