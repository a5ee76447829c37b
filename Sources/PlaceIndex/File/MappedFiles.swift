import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps a process alive when a file that it has mapped is cut short.
///
/// The system then answers the next look at a page that is gone with SIGBUS. The handler puts zeros in place of the whole
/// file, and the look is repeated: whoever reads finds zeros, which its checks of every number hold up to, and afterwards
/// that the file no longer begins as it did (`IndexContent.isUnchanged`). A signal from anywhere else is left to whoever
/// handled it before.
///
/// Safety: the table has room for `capacity` files from the first `add` to the end of the process. The handler does
/// nothing but read its atomics and call `mmap` and `sigaction`, allocates nothing and waits for nothing. A range is in the
/// table only while its owner keeps it mapped, so the zeros replace nothing else.
@safe
enum MappedFiles {
  /// A mapped file; a beginning of 0 is no file.
  private struct Entry: ~Copyable {
    let start = Atomic<UInt>(0)
    let end = Atomic<UInt>(0)
  }

  /// Files that can be mapped at the same time; further ones are read into memory.
  private static let capacity = 256
  /// Stands for a place in the table that is being filled.
  private static let taken: UInt = 1
  // No array, lock or actor: a signal handler may not allocate or wait. Unsafe, because the compiler sees a bare pointer;
  // it is never freed, and all that it points at is atomic.
  nonisolated(unsafe) private static let table: UnsafeMutablePointer<Entry> = {
    let table = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    for index in 0..<capacity { unsafe (table + index).initialize(to: Entry()) }
    return unsafe table
  }()
  /// How the signal was handled before.
  // Unsafe for the same reason: written once, before the handler that reads it is in its place.
  nonisolated(unsafe) private static let earlier: UnsafeMutablePointer<sigaction> = {
    let action = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    unsafe action.initialize(to: sigaction())
    return unsafe action
  }()
  /// Whether the handler is in its place: made true once, by whoever looks first.
  private static let isInstalled: Bool = {
    unsafe _ = (table, earlier)
    var action = sigaction()
    unsafe set(handler: { _, information, _ in unsafe MappedFiles.handle(information) }, of: &action)
    action.sa_flags = Int32(SA_SIGINFO)
    return unsafe sigaction(SIGBUS, &action, earlier) == 0
  }()

  /// Takes care of a mapped file.
  ///
  /// - Parameters:
  ///   - start: Where it is mapped.
  ///   - count: Bytes, 1 or more.
  /// - Returns: What ``remove(_:)`` needs; `nil` when there are too many files already.
  static func add(_ start: UnsafeRawPointer, count: Int) -> Int? {
    guard isInstalled else { return nil }
    for index in 0..<capacity {
      let entry = unsafe table + index
      guard
        unsafe entry.pointee.start.compareExchange(expected: 0, desired: taken, ordering: .acquiringAndReleasing)
          .exchanged
      else { continue }
      unsafe entry.pointee.end.store(UInt(bitPattern: start) + UInt(count), ordering: .relaxed)
      unsafe entry.pointee.start.store(UInt(bitPattern: start), ordering: .releasing)
      return index
    }
    return nil
  }

  /// Forgets a file, before it is unmapped.
  static func remove(_ index: Int) {
    precondition(index >= 0 && index < capacity)
    unsafe table[index].start.store(0, ordering: .releasing)
  }

  private static func handle(_ information: UnsafeMutablePointer<siginfo_t>?) {
    let number = errno
    defer { errno = number }
    let address = unsafe information.map { unsafe UInt(bitPattern: faultAddress($0.pointee)) } ?? 0
    for index in 0..<capacity {
      let start = unsafe table[index].start.load(ordering: .acquiring)
      let end = unsafe table[index].end.load(ordering: .relaxed)
      guard start > taken, address >= start, address < end else { continue }
      // The entry may have been given to another file between the two looks.
      guard unsafe table[index].start.load(ordering: .acquiring) == start else { continue }
      let place = unsafe UnsafeMutableRawPointer(bitPattern: start)
      let zeros = unsafe mmap(place, Int(end - start), PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0)
      if unsafe zeros == place { return }
    }
    // Not ours: the look is repeated under the handler from before.
    _ = unsafe sigaction(SIGBUS, earlier, nil)
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
