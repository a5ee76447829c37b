#if canImport(Glibc)
  import Glibc
  import Synchronization

  /// Makes one system call on the files below a folder fail, by replacing `pread` and `write` in the test program.
  final class FileFault: Sendable {
    enum Call: Sendable { case read, write }

    private static let all = Mutex<[FileFault]>([])

    private let call: Call
    private let number: Int
    private let error: CInt
    private let folder: String
    private let count = Atomic(0)

    /// Makes the call with a number fail, counted from 0.
    init(_ call: Call, _ number: Int, _ error: CInt, below folder: String) {
      (self.call, self.number, self.error, self.folder) = (call, number, error, folder)
      Self.all.withLock { $0.append(self) }
    }

    var wasMade: Bool { count.load(ordering: .relaxed) > number }

    /// Ends this fault.
    func end() { Self.all.withLock { all in all.removeAll { $0 === self } } }

    /// Returns the error number for a call; `nil` to perform the call.
    static func error(of call: Call, on descriptor: CInt) -> CInt? {
      let faults = all.withLock { $0 }
      guard !faults.isEmpty else { return nil }
      let path = unsafe withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
        let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        let length = unsafe start.map { unsafe readlink("/proc/self/fd/\(descriptor)", $0, buffer.count) } ?? 0
        return unsafe String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
      }
      for fault in faults where fault.call == call && path.hasPrefix(fault.folder) {
        if fault.count.add(1, ordering: .relaxed).oldValue == fault.number { return fault.error }
      }
      return nil
    }
  }

  /// Replaces libc's `pread`; behaves like it unless a fault is set.
  @c(pread)
  func faultyRead(_ descriptor: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int, _ offset: Int) -> Int {
    if let error = FileFault.error(of: .read, on: descriptor) {
      errno = error
      return -1
    }
    var part = unsafe iovec(iov_base: bytes, iov_len: count)
    return unsafe preadv(descriptor, &part, 1, offset)
  }

  /// Replaces libc's `write`; behaves like it unless a fault is set.
  @c(write)
  func faultyWrite(_ descriptor: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    if let error = FileFault.error(of: .write, on: descriptor) {
      errno = error
      return -1
    }
    var part = unsafe iovec(iov_base: bytes, iov_len: count)
    return unsafe writev(descriptor, &part, 1)
  }
#endif
